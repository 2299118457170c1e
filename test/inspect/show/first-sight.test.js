'use strict'
// What the first screen of `show` says of crashes as the public reports them, by the settings that everybody has: who
// waited, whose request it was, what has no value yet. The same programs are checked as processes.

const t = require('tap')
const { crashTests } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { widthOf } = require('../../../packages/inspect/text/terminal-text')

/** @typedef {import('../../helpers/crash').CrashCase} CrashCase */

const MAX_LINES = 45
/** Without a budget of their own, tests have everything read at the throw. */
const AS_USERS = { CRASH_COLLECTOR_BUDGET_PERCENT: '0.3' }
const REJECTION = { trigger: 'unhandledRejection' }
const NEEDS_HEAP = { notByPause: 'a pause does not tell who waits for a promise that a value holds' }
const NEEDS_COPIES = { notByPause: 'a pause reads a place that is met often only sometimes' }
const KEEPS_ARGUMENT = Number(process.versions.node.split('.')[0]) < 24

/**
 * @param {string} program
 * @param {Partial<CrashCase>} expected
 * @param {RegExp[]} parts of the screen, in their order
 * @param {RegExp[]} [absent] what it must not have
 * @returns {CrashCase}
 */
const seen = (program, expected, parts, absent = []) => ({
  name: program,
  file: program,
  env: AS_USERS,
  ...expected,
  async check (t, _dump, run) {
    const { stdout } = await runCli(['show', run.dumps[0]], { cwd: run.cwd, env: { COLUMNS: '80' } })
    const lines = stdout.trimEnd().split('\n')
    t.ok(lines.length <= MAX_LINES, `${lines.length} lines`)
    for (const line of lines.filter(each => widthOf(each) > 80)) t.match(line, /^\w*Error: /, 'only the error is wider')
    let rest = stdout
    for (const part of parts) {
      t.match(rest, part)
      rest = rest.slice(Math.max(rest.search(part), 0))
    }
    for (const part of absent) t.notMatch(stdout, part)
  }
})

t.test('who waited', async t => crashTests(t, [
  seen(
    'rejection/plain-object-alone.js',
    {
      ...REJECTION,
      ...NEEDS_HEAP,
      frames: [{ functionName: 'handler', crashLine: true, variables: { receipt: 'rc-20931' } }]
    },
    [
      /^it was rejected by `call\('\/orders', \{ amount \}\)` in open\(\) on line 11, where\s+`amount` is 75$/m,
      /^Thrown: \{\s+statusCode: 400,/m,
      /^#0 {2}handler /m,
      /basket {3}\{ receipt: 'rc-20931', total: 1500/
    ]
  ),
  seen(
    'first-sight/batch-of-loader.js',
    {
      ...REJECTION,
      ...NEEDS_HEAP,
      exception: { className: 'TypeError', message: 'another number of values' },
      frames: [
        { functionName: '', crashLine: true, variables: { values: [2, 3] } },
        ...['acme-eu-2-0', 'acme-eu-9041-1', 'acme-eu-3-2'].map(slug => (
          { functionName: 'attach', crashLine: '// CALLER', variables: { post: { slug } } }
        ))
      ]
    },
    [
      /^`values\.length !== mine\.keys\.length`: `values\.length` is 2 and\n`mine\.keys\.length` is 3$/m,
      /^> *\d+ \|.*throw new TypeError/m,
      /^waiting for what failed above:$/m,
      /post {2}\{ slug: 'acme-eu-2-0', authorId: 2 \}/,
      /post {2}\{ slug: 'acme-eu-9041-1', authorId: 9041 \}/
    ],
    [/\bfeed {2}/]
  ),
  seen(
    'first-sight/client-emits.js',
    { ...NEEDS_HEAP, exception: { message: 'Socket closed unexpectedly' } },
    [
      /^CacheClient 'session-cache' of redis:\/\/127\.0\.0\.1:\d+ emitted 'error', and\s+nothing listens to that event/,
      /^GET \/cart\/7f3a-idle\?from=push · of a function that waits · route \/cart\/:cart$/m,
      /^ {2}task:\d {2}loadCart {2}/m,
      /cart: '7f3a-idle', device: 'ios-5521'/
    ],
    [/Function: #/, /\bClass \{/]
  )
]))

t.test('what has no value yet', async t => crashTests(t, [
  seen(
    'first-sight/loop-variable.js',
    {
      exception: { className: 'RangeError', message: 'no glyph for x plate #6' },
      frames: [
        { functionName: 'measure', crashLine: true, variables: { text: 'x plate #6' } },
        { functionName: 'layOut', crashLine: '// CALLER', variables: { label: 'x plate #6', line: 'plate #6' } }
      ]
    },
    [/label {2}'x plate #6'/, /width {2}<not initialised yet>/, /left {3}<not initialised yet>/]
  ),
  seen(
    'first-sight/loop-await.mjs',
    {
      ...REJECTION,
      exception: { message: 'card refused' },
      frames: [
        { functionName: 'charge', crashLine: true, variables: { customer: 'noor' } },
        { functionName: 'run', crashLine: '// CALLER', variables: { customer: 'noor', customers: ['olga', 'noor'] } }
      ]
    },
    [
      /^`customer` is 'noor'$/m,
      /^waiting for what failed above:\n#1 {2}run /m,
      /reply {6}<not initialised yet>/,
      /receipt {4}<not initialised yet>/
    ],
    [/olga', paid/]
  )
]))

t.test('a place that is met often', async t => crashTests(t, [
  seen(
    'rejection/met-often-awaits.mjs',
    {
      ...REJECTION,
      ...NEEDS_COPIES,
      args: ['150', '6'],
      exception: { className: 'SyntaxError' },
      frames: [
        { functionName: 'runTurn', crashLine: true, variables: { conversation: { id: 'conv-41c' }, reason: 'length' } }
      ]
    },
    [
      /conversation {2}\{\s+id: 'conv-41c'/,
      // TurboFan of Node.js 24 and later keeps no `args` at the call that fails, which is then said (docs/caveats.md).
      KEEPS_ARGUMENT
        ? /args {10}'\{"guests": 4, "note": "window /
        : /args {10}(?:'\{"guests": 4, "note": "window |<optimised away by V8>)/
    ]
  ),
  seen(
    'rejection/met-often-deep.js',
    {
      ...REJECTION,
      ...NEEDS_COPIES,
      args: ['34', '9'],
      exception: { message: 'cannot encode \u2033' },
      frames: [
        { functionName: 'glyphOf', variables: { char: '\u2033' } },
        { functionName: '' },
        { functionName: 'widthOf', variables: { text: '40 x Adapter 5\u2033' } },
        { functionName: 'layOut', crashLine: true, variables: { label: '40 x Adapter 5\u2033', line: { qty: 40 } } },
        { functionName: 'invoicePdf', variables: { invoice: { no: '2026-0417', customer: 'Vega Ltd' } } }
      ]
    },
    [/char {2,}'\u2033'/, /label {2,}'40 x Adapter 5\u2033'/, /invoice {2}\{\s+no: '2026-0417',\s+customer: 'Vega Ltd'/]
  )
]))

t.test('headlines', async t => crashTests(t, [
  seen(
    'first-sight/json-of-framework.js',
    {
      ...REJECTION,
      needs: ['express'],
      exception: { className: 'TypeError' },
    },
    [
      /^`summary\.open\[0\]\.cents` is a BigInt, 99n, which JSON does not have; requested by\s+`res\.json\(summary\)` /,
      /^GET \/statements\/acc-733 · route \/statements\/:account$/m,
      /summary {2}\{ account: 'acc-733', open: \[ \{ number: 'R-2', cents: 99n \} \] \}/
    ]
  ),
  seen(
    'first-sight/private-through-proxy.js',
    {
      exception: { className: 'TypeError' },
      frames: [{ functionName: 'note', crashLine: true, variables: { event: 'closed' } }]
    },
    [/^`this` is a Proxy of an AuditLog, and a Proxy has no `#lines` of its own$/m, /event {2}'closed'/]
  ),
  seen(
    'first-sight/spread-arguments.js',
    {
      exception: { className: 'RangeError' },
      frames: [{ functionName: 'sheetOf', crashLine: true, variables: { report: { columns: ['id'] } } }]
    },
    [/^`lines\.push\(…\)` spreads 154000 elements of `report\.orders\.map\(order =>/, /report {2}\{/]
  )
]))

t.test('a top-level await that an exit handler rejects', async t => crashTests(t, [
  seen(
    'unsettled/rejected-at-exit.mjs',
    {
      trigger: 'unsettledTopLevelAwait',
      exitCode: 13,
      notByPause: 'at the end of the process nothing can be captured by a pause',
      frames: [
        { functionName: 'choose', crashLine: true, variables: { release: { name: 'billing-4.2.0' } } },
        { functionName: 'deploy', variables: { release: { name: 'billing-4.2.0' } } },
        { functionName: '' }
      ]
    },
    [
      /^The top-level await in rejected-at-exit\.mjs never settled: it waits for\s+deploy\(\), which waits for/,
      /^#0 {2}choose /m,
      /release {2}\{ name: 'billing-4\.2\.0' \}/
    ]
  )
]))
