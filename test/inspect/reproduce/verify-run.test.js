'use strict'
// `crash-collector verify --run`: whether an edit has taken a crash away, by a command that crashes as the process did.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { runCli } = require('../../helpers/run-cli')
const { temporaryDirectory } = require('../../helpers/crash')
const { runToDump } = require('../../helpers/run-to-dump')

const PATIENT_MS = '240000'

// The mistake is made in prices.js, which nobody on the stack has called.
const FILES = {
  'package.json': '{}',
  'app.js': `'use strict'
const { priced } = require('./prices')
const orders = [{ id: 7, lines: [{ sku: 'cup', quantity: 2 }] }]
priced(orders[0])
setTimeout(total, 1, orders[0])

function total (order) {
  return order.lines.map(line => line.price.toFixed(2)).join()
}
`,
  'prices.js': `'use strict'
exports.priced = order => {
  for (const line of order.lines) line.cost = 3 * line.quantity
}
`
}

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} [files]
 */
async function crashed (t, files = FILES) {
  const cwd = fs.realpathSync(t.testdir(files))
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd })
  const edit = (/** @type {string} */ name, /** @type {string} */ text) => fs.writeFileSync(path.join(cwd, name), text)
  const verify = async (/** @type {string} */ command, /** @type {string[]} */ ...flags) => {
    const words = ['verify', file, '--json', '--timeout', PATIENT_MS, '--run', command, ...flags]
    const { exitCode, stdout, stderr } = await runCli(words, { cwd })
    if (stdout === '') t.comment(stderr)
    return { exitCode, result: stdout === '' ? null : JSON.parse(stdout) }
  }
  return { cwd, file, edit, verify }
}

t.test('a mistake that was made before the functions on the stack were called', async t => {
  const { cwd, file, edit, verify } = await crashed(t)
  const seen = fs.readdirSync(cwd).sort()
  const command = 'node app.js'
  edit('app.js', FILES['app.js'].replace('  return order', '  // The total.\n  return order'))
  t.match(await verify(command), {
    exitCode: 4,
    result: { verdict: 'same', command, thrown: { className: 'TypeError', file: 'app.js', line: 9 } }
  }, 'a comment mends nothing')
  edit('app.js', FILES['app.js'].replace('  return order', "  if (order) throw new RangeError('no')\n  return order"))
  t.match(await verify(command), {
    exitCode: 5,
    result: { verdict: 'other', thrown: { className: 'RangeError', message: 'no', file: 'app.js', line: 8 } }
  })
  edit('app.js', FILES['app.js'].replace('setTimeout(total', 'process.exitCode = 7\nsetTimeout(Boolean'))
  t.match(await verify(command), { exitCode: 5, result: { verdict: 'other', thrown: null, how: 'exit code 7' } })

  edit('app.js', FILES['app.js'])
  fs.writeFileSync(path.join(cwd, 'fix.patch'), `--- a/app.js
+++ b/app.js
@@ -3,2 +3,2 @@
-const orders = [{ id: 7, lines: [{ sku: 'cup', quantity: 2 }] }]
-priced(orders[0])
+const orders = [{ id: 7, lines: [{ sku: 'cup', quantity: 2, price: 3 }] }]
+priced(orders[0])
`)
  const patched = await runCli(['verify', file, '--patch', 'fix.patch', '--timeout', PATIENT_MS], { cwd })
  t.match(patched, { exitCode: 3, stdout: /^unknown: / }, 'the test alone does not run what was edited')
  const words = ['verify', file, '--patch', 'fix.patch', '--timeout', PATIENT_MS, '--run', command]
  const gone = await runCli(words, { cwd })
  t.match(gone, {
    exitCode: 0,
    stdout: /^gone: `node app\.js` failed as the process did, and does not fail now\nchanged by the patch, .*app\.js\n$/
  })
  fs.rmSync(path.join(cwd, 'fix.patch'))
  t.same(fs.readdirSync(cwd).sort(), seen, 'the project has no file more')
})

t.test('the crash of a child, told by its dump', async t => {
  const { edit, verify } = await crashed(t, {
    ...FILES,
    'parent.js': `const { execFileSync } = require('node:child_process')
try { execFileSync(process.execPath, ['app.js']) } catch { console.log('restarted') }
`
  })
  t.match(await verify('node parent.js'), { exitCode: 4, result: { verdict: 'same' } })
  edit('app.js', FILES['app.js'].replace('line.price.toFixed(2)', 'line.price()'))
  t.match(await verify('node parent.js'), { exitCode: 5, result: { verdict: 'other', thrown: { line: 8 } } })
  edit('app.js', FILES['app.js'].replace('line.price.', 'line.cost.'))
  const { exitCode, result } = await verify('node parent.js', '--out', 'test')
  t.match({ exitCode, result }, { exitCode: 0, result: { verdict: 'gone', files: [/reproduction\.test\.js$/] } })
})

t.test('a command that does not crash so decides nothing', async t => {
  const { edit, verify } = await crashed(t)
  edit('app.js', FILES['app.js'].replace('line.price.', '(line.price ?? 0).'))
  t.match(await verify('node prices.js'), {
    exitCode: 0,
    result: {
      verdict: 'gone',
      command: null,
      undecided: /does not fail as the process did \(it ended with exit code 0\)/
    }
  }, 'the test decides then')
  edit('app.js', FILES['app.js'].replace('priced(', 'prices('))
  t.match(await verify('does-not-exist'), { exitCode: 3, result: { verdict: 'unknown', reason: /exit code 127/ } })
  t.equal((await verify(' ')).exitCode, 2)
})

t.test('a command that fails only sometimes decides nothing', async t => {
  const { edit, verify } = await crashed(t)
  const once = path.join(temporaryDirectory(t), 'once')
  edit('app.js', `// A list.\n${FILES['app.js']}`)
  const command = `test -e ${once} || node app.js; touch ${once}`
  const { exitCode, result } = await verify(command)
  t.equal(exitCode, 3)
  t.match(result, { verdict: 'unknown', reason: /^with .* fails as the process did only sometimes; .* still / })
})

t.test('a server of the command answers its own requests', async t => {
  const code = `'use strict'
const http = require('node:http')
const server = http.createServer((request, response) => {
  server.close()
  response.end(request.url.missing.length)
})
server.listen(0, '127.0.0.1', () => http.get({ port: server.address().port }).on('error', () => {}))
`
  const { edit, verify } = await crashed(t, { 'package.json': '{}', 'app.js': code })
  t.match(await verify('node app.js'), { exitCode: 4, result: { verdict: 'same', refused: [] } })
  edit('app.js', code.replace('request.url.missing.length', "'hello'"))
  t.match(await verify('node app.js'), { exitCode: 0, result: { verdict: 'gone', refused: [] } })
})

t.test('nobody is told of these crashes', async t => {
  const { edit, verify } = await crashed(t)
  const told = path.join(temporaryDirectory(t), 'told')
  edit('crash-collector.config.json', JSON.stringify({ onDump: `touch ${told}` }))
  t.match(await verify('node app.js; sleep 2'), { exitCode: 4, result: { verdict: 'same' } })
  t.notOk(fs.existsSync(told))
})
