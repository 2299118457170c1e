'use strict'
// The dump of a crash has the path of the request that died, and nothing else differs from a run without paths.

const t = require('tap')

const { crashTests } = require('../helpers/crash')

/** @typedef {import('../../packages/shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */

const env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
const NO_HOOKS = { 20: 'Node.js 20 has no hooks for ES modules on the thread that runs them' }

/**
 * @param {Dump} dump
 * @param {Pick<ExecutionPathRecord, 'scripts' | 'steps'>} [path]
 * @returns {string[]} texts of the statements, branches and functions that ran, in order; of a function its beginning
 */
function executed (dump, { scripts, steps } = /** @type {ExecutionPathRecord} */ (dump.executionPath)) {
  return steps.map(([script, block]) => {
    const { scriptId, blocks } = scripts[script]
    const [type, start, end, name] = blocks[block]
    const text = dump.script(scriptId)?.source?.slice(start, end) ?? 'no text'
    return type === 'function' ? `function ${name ?? ''}` : text.split('\n', 1)[0]
  })
}

/**
 * @param {string} name of the last request that went well
 * @param {string[]} some that it ran
 */
function wentWell (name, some) {
  return (/** @type {import('tap').Test} */ t, /** @type {Dump} */ dump) => {
    const path = /** @type {ExecutionPathRecord} */ (dump.executionPath)
    const { succeeded } = path
    t.equal(succeeded?.name, name)
    t.ok(succeeded && succeeded.startTime <= path.startTime, 'it began before')
    const scripts = [...path.scripts, ...succeeded?.scripts ?? []]
    const parts = executed(dump, { scripts, steps: succeeded?.steps ?? [] })
    t.same(parts.filter(part => some.includes(part)), some, 'parts of the path', { parts })
  }
}

/**
 * @param {RegExp | string} name
 * @param {string[]} some that must be there, in this order
 * @param {RegExp} [none] matches nothing that is there
 */
function hasPath (name, some, none) {
  return (/** @type {import('tap').Test} */ t, /** @type {Dump} */ dump) => {
    t.match(dump.executionPath?.name, name)
    const parts = executed(dump)
    t.same(parts.filter(part => some.includes(part)), some, 'parts of the path', { parts })
    if (none !== undefined) t.same(parts.filter(part => none.test(part)), [])
    const times = dump.executionPath?.steps.map(([, , ms]) => ms) ?? []
    t.same([...times].sort((a, b) => a - b), times, 'times grow')
    t.same(JSON.stringify(dump.allCallFrames).match(/_\$\w*/g), null, 'no counter is a variable')
    const sources = [...dump.scripts()].filter(({ url }) => url.includes('/test/fixtures/'))
    t.notOk(sources.some(({ source }) => source?.includes('_$')), 'no counter is in a source')
  }
}

crashTests(t, [
  {
    name: 'one of ten requests that are under way at once',
    file: 'execution-path/ten-requests.js',
    env,
    trigger: 'unhandledRejection',
    exception: { className: 'RangeError', message: 'no price of pot' },
    frames: [
      { functionName: 'priceOf', line: 'CRASH', variables: { line: { sku: 'pot', quantity: 2 } } },
      { functionName: 'checkout', variables: { total: 0 } }
    ],
    check: hasPath(
      'POST /orders/6',
      ['function readOrder', 'await sleep(order.number)', 'let total = 0', 'priceOf(line)', 'function priceOf'],
      /^(response\.end|return prices|0$)/
    )
  },
  {
    name: 'a handler that throws at once',
    file: 'execution-path/throws-in-handler.js',
    env,
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'nameOf', line: 'CRASH', variables: { user: null } }],
    check: hasPath('GET /unknown', ['null', 'response.end(nameOf(user))', 'function nameOf'], /Ada/)
  },
  {
    name: 'a job',
    file: 'execution-path/job.js',
    env,
    trigger: 'unhandledRejection',
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'work', line: 'CRASH', variables: { number: 2 } }],
    check: hasPath('job 2', ['function work', 'if (number === 2) {', '{'], /^return number/)
  },
  {
    name: 'capture() in a job',
    file: 'execution-path/capture.js',
    env,
    trigger: 'api',
    exitCode: 0,
    stdout: /^-5\n$/,
    frames: [{ functionName: 'check', line: 'CRASH', variables: { total: -5 } }],
    check: hasPath('bill of May', ['function check', 'collector.capture(new RangeError(\'a negative total\'))'])
  },
  {
    name: 'the last request that went well, of which some failed and others had another address',
    file: 'execution-path/went-well.js',
    env,
    exception: { className: 'TypeError' },
    frames: [
      { functionName: 'priceOf', line: 'CRASH', variables: { coupon: undefined } },
      { functionName: 'answerCart', variables: { number: '3' } }
    ],
    check: wentWell('GET /carts/1', ['function priceOf', 'response.end(String(cents))'])
  },
  {
    name: 'the last request by HTTP/2 that went well',
    file: 'execution-path/went-well.js',
    args: ['http2'],
    env,
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'priceOf', line: 'CRASH', variables: { coupon: undefined } }],
    check: wentWell('GET /carts/1', ['function priceOf', 'response.end(String(cents))'])
  },
  {
    name: 'the last job of that name, which took another branch',
    file: 'execution-path/other-branch.js',
    env,
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'shipTo', line: 'CRASH', variables: { zone: undefined } }],
    check: wentWell('ship', ['function shipTo', 'zoneOf(address)', 'return zone.name'])
  },
  ...[[], ['--expose-gc']].map((/** @type {string[]} */ nodeArgs) => ({
    name: `the last job whose promise was fulfilled ${nodeArgs.join()}`,
    file: 'execution-path/awaited-jobs.js',
    nodeArgs,
    env,
    trigger: 'unhandledRejection',
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'shipTo', line: 'CRASH', variables: { country: 'CH', zone: undefined } }],
    stdout: /^north\nno such country\n$/,
    check: wentWell('ship 1', ['function shipTo', 'const zone = zones.get(country)', 'return zone.name'])
  })),
  {
    name: 'ES modules',
    file: 'execution-path/module.mjs',
    env,
    trigger: 'unhandledRejection',
    exception: { className: 'RangeError', message: 'no price of pot' },
    frames: [{ functionName: 'explain', variables: { sku: 'pot' } }, { functionName: 'total' }],
    notOn: NO_HOOKS,
    check: hasPath('GET /?sku=pot', ['function total', 'return explain(sku)', 'function explain'], /^return prices/)
  },
  {
    name: 'TypeScript',
    file: 'execution-path/typed.mts',
    env,
    exception: { className: 'RangeError', message: 'no price of pot' },
    frames: [{ functionName: 'total', line: 'CRASH', variables: { sum: 7 } }],
    notOn: NO_HOOKS,
    check: hasPath('GET /', ['function total', 'sum += prices[line.sku] * line.quantity'], /^return sum/)
  },
  {
    name: 'TypeScript as CommonJS',
    file: 'execution-path/typed.cts',
    env,
    trigger: 'unhandledRejection',
    exception: { className: 'RangeError', message: 'no price of pot' },
    frames: [{ functionName: 'total', line: 'CRASH', variables: { sum: 7 } }],
    notOn: { 20: 'Node.js 20 does not remove types' },
    check: hasPath('GET /', ['function total', 'sum += prices[line.sku] * line.quantity'], /^return sum/)
  },
  {
    name: 'a request by HTTP/2 whose body comes in two packets',
    file: 'execution-path/http2.js',
    env,
    exception: { className: 'TypeError' },
    frames: [{ functionName: 'total', line: 'CRASH', variables: { body: '{"rows":[1]}' } }],
    check: hasPath('POST /broken', ['request.on(\'end\', () => {', 'function total', 'return lines.length'])
  },
  {
    name: 'stacks and texts of functions',
    file: 'execution-path/stacks.js',
    env,
    exitCode: 0,
    dumps: 0
  }
])
