'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { readAsyncTasks } = require('../../../lib/capture/async-tasks')
const { findTasks } = require('../../../lib/capture/async-tasks/find')
const { crashTest, ROOT } = require('../../helpers/crash')
const { readDump } = require('../../../packages/inspect/reader')
const { matchValue } = require('../../helpers/match-value')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/waits.js')
const LINES = fs.readFileSync(PROGRAM, 'utf8').split('\n')

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} env
 * @param {string} [program]
 */
async function dumpOf (t, env, program = PROGRAM) {
  const { exitCode, stderr, file } = await runToDump(t, [program], { env })
  t.equal(exitCode, 1)
  const dump = await readDump(file)
  t.same(dump.end?.captureErrors, [], 'no error inside the collector', { stderr })
  return dump
}

t.test('what waits, with its variables', async t => {
  const dump = await dumpOf(t, { CRASH_COLLECTOR_ASYNC_TASKS: 'on' })
  const tasks = dump.asyncTasks
    .map(task => ({ ...task, line: LINES[task.lineNumber] }))
    .sort((a, b) => (a.functionName < b.functionName ? -1 : 1))
  t.same(
    tasks.map(({ functionName }) => functionName),
    ['ids', 'poll', 'send', 'send'],
    'not those that are done, nor those of Node.js'
  )
  /** @param {import('../../../packages/shared/dump/format').AsyncTaskRecord} task */
  const variables = task =>
    new Map(task.scopeChain.flatMap(scope => dump.scope(scope).variables.map(({ name, value }) => [name, value])))
  const has = (/** @type {number} */ index, /** @type {string} */ name, /** @type {unknown} */ value) => {
    t.same(matchValue(dump, variables(tasks[index]).get(name), value, name), [])
  }
  t.match(tasks[0].line, 'yield id')
  has(0, 'id', 8)
  t.match(tasks[1].line, '// POLLS')
  has(1, 'queue', 'orders')
  has(1, 'status', { queue: 'orders', round: 0 })
  t.match(tasks[2].line, '// WAITS')
  has(2, 'attempt', 3)
  t.same(
    tasks
      .slice(2)
      .map(task => dump.object(String(variables(task).get('letter')?.objectId))?.properties[0].value?.value)
      .sort(),
    ['bob', 'eve']
  )
  t.equal(tasks[2].this?.className, 'Mailer')
  t.match(tasks[2].url, 'waits.js')
  t.equal(new Set(tasks.map(({ taskId }) => taskId)).size, 4)
})

t.test(
  'who waits for whom, and for what',
  { skip: process.platform !== 'linux' && 'the heap is read on Linux only' },
  async t => {
    const program = path.join(ROOT, 'test/fixtures/process/waits-for-each-other.js')
    const dump = await dumpOf(t, { CRASH_COLLECTOR_ASYNC_TASKS: 'auto' }, program)
    const lines = fs.readFileSync(program, 'utf8').split('\n')
    const taskOf = (/** @type {string | undefined} */ id) => dump.asyncTasks.find(({ taskId }) => taskId === id)
    const mark = (/** @type {import('../../../packages/shared/dump/format').AsyncTaskRecord | undefined} */ task) =>
      /\/\/ ([A-Z]+)/.exec(lines[task?.lineNumber ?? 0])?.[1]
    const waits = dump.asyncTasks
      .map(task => [
        mark(task),
        task.taskType,
        (task.awaits ?? []).map(awaited => mark(taskOf(awaited.taskId)) ?? awaited.description).sort()
      ])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1))
    t.same(
      waits,
      [
        ['CHECKS', 'asyncFunction', ['PRICES', 'timer of 50000 ms']],
        ['CHECKS', 'asyncFunction', ['PRICES', 'timer of 50000 ms']],
        ['LISTENS', 'asyncFunction', ['Socket']],
        ['LISTS', 'asyncFunction', ['TURNS']],
        ['LOADS', 'asyncFunction', ['timer of 60000 ms']],
        ['LOADS', 'asyncFunction', ['timer of 60000 ms']],
        ['LOADS', 'asyncFunction', ['timer of 60000 ms']],
        ['PRICES', 'asyncFunction', ['LOADS']],
        ['PRICES', 'asyncFunction', ['LOADS']],
        ['PRICES', 'asyncFunction', ['LOADS']],
        ['READS', 'asyncFunction', ['FSReqPromise']],
        ['TELLS', 'asyncFunction', ['PRICES']],
        ['TURNS', 'asyncGenerator', ['timer of 70000 ms']]
      ],
      'garbage, which nothing can wake, is not among them'
    )
    for (const task of dump.asyncTasks.filter(each => mark(each) === 'CHECKS')) {
      const variables = new Map(
        task.scopeChain.flatMap(scope => dump.scope(scope).variables.map(({ name, value }) => [name, value]))
      )
      const id = variables.get('id')?.value
      const prices = taskOf(task.awaits?.find(({ taskId }) => taskId !== undefined)?.taskId)
      const order = prices?.scopeChain
        .flatMap(scope => dump.scope(scope).variables)
        .find(({ name }) => name === 'order')?.value
      t.same(matchValue(dump, order, { id, total: 10 * Number(id) }, 'order'), [], 'of this very checkout')
    }
  }
)

t.test(
  'many: each place is read, and all are counted',
  { skip: process.platform !== 'linux' && 'the heap is read on Linux only' },
  async t => {
    const program = path.join(ROOT, 'test/fixtures/process/many-wait.js')
    const dump = await dumpOf(t, { CRASH_COLLECTOR_MAX_OBJECTS: '400' }, program)
    t.equal(dump.asyncTasks.filter(({ functionName }) => functionName === 'serve').length, 300)
    t.equal(dump.asyncTasks.filter(({ functionName }) => functionName === 'sweep').length, 1)
    t.equal(dump.asyncTasks.filter(({ scopeChain }) => scopeChain.length > 0).length, 4)
    t.ok(
      dump.asyncTasks.find(({ functionName }) => functionName === 'sweep')?.scopeChain.length,
      'a place with one is read before the second of another'
    )
    t.match(dump.asyncTasks[200], {
      notCaptured: [{ what: 'variables', reason: 'taskCount' }],
      awaits: [{ type: 'timer' }]
    })
  }
)

t.test(
  'variables, as many as fit',
  { skip: process.platform !== 'linux' && 'the heap is read on Linux only' },
  async t => {
    const program = path.join(ROOT, 'test/fixtures/process/waits-with-texts.js')
    const dump = await dumpOf(
      t,
      { CRASH_COLLECTOR_MAX_BYTES: '200000', CRASH_COLLECTOR_DEADLINE_MS: '50000' },
      program
    )
    const read = dump.asyncTasks.filter(({ scopeChain }) => scopeChain.length > 0).length
    t.ok(read > 0 && read < 40, 'some of them', { read })
    t.equal(dump.asyncTasks.length, 40, 'all are shown')
    t.match(dump.asyncTasks[39], { notCaptured: [{ what: 'variables', reason: 'bytes' }] })
  }
)

t.test(
  'a chain that each of very many waits for is not gone along to its end',
  { skip: process.platform !== 'linux' && 'the heap is read on Linux only' },
  async t => {
    const program = path.join(ROOT, 'test/fixtures/process/waits-in-a-chain.js')
    const dump = await dumpOf(
      t,
      {
        CRASH_COLLECTOR_MAX_OBJECTS: '1000',
        CRASH_COLLECTOR_DEADLINE_MS: '40000'
      },
      program
    )
    t.ok(dump.asyncTasks.filter(({ functionName }) => functionName === 'work').length > 11_900, 'they are shown')
    t.ok(
      dump.notCaptured.find(
        ({ what, detail }) => what === 'asyncTasks' && detail === 'what some of them wait for was not found in time'
      )
    )
    t.same(
      dump.asyncTasks.filter(({ awaits }) => awaits !== undefined && awaits.length === 0),
      [],
      'none is said to wait for what nobody knows'
    )
  }
)

t.test('a search that may not end within deadlineMs is not begun', async t => {
  const native = /** @type {any} */ ({ heapState: () => ({ usedBytes: 100 * 1024 * 1024 }), threadCpuMs: () => 0 })
  const config = /** @type {any} */ ({ asyncTasksMaxHeapBytes: 500_000_000, asyncTasksMs: 500 })
  const [context, walk] = /** @type {any[]} */ ([{}, {}])
  const read = (/** @type {bigint} */ ms) =>
    readAsyncTasks(native, context, walk, config, process.hrtime.bigint() + ms * 1_000_000n)
  t.match(read(150n), {
    what: 'asyncTasks', reason: 'timeout', detail: /^a search may take 200 ms, and deadlineMs leaves 1[0-5]\d ms$/
  })
  t.throws(() => read(10_000n), 'else it is begun')
})

t.test('limits', async t => {
  const few = await dumpOf(t, { CRASH_COLLECTOR_ASYNC_TASKS: 'on', CRASH_COLLECTOR_MAX_OBJECTS: '100' })
  t.equal(few.asyncTasks.filter(({ scopeChain }) => scopeChain.length > 0).length, 1)
  t.match(few.notCaptured, [{ what: 'asyncTasks', reason: 'taskCount' }])
  const native = /** @type {any} */ ({ heapState: () => ({ usedBytes: 1024 * 1024 + 1 }) })
  const config = /** @type {any} */ ({ asyncTasksMaxHeapBytes: 1024 * 1024, asyncTasksMs: 1 })
  const [context, walk] = /** @type {any[]} */ ([{}, {}])
  const large = readAsyncTasks(native, context, walk, config, process.hrtime.bigint() + 10_000_000_000n)
  t.match(large, { what: 'asyncTasks', reason: 'timeout', detail: /1048577 bytes, and deadlineMs is for 1048576/ })
})

t.test('off', async t => t.same((await dumpOf(t, { CRASH_COLLECTOR_ASYNC_TASKS: 'off' })).asyncTasks, []))

t.test('the process dies as it would have', async t =>
  crashTest(t, {
    name: 'with them',
    file: 'rejection/fs-promises-nested.js',
    trigger: 'unhandledRejection',
    env: { CRASH_COLLECTOR_ASYNC_TASKS: 'on' }
  })
)

t.test('functions of Node.js that wait for each other in very many ways', t => {
  const [LAYERS, WIDTH] = [10, 10]
  const [OUTER, INNER] = [0, 1 + LAYERS * WIDTH]
  const names = Array.from({ length: INNER + 1 }, (_, index) =>
    index === OUTER ? 'outer' : index === INNER ? 'inner' : 'pipe'
  )
  const layer = (/** @type {number} */ index) =>
    index === OUTER ? -1 : index === INNER ? LAYERS : Math.floor((index - 1) / WIDTH)
  const links = names.flatMap((_, from) => names.flatMap((_, to) => (layer(to) === layer(from) + 1 ? [from, to] : [])))
  const native = /** @type {any} */ ({
    findTasks: () => ({
      tasks: names.map(() => ({})),
      functions: names,
      continuations: names.map(() => 0),
      timers: [],
      complete: true
    }),
    functionPlace: (/** @type {string} */ functionName) => ({
      functionName,
      url: functionName === 'pipe' ? 'node:internal/streams' : 'file:///app.js',
      scriptId: 1,
      lineNumber: functionName.length,
      columnNumber: functionName === 'outer' ? 1 : 2
    }),
    taskLinks: () => ({ tasks: links, causes: [], complete: true })
  })
  const tasks = findTasks(
    native,
    /** @type {any} */ ({}),
    { asyncTasks: 'on' },
    { cpuMsLeft: () => 10_000, msLeft: () => 10_000, isOver: () => false, beginReading () {} }
  )?.tasks
  t.same(
    tasks?.map(({ awaits }) => awaits),
    [[{ taskId: 'task:2', through: 'pipe' }], []]
  )
  t.end()
})
