'use strict'
// A crash is judged, and a test handed over, in the test runners that projects use.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ecosystemPath, notInstalled } = require('../../helpers/ecosystem')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const CODE = `exports.labelOf = function labelOf (order) {
  return order.customer.name.trim()
}
`
const FIX = `--- a/label.js
+++ b/label.js
@@ -1,3 +1,3 @@
 exports.labelOf = function labelOf (order) {
-  return order.customer.name.trim()
+  return (order.customer.name ?? '').trim()
 }
`

for (const [runner, file] of [['jest', 'js'], ['vitest', 'mjs'], ['mocha', 'js']]) {
  t.test(runner, { skip: notInstalled(runner) }, async t => {
    const cwd = fs.realpathSync(t.testdir({
      'app.js': "const { labelOf } = require('./label')\nsetImmediate(() => labelOf({ customer: {} }))\n",
      'label.js': CODE,
      'fix.patch': FIX,
      'package.json': '{}',
      node_modules: {}
    }))
    fs.symlinkSync(ecosystemPath(runner), path.join(cwd, 'node_modules', runner), 'junction')
    const dump = (await runToDump(t, [path.join(cwd, 'app.js')], { cwd })).file
    const words = ['verify', dump, '--json', '--runner', runner, '--timeout', '240000']
    const same = await runCli(words, { cwd })
    t.match(JSON.parse(same.stdout), { verdict: 'same', thrown: { className: 'TypeError', file: 'label.js', line: 2 } })
    t.equal(same.exitCode, 4)
    const gone = await runCli([...words, '--patch', 'fix.patch', '--out', 'test'], { cwd })
    t.match(JSON.parse(gone.stdout), { verdict: 'gone', way: 'module' })
    t.equal(gone.exitCode, 0)
    const text = fs.readFileSync(path.join(cwd, `test/labelOf.reproduction.test.${file}`), 'utf8')
    t.match(text, runner === 'mocha' ? '{ it: test } = require(' : runner)
  })
}
