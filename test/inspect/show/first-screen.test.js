'use strict'
// The first screen has what somebody needs who was woken, whatever else is in the dump.

const path = require('node:path')
const t = require('tap')

const { callFrame, fn, makeDump, num, object, ref, str } = require('../../helpers/make-dump')
const { ROOT } = require('../../helpers/crash')
const { skippedWithout } = require('../../helpers/ecosystem')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { widthOf } = require('../../../packages/inspect/text/terminal-text')

const ON_CALL = path.join(ROOT, 'test/fixtures/show/on-call.js')
const MAX_LINES = 45
const ERROR = object('e1', {}, { className: 'Error', subtype: 'error' })

/**
 * @param {string[]} args
 * @param {string} cwd
 */
const show = async (args, cwd) => (await runCli(['show', ...args], { cwd, env: { COLUMNS: '80' } })).stdout

t.test('a service with five requests under way', async t => {
  if (skippedWithout(t, 'pino')) return
  const { file, cwd } = await runToDump(t, [ON_CALL])
  const text = await show([file], cwd)
  const lines = text.trimEnd().split('\n')
  t.ok(lines.length <= MAX_LINES, String(lines.length))
  for (const line of lines) t.ok(widthOf(line) <= 80, line)
  const parts = [
    /^`rates` is undefined: it is what `await ratesOf\(order.currency\)` gave on line\s28, where `order.currency`/,
    /^TypeError: Cannot read properties of undefined \(reading 'GBP'\)$/m,
    /^POST \/api\/quotes\?source=web · id req-3 · route \/api\/quotes .* ·$/m,
    /^user \{ id: 43, tenant: 'globex' \}$/m,
    /^requestContext: \{ requestId: 'req-3', tenant: 'globex' \}$/m,
    /^> 24 \| .*rates\[currency\]/m,
    /^#0 {2}priceOf .*\n {6}line {6}\{ quantity: 3, unit: 9\.5 \}\n {6}rates {5}undefined\n {6}currency {2}'GBP'$/m,
    /order {5}\{ id: 'q-3', currency: 'CHF'/,
    /^waiting for what failed above:\n#\d {2}answer /m,
    /^Last output \(> req-3, the failing request\)$/m,
    /^> [\d:.]{12} info {2}request received {2}reqId=req-3 method=POST/m,
    /^> [\d:.]{12} info {2}rates loaded {2}reqId=req-3 lines=1 base=CHF$/m,
    /^Next \(same dump\): npx crash-collector show --more \| eval '…' \| repl \| open$/m
  ]
  let last = -1
  for (const part of parts) {
    const at = text.search(part)
    t.ok(at > last, String(part))
    last = at
  }
  const small = (await runCli(['show', file], { cwd, env: { COLUMNS: '80', LINES: '40' } })).stdout
  t.ok(small.trimEnd().split('\n').length < 40, 'it fits on a terminal of 40 lines, with the prompt')
  for (const part of parts.filter(each => !/order|customer/.test(String(each)))) t.match(small, part)
  t.notMatch(text, /<not initialised yet/, 'a variable without a value tells nothing')

  const more = await show([file, '--more'], cwd)
  t.match(more, /^Process\n/m)
  t.match(more, /^Closures and modules\n/m)
  t.match(more, /^ {2}requesting {4}POST .*\/quotes\?source=web × [2-5]$/m)
  t.match(more, /^ {2}answering {5}POST \/api\/quotes\?source=web/m)
  t.ok((await show([file, '--all'], cwd)).split('\n').length > more.split('\n').length)
})

t.test('how often it was seen', async t => {
  const cwd = t.testdir()
  const made = (/** @type {string} */ time, /** @type {string} */ message) => {
    const name = `crash.${time.replace(/[-:]/g, '').replace('T', '.')}.${time.slice(-2)}.0.1.ccdump`
    return makeDump(path.join(cwd, name), [exceptionOf(message), callFrame([], { functionName: 'pay' })], {
      header: { time: `${time}.000Z` }
    })
  }
  made('2026-01-02T03:12:00', 'no price')
  made('2026-01-02T03:13:01', 'another one')
  made('2026-01-02T04:20:02', 'no price')
  const last = made('2026-01-02T05:00:03', 'no price')
  t.match(await show([last], cwd), /^the 3rd of this group, first 03:12$/m)
  t.notMatch(await show([path.join(cwd, 'crash.20260102.031301.01.0.1.ccdump')], cwd), /of this group/)
})

t.test('a kind of crash that the release before did not have', async t => {
  const cwd = t.testdir()
  const made = (/** @type {number} */ minute, /** @type {string} */ message, /** @type {string} */ version) => {
    const packages = [{ name: 'shop', version, directory: '/app' }]
    // The process stands behind the objects, which a glance at a dump does not read.
    const records = [exceptionOf(message), callFrame([], { functionName: 'pay' }), ERROR, processOf({ packages })]
    const name = `crash.20260102.03120${minute}.${minute}.0.1.ccdump`
    return makeDump(path.join(cwd, name), records, { header: { time: `2026-01-02T03:12:0${minute}.000Z` } })
  }
  const known = made(1, 'no price', '1.0.0')
  const again = made(2, 'no price', '1.1.0')
  const first = made(3, 'no tax', '1.1.0')
  const second = made(4, 'no tax', '1.1.0')
  t.notMatch(await show([known], cwd), /of this group|new in/)
  t.match(await show([again], cwd), /^the 2nd of this group, first 03:12$/m)
  t.match(await show([first], cwd), /^the first of this group, new in 1\.1\.0$/m)
  t.match(await show([second], cwd), /^the 2nd of this group, first 03:12, new in 1\.1\.0$/m)
})

/** @param {Record<string, unknown>} facts */
function processOf (facts) {
  return /** @type {import('../../../packages/shared/dump/format').DumpRecord} */ ({ kind: 'process', ...facts })
}

/** @param {string} message */
function exceptionOf (message) {
  return {
    kind: 'exception',
    handled: false,
    className: 'Error',
    message,
    description: `Error: ${message}\n    at pay (/app/pay.js:1:1)`,
    value: ref('e1', 'Error', 'error'),
    stack: []
  }
}

t.test('private methods and classes of factories', async t => {
  const cwd = t.testdir()
  const file = makeDump(path.join(cwd, 'a.ccdump'), [
    exceptionOf('closed'),
    callFrame([], { functionName: 'run', this: ref('o1', 'Class') }),
    object('o1', { stop: fn('f1'), buffer: ref('b1', 'Buffer', 'typedarray'), host: str('cache') }, {
      className: 'Class',
      internalProperties: [{ name: '[[Prototype]]', value: ref('p1', 'RedisClient') }],
      privateProperties: [
        { name: '#send', value: fn('f2') },
        { name: '#onError', value: fn('f3') },
        { name: '#port', value: num(6379) }
      ]
    }),
    object('f1', {}, { type: 'function', className: 'Function', source: 'stop () {}' }),
    object('f2', {}, { type: 'function', className: 'AsyncFunction', source: 'async #send (command) {}' }),
    object('f3', {}, { type: 'function', className: 'Function', source: '() => {}' })
  ])
  const text = await show([file], cwd)
  t.match(text, /this {2}RedisClient \{/)
  t.match(text, /#port: 6379[^]*host: 'cache'[^]*buffer: [^]*stop: /, 'fields, bytes, methods')
  t.match(text, /#onError: /, 'a function in a private field is a field')
  t.notMatch(text, /#send/)
})
