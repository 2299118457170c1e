'use strict'

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { remoteObject } = require('../../../packages/inspect/cdp/remote-object')
const { formatValue } = require('../../../packages/inspect/values/format-value')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { renderDump } = require('../../../packages/inspect/show')
const { widthOf } = require('../../../packages/inspect/text/terminal-text')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { callFrame, fn, makeDump, num, object, ref, str, undef } = require('../../helpers/make-dump')

const directory = t.testdir()
let count = 0

/**
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} records
 * @param {object} [options] of makeDump, and columns, all, isTerminal, more
 */
async function show (records, { columns = 100, all = false, isTerminal = false, more = 1, ...options } = {}) {
  const dump = await readDump(makeDump(path.join(directory, `${++count}.ccdump`), records, options))
  return renderDump(dump, new SourceMaps(dump), { columns, all, isTerminal, more })
}

const checkout = (/** @type {object} */ options) =>
  show(CHECKOUT_RECORDS, { end: { notCaptured: CHECKOUT_NOT_CAPTURED }, ...options })

t.test('the error, the place, the frames, in this order', async t => {
  const text = await checkout()
  const places = [
    /^TypeError: Cannot read properties of undefined \(reading 'price'\)$/m,
    /^unhandled promise rejection · 2026-01-02 03:04:05 UTC · pid 4242/m,
    /^variables read when the error was created$/m,
    new RegExp(
      [
        String.raw`^checkout\.js:14:20`,
        String.raw` {2}11 \| .*\n {2}12 \| .*\n {2}13 \| .*`,
        String.raw`> 14 \| {5}return product\.price .*`,
        String.raw` {5}\| {20}\^\n {2}15 \|`
      ].join('\n'),
      'm'
    ),
    /^#0 {2}priceOf {2}checkout\.js:14:20\n {6}line {5}\{ sku: 'C-9', qty: 1 \}\n {6}product {2}undefined$/m,
    /^#1 {2}checkout {2}checkout\.js:24:12$/m,
    /^ {6}order {3}Order \{\n {16}#coupon: 'WELCOME',$/m,
    /^ {6}later {3}<not initialised yet, or optimised away by V8>$/m,
    /^ {6}apiKey {2}<redacted>$/m,
    /^… 1 frame of Node\.js itself \(--all shows it\)$/m,
    /^ {2}t1 {2}checkout {2}checkout\.js:21:3$/m,
    /^ {2}closure of makePricer \(#0\)\n {6}discount: 0\.1$/m,
    new RegExp(
      [
        String.raw`^ {2}module checkout\.js \(#0 #1\)`,
        String.raw` {6}catalog: Map\(2\), class Order, makePricer\(\), priceOf\(\), checkout\(\)$`
      ].join('\n'),
      'm'
    ),
    /^ {2}command {7}node checkout\.js$/m,
    /^ {2}ran for {7}1 d 2 h$/m,
    /^Not captured\n- 1 objects: objects deeper than 5 references from a variable$/m
  ]
  let last = -1
  for (const place of places) {
    const at = text.search(place)
    t.ok(at > last, String(place))
    last = at
  }
  t.notMatch(text, /processTicksAndRejections/)
})

t.test('that redaction was off stands on top, whatever is shown', async t => {
  const dump = await readDump(
    makeDump(path.join(directory, `${++count}.ccdump`), CHECKOUT_RECORDS, { header: { redaction: { enabled: false } } })
  )
  const note = 'redaction was switched off: this dump may hold secrets'
  for (const options of [{ all: false }, { all: true }, { all: false, tasks: true }]) {
    const lines = renderDump(dump, new SourceMaps(dump), { columns: 100, isTerminal: false, ...options }).split('\n')
    t.equal(lines.filter(line => line === note).length, 1, JSON.stringify(options))
    t.ok(
      lines.indexOf(note) < lines.findIndex(line => /^(?:checkout\.js:14|Waiting)/.test(line)),
      JSON.stringify(options)
    )
  }
  t.notMatch(await checkout({ all: true }), /redaction was/)
})

t.test('a recursion is shown by its ends', async t => {
  const frame = CHECKOUT_RECORDS[1]
  const frames = Array.from({ length: 12 }, (_, index) => ({
    ...frame,
    index,
    ...(index > 0 && { scopeChain: [] }),
    ...(index === 11 && { lineNumber: 30 })
  }))
  const text = await show([CHECKOUT_RECORDS[0], ...frames])
  t.same(text.match(/^(?:#\d+|….*)/gm).slice(0, 5), [
    '#0',
    '#1',
    '… frames #2 to #9 are at the same place (--all shows them)',
    '#10',
    '#11'
  ])
  t.equal((await show([CHECKOUT_RECORDS[0], ...frames], { all: true })).match(/^#\d+/gm).length, 12)
})

t.test('--all has the frames of Node.js too', async t => {
  const text = await checkout({ all: true })
  t.match(text, /^#2 {2}processTicksAndRejections {2}node:internal/m)
  t.match(text, /this {2}process \{ pid: 4242 \}/)
  t.notMatch(text, /--all shows/)
})

t.test('no line is wider than the terminal', async t => {
  for (const columns of [60, 80, 100]) {
    // Save the message itself, which people copy.
    for (const line of (await checkout({ columns })).split('\n').filter(line => !line.startsWith('TypeError: '))) {
      t.ok(widthOf(line) <= columns, `${columns}: ${line}`)
    }
  }
})

t.test('colours only for a terminal', async t => {
  // eslint-disable-next-line no-control-regex
  const escape = /\x1b/
  t.notMatch(await checkout(), escape)
  const saved = { NO_COLOR: process.env.NO_COLOR, TERM: process.env.TERM }
  t.teardown(() => {
    for (const [name, value] of Object.entries(saved)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  delete process.env.NO_COLOR
  process.env.TERM = 'xterm'
  const coloured = await checkout({ isTerminal: true })
  t.match(coloured, escape)
  // eslint-disable-next-line no-control-regex
  t.equal(coloured.replace(/\x1b\[\d+m/g, ''), await checkout(), 'and change nothing but that')
  process.env.NO_COLOR = '1'
  t.notMatch(await checkout({ isTerminal: true }), escape)
})

t.test('what a thrown value may be', async t => {
  const thrown = async (/** @type {object} */ value, /** @type {object[]} */ objects = []) =>
    (await show([{ kind: 'exception', value, description: 'x' }, ...objects])).split('\n\n')[0]
  t.equal(await thrown(str('boom')), "Thrown: 'boom'")
  t.equal(await thrown({ type: 'object', subtype: 'null', value: null }), 'Thrown: null')
  t.equal(await thrown(ref('1'), [object('1', { a: str('b') })]), "Thrown: { a: 'b' }")
  t.match(await show([{ kind: 'process' }]), /^A dump on request: nothing was thrown/)
})

t.test('an error with a long message, a cause and fields of its own', async t => {
  const text = await show([
    {
      kind: 'exception',
      value: ref('1', 'Error', 'error'),
      className: 'Error',
      message: 'a\n'.repeat(30),
      description: `Error: ${'a\n'.repeat(30)}\n    at x (y.js:1:1)`
    },
    object(
      '1',
      { message: str('a'), stack: str('b'), code: str('E_A'), cause: ref('2', 'Error', 'error') },
      { subtype: 'error', className: 'Error' }
    ),
    object('2', { message: str('inner') }, { subtype: 'error', className: 'Error', description: 'Error: inner' })
  ])
  t.match(text, /^Error: a\na\n/)
  t.match(text, /^… \d+ more lines\n {2}code: 'E_A'\n {2}cause: Error: inner$/m)
})

t.test('on the first screen a long message leaves room if a diagnosis says what matters of it', async t => {
  const lines = Array.from({ length: 12 }, (_, i) => `line ${i}`)
  const message = `listen EADDRINUSE: address already in use :::3000\n${lines.join('\n')}`
  const fields = { code: str('EADDRINUSE'), syscall: str('listen'), address: str('::'), port: num(3000) }
  const variables = Array.from({ length: 12 }, (_, i) => ({ name: `value${i}`, value: str(`of ${i}`) }))
  const frames = Array.from({ length: 8 }, (_, i) =>
    callFrame(variables, { functionName: `f${i}`, url: `file:///app/${i}.js` }))
  const records = [
    {
      kind: 'exception',
      value: ref('1', 'Error', 'error'),
      className: 'Error',
      message,
      description: `Error: ${message}\n    at f0 (0.js:1:1)`
    },
    ...frames,
    object('1', fields, { subtype: 'error', className: 'Error' })
  ]
  const screen = await show(records, { more: 0 })
  t.match(screen, /3000/)
  t.match(screen, /^Error: listen .*\nline 0\nline 1\nline 2\n… 9 more lines$/m)
  const roomy = await show([records[0], frames[0], records[records.length - 1]], { more: 0 })
  t.match(roomy, /^line 10\n… 1 more line$/m, 'there is room')
})

t.test('a message that was cut says so', async t => {
  const exception = {
    kind: 'exception',
    value: ref('1', 'Error', 'error'),
    className: 'Error',
    message: 'too long',
    description: 'Error: too\n    at x (y.js:1:1)'
  }
  t.match(
    await show([{ ...exception, messageLength: 1008, descriptionLength: 1500 }]),
    /^Error: too long\n… 1000 more characters, which are not in the dump\n\n/
  )
  t.match(await show([{ ...exception, descriptionLength: 1500 }]), /^Error: too\n\n/)
})

t.test('what only the stack of the error names stands at its place in the original source', async t => {
  const at = { url: 'file:///app/a.js', lineNumber: 0, columnNumber: 0 }
  const sourceMap = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAQA' })
  /** @type {import('../../../packages/shared/dump/format').DumpRecord[]} */
  const records = [
    { kind: 'exception', value: str('x'), description: 'x', stack: [{ functionName: 'main', ...at, async: true }] },
    { kind: 'script', scriptId: '9', url: '/app/a.js', length: 1, source: 'x', sourceMapURL: 'a.js.map', sourceMap }
  ]
  t.match(await show(records), /^ {4}async main {2}.*a\.ts:9:1$/m)
  const other = { ...at, functionName: 'total', columnNumber: 1, scriptId: '9' }
  const frame = callFrame([], { ...other, lineNumber: 1 })
  t.match(await show([...records, frame]), /^ {4}awaited by main {2}.*a\.ts:9:1$/m)
})

t.test('what only the stack of the error names stands where the stack has it', async t => {
  const url = 'file:///app/a.js'
  const stack = [
    ['open', 1],
    ['load', 2],
    ['wrap', 3],
    ['handle', 4],
    ['main', 5]
  ].map(([functionName, line]) => ({
    functionName: String(functionName),
    url,
    lineNumber: Number(line) - 1,
    columnNumber: 0,
    async: true
  }))
  /**
   * @type {(index: number, more?: { role:
   *   'awaiting' }) => import('../../../packages/shared/dump/format').CallFrameRecord}
   */
  const frame = (index, more) => ({
    kind: 'callFrame',
    index,
    ...stack[index * 2 + 1],
    scriptId: '9',
    internal: false,
    this: undef,
    scopeChain: [],
    ...more
  })
  const text = await show([
    { kind: 'exception', value: str('x'), description: 'x', stack },
    frame(0),
    frame(1, { role: 'awaiting' })
  ])
  t.match(
    text,
    new RegExp(
      [
        '^Frames',
        ' {4}came through open .*',
        '#0 {2}load .*',
        'waiting for what failed above:',
        ' {4}came through wrap .*',
        '#1 {2}handle .*',
        ' {4}awaited by main '
      ].join('\n'),
      'm'
    )
  )
})

t.test('without frames: the stack of the error, and why', async t => {
  const exception = CHECKOUT_RECORDS[0]
  const script = CHECKOUT_RECORDS[CHECKOUT_RECORDS.length - 1]
  const text = await show([exception, { kind: 'process' }, script], {
    header: { capture: { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 } },
    end: { notCaptured: [{ reason: 'rationed', what: 'callFrames' }] }
  })
  t.match(text, /> 14 \| {5}return product\.price/)
  t.match(
    text,
    new RegExp(
      [
        String.raw`^Stack of the error \(no variables were captured, see below\)`,
        String.raw` {4}priceOf {2}.*checkout\.js:14:20`,
        ' {4}async checkout'
      ].join('\n'),
      'm'
    )
  )
  t.match(text, /^- callFrames: the place was not due for a capture$/m)
})

t.test('a dump that was cut short says so', async t => {
  t.match(await checkout({ end: null }), /^- everything after the cut: the process was killed, or the disk was full/m)
  t.match(await show([], { end: null }), /^The dump was cut short before the error/)
})

t.test('hostile strings do nothing to a terminal', async t => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe\u2066\u200b\r\nnew line\ud800'
  const records = structuredClone(CHECKOUT_RECORDS)
  const poison = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'string') poison(value)
      else if (
        !/^(?:kind|type|subtype|objectId|scopeId|scriptId|notCapturedReason|reason|unserializableValue|source)$/.test(
          key
        )
      ) {
        node[key] = evil + value
      } else if (key === 'source') node[key] = value.replaceAll(' ', ` ${evil} `)
    }
  }
  poison(records)
  for (const all of [false, true]) {
    const text = await show(records, {
      all,
      header: { node: evil, platform: evil },
      end: { notCaptured: [{ reason: evil, what: evil, detail: evil }], captureErrors: [evil] }
    })

    // eslint-disable-next-line no-control-regex
    t.notMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]/)
    t.notMatch(text, /[\ud800-\udfff](?![\udc00-\udfff])/)
    t.match(text, /\\x1b\]0;owned\\x07/)
  }
})

t.test('the source of a function is looked at in no time, whatever it is', async t => {
  const spaces = ' '.repeat(1e6)
  const hostile = [
    `function${spaces}(`,
    `async${spaces}x`,
    `static${spaces}x`,
    `get${spaces}set${spaces}${'x'.repeat(1e6)}`,
    `class${spaces}`
  ]
  const sources = {
    ...hostile,
    named: 'async function* rows (a) {}',
    starred: 'function*rows (a) {}',
    method: 'static async *rows (a) {}',
    arrow: '(a) => a',
    klass: 'class Rows {}'
  }
  const entries = Object.entries(sources).map(([name, source], i) => ({
    name: `f_${name}`,
    source,
    objectId: String(100 + i)
  }))
  const text = await show(
    [
      { kind: 'exception', value: str('x'), description: 'x' },
      callFrame(entries.map(({ name, objectId }) => ({ name, value: fn(objectId) }))),
      ...entries.map(({ objectId, source }) =>
        object(objectId, {}, { type: 'function', className: 'Function', source })
      )
    ],
    { all: true }
  )
  for (const expected of [
    'f_0 [Function (anonymous)]',
    'f_named [Function: rows]',
    'f_starred [Function: rows]',
    'f_method [Function: rows]',
    'f_arrow [Function (anonymous)]',
    'f_klass [class Rows]'
  ]) {
    t.ok(text.replace(/ +/g, ' ').includes(expected), expected)
  }
})

t.test('objects that share others without end are shown in the end', t => {
  const records = Array.from({ length: 8 }, (_, i) =>
    object(`${i}`, Object.fromEntries(Array.from({ length: 100 }, (_, j) => [`field${j}`, ref(`${i + 1}`)])))
  )
  const text = formatValue(ref('0'), { object: id => records[Number(id)] }, { depth: 5 })
  t.ok(text.length > 1e6 && text.length < 1e8, String(text.length))
  t.end()
})

t.test('a text without its secrets says how long it was, and not that it was cut', t => {
  /** @type {import('../../../packages/shared/dump/format').Value} */
  const secret = { type: 'string', value: '[redacted]', length: 36, notCapturedReason: 'redacted' }
  const source = { object: () => undefined }
  t.equal(formatValue(secret, source), "'[redacted]' of 36 characters")
  t.equal(formatValue({ ...secret, length: 7 }, source), "'[redacted]'")
  t.equal(remoteObject(secret, source).value, '[redacted] <of 36 characters>')
  t.equal(remoteObject({ ...secret, length: 7 }, source).value, '[redacted]')
  t.end()
})

t.test('facts of the process may be anything, and lines of its output', async t => {
  const odd = { toString: 1, valueOf: 1 }
  const process = {
    kind: 'process',
    argv: ['node', odd, odd],
    execArgv: [odd],
    env: { A: odd, B: [odd], C: null },
    container: { kind: odd, memoryLimitBytes: odd },
    git: { commit: 'abc', branch: odd },
    packages: [{ name: odd, version: odd }, odd, null],
    httpRequests: { requests: [{ method: odd, url: odd, side: odd }, null], leftOut: odd },
    eventLoop: { turnMs: odd, delay: { maxMs: 5, p50Ms: odd, p99Ms: odd } },
    threads: [{ threadId: odd, file: odd }, odd],
    output: { stdout: { lines: [odd, 'written'] }, stderr: null },
    other: [odd, [odd], { odd }],
    another: { odd }
  }
  for (const all of [false, true]) {
    const text = await show([{ kind: 'exception', value: str('x'), description: 'x' }, process], { all })
    t.match(text, /\{"toString":1,"valueOf":1\}/)
    t.match(text, / stdout {2}written$/m)
  }
})

t.test('where the source is missing, its place says why', async t => {
  const without = CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'script')
  const late = await show(without, { end: { notCaptured: [{ what: 'sources', reason: 'timeout' }] } })
  t.match(late, /^checkout\.js:14:20\nno source: the time limit was reached\n\nFrames$/m)
  const cut = await show(without, { end: null })
  t.match(cut, /^checkout\.js:14:20\nno source: \S.*\n\nFrames$/m)
  const missing = { source: undefined, notCapturedReason: /** @type {const} */ ('scriptSize') }
  const large = CHECKOUT_RECORDS.map(each => (each.kind === 'script' ? { ...each, ...missing } : each))
  t.match(await show(large), /^checkout\.js:14:20\nno source: \S.*\n\nFrames$/m)
})

t.test('every kind of value can be shown', async t => {
  const text = await show(KINDS_RECORDS, { all: true })
  for (const expected of [
    'minusZero             -0',
    'big                   10n',
    "map                   Map(2) { { id: 1 } => 'by identity', 'text' => 2 }",
    'date                  2026-01-02T03:04:05.678Z',
    'regexp                /a+b/g',
    'promise               Promise { <pending> }',
    'buffer                <Buffer 68 c3 a9>',
    'boxed                 [Number: 5]',
    'derived               Derived {}',
    'error                 TypeError: bad { [cause]: { code: 7 } }'
  ]) {
    t.ok(text.replace(/ +/g, ' ').includes(expected.replace(/ +/g, ' ')), expected)
  }
})
