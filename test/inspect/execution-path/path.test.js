'use strict'

const t = require('tap')

const { CRASHES } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

t.test('the lines that the failing request ran, did not run and threw at, in their order', async t => {
  const program = `${CRASHES}/execution-path/ten-requests.js`
  const { cwd, file } = await runToDump(t, [program], { env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request' } })
  const { stdout } = await runCli(['show', file, '--path'], { cwd, env: { COLUMNS: '80' } })
  const lines = stdout.split('\n')
  t.match(lines[0], /^POST \/orders\/6 ran \d+ statements and branches of 1 file in \d+\.\d ms$/)
  const lineWith = (/** @type {string} */ code) => lines.find(line => line.includes(code)) ?? ''
  for (const [mark, code] of [
    ['!', 'throw new RangeError'],
    ['-', 'return prices.get'],
    ['-', 'response.end(String(total))'],
    ['+', 'let total = 0'],
    ['±', 'total += order.isGift']
  ]) {
    t.equal(lineWith(code)[0], mark, code)
  }
  t.notMatch(stdout, /new Map|server\.listen/)
  // All ten wait for the last one.
  t.match(stdout, /\nNot certain\n- /)
  t.match(stdout.replace(/\s+/g, ' '), /ten-requests\.js:28 awaits what POST \/orders\/\d awaits, too: [^-]*$/)
  const orders = ["let text = ''", 'return JSON.parse(text)', 'let total = 0', 'if (!prices.has'].map(code =>
    Number(lineWith(code).slice(1, 7))
  )
  t.ok(orders[0] > 0)
  t.same([...orders].sort((a, b) => a - b), orders)
  t.ok(lines.every(line => line.length <= 80))
})

t.test('a dump without a path says how to get one', async t => {
  const { cwd, file } = await runToDump(t, [`${CRASHES}/uncaught/set-immediate.js`])
  const { stdout } = await runCli(['show', file, '--path'], { cwd })
  t.match(stdout, /CRASH_COLLECTOR_EXECUTION_PATH is `request`/)
})
