'use strict'
// The comparison of two runs finds what differs, and tells what differs always from what differs by chance.

const t = require('tap')

const { compare, normalised, run } = require('./run-both')
const { tapResults } = require('./tap-results')

/**
 * @param {string[]} without results of the test `a`, one for each run
 * @param {string[]} collected
 */
const compared = (without, collected) =>
  compare(async collects => ({ a: String((collects ? collected : without).shift()), b: 'ok 1' }))

t.test('what differs is repeated', async t => {
  t.same(await compared(['ok'], ['ok']), [], 'once is enough if nothing differs')
  const firm = [{ what: 'a', without: 'ok', with: 'not ok', isFirm: true }]
  t.same(await compared(['ok', 'ok', 'ok', 'ok'], ['not ok', 'x', 'x', 'x']), firm)
  const byChance = [{ ...firm[0], isFirm: false }]
  t.same(await compared(['ok', 'not ok', 'ok', 'ok'], ['not ok', 'x', 'x', 'x']), byChance)
  t.same(await compared(['ok', 'ok', 'ok', 'ok'], ['not ok', 'x', 'ok', 'x']), byChance)
})

t.test('a test that is missing differs', async t => {
  const missing = await compare(async collects => (collects ? {} : { a: 'ok 1' }))
  t.same(missing, [{ what: 'a', without: 'ok 1', with: 'missing', isFirm: true }])
})

t.test('runs end with all their processes', async t => {
  const program = "require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }).unref(); process.exit(3)"
  const argv = [process.execPath, '--eval', program]
  const ended = await run({ argv, cwd: t.testdir(), env: { PATH: process.env.PATH }, timeoutMs: 300_000 })
  t.same(ended, { status: 'exit 3', stdout: '', stderr: '' })
})

t.test('streams without what differs in each run', async t => {
  const text = 'crash-collector: dump written to /x.ccdump\n(node:12) Warning at 127.0.0.1:8080 after 1.5ms\n'
  t.equal(normalised(text), '(node:<pid>) Warning at 127.0.0.1:<port> after <time>\n')
})

t.test('TAP of mocha, node:test and tap', async t => {
  t.same(tapResults('1..3\nok 1 adds\nnot ok 2 adds\nok 3 # SKIP later\n'), {
    adds: 'ok 1,not ok 1',
    '# SKIP later': 'ok 1'
  })
  const nodeTest = '# Subtest: cart\n    # Subtest: adds\n    ok 1 - adds\n      ---\n      ...\nok 1 - cart\n'
  t.same(tapResults(nodeTest), { 'cart > adds': 'ok 1', cart: 'ok 1' })
  const tap = '# Subtest: cart\n    ok 1 - adds\n    1..1\nok 1 - cart # time=12.5ms\n'
  t.same(tapResults(tap), { 'cart > adds': 'ok 1', cart: 'ok 1' })
})
