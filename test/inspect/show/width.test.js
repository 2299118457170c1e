'use strict'
// With long names, deep directories and narrow terminals, every text stays within its line.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { cutPainted, createPaint, withoutPaint } = require('../../../packages/inspect/text/colours')
const { list } = require('../../../packages/inspect/cli/commands/list')
const { Session } = require('../../../packages/inspect/repl/session')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { widthOf } = require('../../../packages/inspect/text/terminal-text')
const { renderDump } = require('../../../packages/inspect/show')
const { callFrame, makeDump, object, ref, str, vars } = require('../../helpers/make-dump')

const LONG = 'functionWithAVeryLongName'.repeat(3)
const WORD = 'x'.repeat(130)
const url = `file:///srv/releases/20260102030405/${'packages/'.repeat(12)}node_modules/thing/lib/index.js`
const place = { functionName: LONG, url, scriptId: '9', lineNumber: 99, columnNumber: 9 }
const scopeChain = [
  {
    type: /** @type {const} */ ('local'),
    variables: vars({
      aNameOfTwentyFourLetters: str('a value '.repeat(20)),
      [LONG]: ref('1'),
      again: ref('1'),
      error: ref('2', 'Error', 'error'),
      数据数据数据数据数据数据: str('数据'.repeat(60))
    })
  }
]
const task = (/** @type {string} */ taskId, /** @type {object} */ more) => ({
  kind: /** @type {const} */ ('asyncTask'),
  ...place,
  taskId,
  scopeChain,
  ...more
})

/** @type {import('../../../packages/shared/dump/format').DumpRecord[]} */
const RECORDS = [
  {
    kind: 'exception',
    value: ref('2', 'Error', 'error'),
    className: 'Error',
    message: 'no',
    description: 'Error: no',
    stack: [
      { ...place, lineNumber: 1, async: true },
      { ...place, async: true },
      { ...place, lineNumber: 2, async: true }
    ]
  },
  callFrame([], {
    ...place,
    scopeChain: [
      ...scopeChain,
      { ...scopeChain[0], type: 'closure', name: LONG },
      { type: 'module', variables: vars({ inModule: str('a') }) }
    ]
  }),
  object('1', {
    [LONG]: str('text '.repeat(30)),
    a: str('a'.repeat(20)),
    b: str('b'.repeat(20)),
    c: str('c'.repeat(30))
  }),
  object(
    '2',
    { code: str('E'.repeat(150)) },
    { subtype: 'error', className: 'Error', description: `Error: ${WORD} ${WORD}` }
  ),
  task('task:1', {}),
  task('task:2', { lineNumber: 5, awaits: [{ taskId: 'task:1' }, { taskId: 'task:3' }] }),
  task('task:3', { lineNumber: 7, awaits: [{ taskId: 'task:1' }] }),
  task('task:4', {}),
  { kind: 'process', cwd: '/app', argv: ['node', WORD], annotations: str(WORD) }
]
const END = {
  notCaptured: [{ reason: /** @type {const} */ ('depth'), what: `a ${WORD} b ${WORD} c` }],
  captureErrors: [WORD]
}

/**
 * @param {import('tap').Test} t
 * @param {(record: import('../../../packages/shared/dump/format').DumpRecord) => boolean} [isKept]
 */
const opened = (t, isKept = () => true) =>
  readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), RECORDS.filter(isKept), { end: END }))

/**
 * @param {import('tap').Test} t
 * @param {string} text
 * @param {number} columns
 * @param {string} what
 */
const fits = (t, text, columns, what) =>
  t.same(
    text.split('\n').filter(line => widthOf(withoutPaint(line)) > columns),
    [],
    `${what} in ${columns} columns`
  )

t.test('show', async t => {
  for (const dump of [await opened(t), await opened(t, ({ kind }) => kind !== 'callFrame')]) {
    for (const columns of [40, 60, 80, 100]) {
      for (const isTerminal of [false, true]) {
        const show = (/** @type {object} */ more) =>
          renderDump(dump, new SourceMaps(dump), { columns, all: false, isTerminal, ...more })
        // The error itself is not cut.
        fits(t, show({}).replace(/^[^]*?\n\n/, ''), columns, 'show')
        fits(t, show({ tasks: true }), columns, '--tasks')
      }
    }
  }
})

t.test('where a function stands is cut at its beginning, its name at its end', async t => {
  const show = async (/** @type {Parameters<typeof opened>[1]} */ isKept, more = {}) => {
    const dump = await opened(t, isKept)
    return renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false, ...more })
  }
  const text = await show(() => true)
  t.match(text, /^#0 {2}functionWithA\S*… {2}…\S*lib\/index\.js:100:10$/m)
  t.match(text, /^ {4}came through functionWithA\S*… {2}…\S*lib\/index\.js:2:10$/m)
  t.match(text, /^ {4}awaited by functionWithA\S*… {2}…\S*lib\/index\.js:3:10$/m)
  t.match(text, /^ {2}task:1 {2}functionWithA\S*… {2}…\S*index\.js:100:10 × 2$/m)
  t.match(text, /^ {2}closure of functionWithA\S*… \(#0\)$/m)
  t.match(text, /^ {2}module …\S*lib\/index\.js \(#0\)$/m)
  t.match(
    await show(({ kind }) => kind !== 'callFrame'),
    /^ {4}async functionWithA\S*… {2}…\S*lib\/index\.js:2:10$/m
  )
  t.match(await show(() => true, { tasks: true }), /^ +task:1 {2}functionWithA\S*… \(above\)$/m)
})

t.test('a long name of a variable stays whole where there is room', async t => {
  const dump = await opened(t)
  const show = (/** @type {object} */ more) =>
    renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false, ...more })
  t.match(show({}), /^ {6}aNameOfTwentyFourLetters {2}'a value /m)
  t.match(show({}), /^ {6}functionWithAVeryLongNamefunctionWithAV… {2}\{/m)
  t.match(show({ all: true }), `      ${LONG}  {`, '--all has all of it')
})

t.test('repl', async t => {
  const dump = await opened(t)
  const session = new Session(dump, { columns: 80, paint: (style, text) => text })
  for (const command of ['frame', 'frames', 'tasks', 'vars']) fits(t, await session.execute(command), 80, command)
  t.match(await session.execute('frames'), /^\* #0 {2}functionWithA\S*… {2}…\S*lib\/index\.js:100:10$/m)
})

t.test('list', async t => {
  const directory = t.testdir()
  makeDump(path.join(directory, 'crash.20260102.030405.4242.0.1.ccdump'), RECORDS, { end: END })
  fs.writeFileSync(path.join(directory, 'crash.20260102.030405.4242.0.2.ccdump'), 'nonsense')
  for (const flags of [{}, { group: true }]) {
    let text = ''
    await list.run([directory], flags, {
      columns: 80,
      isTerminal: true,
      write: (/** @type {string} */ written) => {
        text += written
      }
    })
    fits(t, text, 80, 'list')
    t.match(withoutPaint(text), / crash\.20260102\.030405\.4242\.0\.2\.ccdump {2}it .*…$/m)
  }
})

t.test('a cut line ends its colours', t => {
  const line = '\x1b[1mab\x1b[22m  \x1b[36mcdef\x1b[39m'
  t.equal(cutPainted(line, 8), line)
  t.equal(cutPainted(line, 7), '\x1b[1mab\x1b[22m  \x1b[36mcd…\x1b[39m')
  t.equal(cutPainted(line, 4), '\x1b[1mab\x1b[22m …\x1b[36m\x1b[39m')
  t.equal(cutPainted(line, 2), '\x1b[1ma…\x1b[22m\x1b[36m\x1b[39m')
  t.end()
})

t.test('NO_COLOR and FORCE_COLOR have the last word', t => {
  const painted = '\x1b[1ma\x1b[22m'
  const paint = (/** @type {boolean} */ isTerminal, env = {}) => createPaint(isTerminal, env)('bold', 'a')
  t.same(
    [
      paint(true),
      paint(true, { NO_COLOR: '1' }),
      paint(true, { NO_COLOR: '1', FORCE_COLOR: '1' }),
      paint(true, { TERM: 'dumb' })
    ],
    [painted, 'a', 'a', 'a']
  )
  t.same([paint(false), paint(false, { FORCE_COLOR: '1' }), paint(false, { FORCE_COLOR: '0' })], ['a', painted, 'a'])
  t.end()
})
