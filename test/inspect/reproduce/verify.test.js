'use strict'
// `crash-collector verify`: whether an edit of the project has taken the crash of a dump away.

const fs = require('node:fs')
const path = require('node:path')
const { spawnSync } = require('node:child_process')
const t = require('tap')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')

const PATIENT_MS = '240000'

const ORDER = `'use strict'
const { priceOf } = require('./prices')
function totalOf ({ lines }) {
  return lines.reduce((sum, line) => {
    const price = priceOf(line.sku)
    return sum + price.cents * line.quantity
  }, 0)
}
module.exports = { totalOf }
`
const PRICES = `'use strict'
const prices = new Map([['tea', { cents: 300 }]])
exports.priceOf = sku => prices.get(sku)
`
const APP = `const { totalOf } = require('./lib/order')
setImmediate(() => totalOf({ lines: [{ sku: 'cup', quantity: 2 }] }))
`

/**
 * @param {string} dump
 * @param {string} cwd
 * @param {...string} flags
 */
async function verify (dump, cwd, ...flags) {
  const words = ['verify', dump, '--json', '--timeout', PATIENT_MS, ...flags]
  const { exitCode, stdout, stderr } = await runCli(words, { cwd })
  if (stdout === '') t.comment(stderr)
  return { exitCode, stderr, result: stdout === '' ? null : JSON.parse(stdout) }
}

/** @param {import('tap').Test} t */
async function crashed (t) {
  const cwd = fs.realpathSync(t.testdir({
    'app.js': APP,
    'package.json': '{}',
    lib: { 'order.js': ORDER, 'prices.js': PRICES },
    test: {}
  }))
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd })
  const edit = (/** @type {string} */ text) => fs.writeFileSync(path.join(cwd, 'lib/order.js'), text)
  return { cwd, file, edit }
}

t.test('edits in place', async t => {
  const { cwd, file, edit } = await crashed(t)
  t.match(await verify(file, cwd), { exitCode: 4, result: { verdict: 'same', changed: [], reason: null } })

  edit(`// What an order costs.\n${ORDER}`)
  const commented = await verify(file, cwd)
  t.match(commented, {
    exitCode: 4,
    result: {
      verdict: 'same',
      changed: ['lib/order.js'],
      thrown: { className: 'TypeError', message: /reading 'cents'/, file: 'lib/order.js', line: 7 }
    }
  }, 'a comment moves the line, and mends nothing')

  edit(ORDER.replace('price.cents', 'price.cents.amount'))
  t.match(await verify(file, cwd), { exitCode: 4, result: { verdict: 'same' } }, 'another edit of the line')

  edit(ORDER.replace('    return sum', "    if (!price) throw new RangeError('no price')\n    return sum"))
  t.match(await verify(file, cwd), {
    exitCode: 5,
    result: { verdict: 'other', thrown: { className: 'RangeError', message: 'no price', file: 'lib/order.js' } }
  })

  edit(ORDER.replace('price.cents', 'price.'))
  t.match(await verify(file, cwd), {
    exitCode: 5,
    result: { verdict: 'other', thrown: { className: 'SyntaxError', file: 'lib/order.js', line: 6 } }
  })

  edit(ORDER.replace('price.cents', '(price?.cents ?? 0)'))
  const gone = await verify(file, cwd, '--out', 'test')
  t.match(gone, { exitCode: 0, result: { verdict: 'gone', function: 'totalOf', way: 'module', thrown: null } })

  const [test] = gone.result.files
  t.equal(path.dirname(test), path.join(cwd, 'test'))
  t.equal((await runNode([test], { cwd })).exitCode, 0, 'the test that is handed over passes')
  const words = ['verify', file, '--timeout', PATIENT_MS, '--out', 'test']
  const again = await runCli(words, { cwd, env: { COLUMNS: '60' } })
  t.match(again, { exitCode: 1, stdout: /^gone: /, stderr: /exists already \(--force overwrites it\)/ })
  t.notMatch(again.stdout, /^.{61}/m, 'no line is longer than the terminal')
  edit(ORDER)
  t.equal((await runNode([test], { cwd })).exitCode, 1, 'and fails without the edit')
})

t.test('what has become asynchronous, or ends the process, is not gone', async t => {
  const { cwd, file, edit } = await crashed(t)
  edit(ORDER.replace('function totalOf', 'async function totalOf'))
  t.match(await verify(file, cwd), { exitCode: 4, result: { verdict: 'same' } })
  edit(ORDER.replace('    return sum', '    process.exit()\n    return sum'))
  t.match(await verify(file, cwd), { exitCode: 5, result: { verdict: 'other' } })
})

t.test('a patch is judged without an edit of the project', async t => {
  const { cwd, file } = await crashed(t)
  const patch = path.join(cwd, 'fix.patch')
  fs.writeFileSync(patch, `--- a/lib/order.js
+++ b/lib/order.js
@@ -5,2 +5,2 @@
     const price = priceOf(line.sku)
-    return sum + price.cents * line.quantity
+    return sum + (price ? price.cents : 0) * line.quantity
`)
  const before = fs.readdirSync(cwd, { recursive: true }).sort()
  t.match(await verify(file, cwd, '--patch', patch), { exitCode: 0, result: { verdict: 'gone' } })
  t.equal(fs.readFileSync(path.join(cwd, 'lib/order.js'), 'utf8'), ORDER)
  t.same(fs.readdirSync(cwd, { recursive: true }).sort(), before)

  fs.writeFileSync(patch, '--- a/../outside.js\n+++ b/../outside.js\n@@ -0,0 +1 @@\n+1\n')
  const outside = await verify(file, cwd, '--patch', patch)
  t.match(outside, { exitCode: 1, stderr: /the patch can't be applied/, result: null })
  t.match(await verify(file, cwd, '--patch', 'missing'), { exitCode: 2 })
})

t.test('a function that is not exported is found again in the edited file', async t => {
  const code = `let calls = 0
const rates = { a: 1 }
function first (list) { calls++; return list.map(item => rateOf(item)) }
function rateOf (item) {
  return rates[item.kind].toFixed(2)
}
setImmediate(first, [{ kind: 'b' }])
`
  const cwd = fs.realpathSync(t.testdir({ 'app.js': code, 'package.json': '{}' }))
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd })
  const edit = (/** @type {string} */ text) => fs.writeFileSync(path.join(cwd, 'app.js'), text)

  edit(`function helper () {}\n\n${code}`)
  t.match(await verify(file, cwd), {
    exitCode: 3,
    result: { verdict: 'unknown', reason: /rateOf still fails .* does not run what was edited \(app\.js:1\)/ }
  }, 'the test says nothing about code that it does not run')
  edit(`function helper () {}\n\n${code.replace('  return rates', '  // as listed\n  return rates')}`)
  t.match(await verify(file, cwd), { exitCode: 4, result: { verdict: 'same', way: 'excerpt', thrown: { line: 8 } } })
  edit(code.replace('function rateOf (item) {\n  return rates[item', 'function rateOf (order) {\n  return (rates[order')
    .replace('].toFixed', '] ?? 0).toFixed'))
  t.match(await verify(file, cwd), { exitCode: 0, result: { verdict: 'gone' } }, 'a parameter has another name')
  edit(code.replace('{ a: 1 }', '{ a: 1, b: 2 }'))
  t.match(await verify(file, cwd), { exitCode: 0, result: { verdict: 'gone' } }, 'a constant was edited')
  edit(code.replaceAll('rateOf', 'rate').replaceAll('first', 'begin'))
  t.match(await verify(file, cwd), {
    exitCode: 3,
    result: { verdict: 'unknown', reason: /no function of its name and place/, function: null }
  })
})

t.test('a fix in another file', async t => {
  const { cwd, file } = await crashed(t)
  const git = (/** @type {string[]} */ ...words) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@a.example', '-c', 'commit.gpgsign=false']
    return spawnSync('git', [...identity, ...words], { cwd, encoding: 'utf8' })
  }
  const prices = path.join(cwd, 'lib/prices.js')
  const fixed = PRICES.replace('prices.get(sku)', 'prices.get(sku) ?? { cents: 0 }')
  fs.writeFileSync(prices, fixed)
  t.match(await verify(file, cwd), {
    exitCode: 3,
    result: { verdict: 'unknown', reason: /totalOf: with the code that crashed/ }
  }, 'it is not known how the file was')

  fs.writeFileSync(prices, PRICES)
  git('init', '--quiet')
  git('add', 'app.js', 'lib', 'package.json')
  t.equal(git('commit', '--quiet', '-m', 'first').status, 0)
  const again = await runToDump(t, [path.join(cwd, 'app.js')], { cwd, env: { CRASH_COLLECTOR_DIR: 'again' } })
  fs.writeFileSync(prices, fixed)
  t.match(await verify(again.file, cwd), {
    exitCode: 0,
    result: { verdict: 'gone', way: 'module', changed: ['lib/prices.js'] }
  }, 'git knows it')
  const { stdout } = await runCli(['verify', again.file, '--timeout', PATIENT_MS], { cwd })
  t.match(stdout, /^gone: totalOf .*\n(?: {2}.*\n)?changed since its commit: lib\/prices\.js\n$/)
})

t.test('what cannot be judged says so', async t => {
  const cwd = fs.realpathSync(t.testdir({
    'package.json': '{}',
    'app.js': `function check (limit) {
  if (process.env.FIRST === 'yes' && limit > 0) throw new Error('too many')
}
setImmediate(check, 1)
`
  }))
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd, env: { FIRST: 'yes' } })
  t.match(await verify(file, cwd), { exitCode: 3, result: { verdict: 'unknown', reason: /check: / } })
  const { stdout } = await runCli(['verify', file, '--timeout', PATIENT_MS], { cwd })
  t.match(stdout, /^unknown: check: /)
  for (const words of [['--project', 'missing'], ['--runner', 'tape'], ['--out', '..'], ['--timeout', '0']]) {
    t.equal((await runCli(['verify', file, ...words], { cwd })).exitCode, 2, words.join(' '))
  }
})
