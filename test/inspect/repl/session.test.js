'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { noPaint } = require('../../../packages/inspect/text/colours')
const { historyFile, readHistory, writeHistory } = require('../../../packages/inspect/repl/history')
const { Session } = require('../../../packages/inspect/repl/session')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, makeDump, num, object, ref, vars } = require('../../helpers/make-dump')
const { runNode } = require('../../helpers/run-node')

const CLI = path.join(__dirname, '../../../bin/crash-collector.js')

/** @param {import('tap').Test} t */
async function session (t, records = CHECKOUT_RECORDS) {
  const made = new Session(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records)), {
    columns: 80,
    paint: noPaint
  })
  t.teardown(() => made.end())
  return made
}

t.test('frames, up, down, frame', async t => {
  const repl = await session(t)
  t.equal(repl.prompt, '#0> ')
  t.match(await repl.execute('frames'), /^\* #0 {2}priceOf {2}checkout\.js:14:20\n {2}#1 {2}checkout /)
  t.equal(await repl.execute('where'), await repl.execute('frames'))
  t.match(await repl.execute('up'), /^#1 {2}checkout {2}checkout\.js:24:12\n[^]*> 24 \|/)
  t.equal(repl.prompt, '#1> ')
  t.match(await repl.execute('up'), 'this is the outermost frame\n')
  t.match(await repl.execute('down'), /^#0 /)
  t.equal(await repl.execute('down'), 'this is the innermost frame\n')
  t.match(await repl.execute('frame 1'), /^#1 /)
  t.equal(await repl.execute('frame 99'), 'there is no frame 99 (frames and tasks list all)\n')
  t.match(await repl.execute('frame'), /^#1 /)
})

t.test('vars, source, tasks, help, exit', async t => {
  const repl = await session(t)
  t.match(
    await repl.execute('vars'),
    /^local.*\n {6}line {5}\{ sku: 'C-9', qty: 1 \}\n {6}product {2}undefined\n[^]*discount {2}0\.1/
  )
  t.equal(await repl.execute('locals'), await repl.execute('vars'))
  t.match(await repl.execute('source'), /> 14 \| +return product\.price/)
  t.match(await repl.execute('tasks'), /^ {2}t1 {2}checkout /)
  t.match(await repl.execute('frame t1'), /^t1 {2}checkout /)
  t.equal(repl.prompt, 't1> ')
  t.match(await repl.execute('up'), /^that works on frames/)
  t.match(await repl.execute('help'), /^frames/)
  t.equal(await repl.execute('  '), '')
  await repl.execute('exit')
  t.equal(repl.isOver, true)
})

t.test('evaluation is on the selected frame, or task', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  const input = 'line.sku + 1\norder.id\nup\norder.id\nthrow 5\nframe t1\norder.id + 1\n(1 +\n'
  const { stdout, stderr } = await runNode([CLI, 'repl', 'a.ccdump'], { cwd, input })
  t.equal(stderr, '')
  t.match(stdout, /^'C-91'\nReferenceError: order is not defined; frame 1 \(checkout\) has it\n#1 /)
  t.match(stdout, /\n#1 [^]*\n7\nUncaught 5\nt1 [^]*\n8\nSyntaxError: /)
})

t.test("gdb's words and Node.js's", async t => {
  const repl = await session(t)
  t.match(await repl.execute('bt'), /^\* #0 {2}priceOf /)
  t.match(await repl.execute('f 1'), /^#1 {2}checkout /)
  t.match(await repl.execute('.f 0'), /^#0 {2}priceOf /)
  t.match(await repl.execute('l'), /> 14 \|/)
  t.match(await repl.execute('.help'), /^frames/)
  await repl.execute('.q')
  t.equal(repl.isOver, true)
  const scopeChain = [{ type: /** @type {const} */ ('local'), variables: vars({ q: num(1), f: num(2) }) }]
  const other = await session(t, [callFrame([], { scopeChain })])
  t.match(await other.execute('.bt'), /^\* #0/)
  t.equal(other.goesOn('q'), false)
  t.equal(other.isOver, false, 'a variable of this name comes first')
  await other.execute('.q')
  t.equal(other.isOver, true)
})

t.test('more lines belong to what is open', async t => {
  const repl = await session(t)
  for (const text of ['(1 +', 'f(', 'line.', '{', '`a', '/* a', 'function f () {', 'p [1,', 'if (line)']) {
    t.equal(repl.goesOn(text), true, text)
  }
  for (const text of ['1 + 1', 'a b', '"a', '}', 'bt', 'up', 'frame 1', 'p line', 'source', '', '// a']) {
    t.equal(repl.goesOn(text), false, text)
  }
})

t.test('a session: changes stay, and errors of syntax show the place', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  const input = [
    "line.sku = 'x'",
    'let k = [',
    '  1,',
    '  2',
    ']',
    'p k',
    '_.length',
    'vars',
    '1 + )',
    'k.map(x =>',
    '  x x)',
    'reset',
    'line',
    'f(k'
  ].join('\n')
  const { stdout, stderr, exitCode } = await runNode([CLI, 'repl', 'a.ccdump'], { cwd, input })
  t.same([stderr, exitCode], ['', 0])
  t.match(stdout, /^'x'\nundefined\n\[ 1, 2 \]\n2\nlocal.*\n {6}line {5}\{ sku: 'x', qty: 1 \}\n/)
  t.match(stdout, "\nSyntaxError: Unexpected token ')'\n  1 + )\n      ^\n")
  t.match(stdout, '\nSyntaxError: missing ) after argument list\n    x x)\n    ^\n')
  t.match(stdout, /\nall values are those of the dump again\n\{ sku: 'C-9', qty: 1 \}\nSyntaxError: Unexpected end/)
})

t.test('completion of variables, properties and commands', async t => {
  const repl = await session(t)
  t.same(repl.complete('li'), [['line'], 'li'])
  t.same(repl.complete('fra'), [['frame', 'frames'], 'fra'])
  t.same(repl.complete('line.'), [['qty', 'sku'], ''])
  t.same(repl.complete('1 + line.s'), [['sku'], 's'])
  t.same(repl.complete('catalog.ge')[0].includes('get'), true)
  await repl.execute('up')
  t.same(repl.complete('order.lines[0].s'), [['sku'], 's'])
  t.same(repl.complete('order.#c'), [['#coupon'], '#c'])
  t.ok(repl.complete('order.').at(0)?.includes('hasCoupon'), 'methods of the class')
  t.same(repl.complete('nothing.'), [[], ''])
  t.ok(repl.complete('f(')[0].includes('order'), 'a name may begin after a parenthesis')
  t.same(repl.complete('f(order.id)'), [[], 'f(order.id)'])
})

t.test('the frames that awaited what failed are told from those of the stack', async t => {
  const repl = await session(
    t,
    CHECKOUT_RECORDS.map(record =>
      record.kind === 'callFrame' && record.index === 1
        ? { ...record, role: /** @type {const} */ ('awaiting') }
        : record
    )
  )
  t.match(await repl.execute('frames'), /^\* #0 .*\nwaiting for what failed above:\n {2}#1 {2}checkout /)
})

t.test('vars has this below the innermost scope', async t => {
  const scopes = [
    { type: 'local', name: 'f', variables: vars({ order: num(1) }) },
    { type: 'closure', variables: vars({ limit: num(2) }) }
  ]
  const self = object('1', { id: num(7) })
  const repl = await session(t, [callFrame([], { this: ref('1'), scopeChain: scopes }), self])
  t.equal(await repl.execute('vars'), 'local of f\n      order  1\n      this   { id: 7 }\nclosure\n      limit  2\n')
  const without = await session(t, [callFrame([], { this: ref('1'), scopeChain: [] }), self])
  t.equal(await without.execute('vars'), '      this  { id: 7 }\n')
})

t.test('a dump without frames', async t => {
  const repl = await session(t, [{ kind: 'exception', value: { type: 'string', value: 'boom' }, description: 'boom' }])
  t.equal(await repl.execute('frames'), 'no frames were captured\n')
  t.match(await repl.execute('a'), /no variables were captured/)
  t.equal(await repl.execute('vars'), 'no variables were captured\n')
  t.same(repl.complete('fr'), [['frames', 'frame'], 'fr'])
})

t.test('commands from a pipe', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  const { stdout, stderr, exitCode } = await runNode([CLI, 'repl', 'a.ccdump'], {
    cwd,
    input: 'line.sku\nup\norder.id\nexit\nline\n'
  })
  t.equal(stderr, '')
  t.equal(exitCode, 0)
  t.match(stdout, /^'C-9'\n#1 {2}checkout [^]*\n7\n$/)
  t.match(await runNode([CLI, 'repl', 'a.ccdump', '--json'], { cwd }), { exitCode: 2 })
})

t.test('history: newest first, bounded, private, and off when the user says so', t => {
  const directory = t.testdir()
  const file = path.join(directory, 'history')
  t.same(readHistory(file), [])
  writeHistory(file, ['c', 'b', 'a'])
  t.equal(fs.readFileSync(file, 'utf8'), 'a\nb\nc\n')
  t.same(readHistory(file), ['c', 'b', 'a'])
  if (process.platform !== 'win32') t.equal(fs.statSync(file).mode & 0o777, 0o600)
  fs.chmodSync(file, 0o644)
  writeHistory(file, ['c'])
  t.equal(fs.readFileSync(file, 'utf8'), 'c\n')
  if (process.platform !== 'win32') t.equal(fs.statSync(file).mode & 0o777, 0o600, 'also one that was there')
  t.equal(historyFile({ CRASH_COLLECTOR_REPL_HISTORY: '' }), null)
  t.equal(historyFile({ CRASH_COLLECTOR_REPL_HISTORY: file }), file)
  t.match(historyFile({}), /crash_collector_history$/)
  t.same(readHistory(null), [])
  writeHistory(null, ['a'])
  writeHistory(path.join(directory, 'no', 'such', 'place'), ['a'])
  t.end()
})
