'use strict'
const t = require('tap')
const path = require('node:path')
const { makeDump } = require('../../helpers/make-dump')
const { runNode } = require('../../helpers/run-node')
const { ROOT, temporaryDirectory } = require('../../helpers/crash')

const BIN = path.join(ROOT, 'bin/crash-collector.js')

/**
 * @param {string} taskId
 * @param {string} functionName
 * @param {object} more
 */
const task = (taskId, functionName, more) =>
  /** @type {import('../../../packages/shared/dump/format').AsyncTaskRecord} */ ({
    kind: 'asyncTask',
    taskId,
    taskType: 'asyncFunction',
    functionName,
    url: '/app/shop.js',
    scriptId: '9',
    lineNumber: functionName === 'load' ? 10 : 20,
    columnNumber: 2,
    scopeChain: [{ type: 'local', variables: [{ name: 'id', value: { type: 'string', value: `of ${taskId}` } }] }],
    ...more
  })

/** @param {import('tap').Test} t @param {import('../../../packages/shared/dump/format').AsyncTaskRecord[]} tasks */
function dumpOf (t, tasks) {
  return makeDump(path.join(temporaryDirectory(t), 'made.ccdump'), tasks)
}

/** @param {string[]} args */
async function output (...args) {
  const { stdout, stderr, exitCode } = await runNode([BIN, ...args], { env: { COLUMNS: '80' } })
  return { text: stdout, stderr, exitCode }
}

t.test('those at one place stand together', async t => {
  const many = Array.from({ length: 30 }, (_, i) =>
    task(`task:${i + 2}`, 'load', { awaits: [{ type: 'timer', description: 'timer of 5 ms' }] })
  )
  const dump = dumpOf(t, [task('task:1', 'serve', { awaits: [{ taskId: 'task:2' }] }), ...many])
  const { text } = await output('show', dump)
  t.match(text, 'Waiting (31 suspended async functions and generators)')
  t.match(text, /task:2 {2}load {2}\/app\/shop\.js:11:3 × 30\n {6}waits for timer of 5 ms\n {6}id: 'of task:2'\n/)
  t.match(text, /task:1 {2}serve {2}\/app\/shop\.js:21:3\n {6}waits for task:2 load\n/)
  t.notMatch(text, 'task:3 ')
  t.match(text, '--tasks shows each, under what waits for it')
})

t.test('each under what waits for it', async t => {
  const dump = dumpOf(t, [
    task('task:1', 'load', { awaits: [{ type: 'request', description: 'FSReqPromise', through: 'readFile' }] }),
    task('task:2', 'serve', { awaits: [{ taskId: 'task:1' }, { taskId: 'task:77' }] }),
    task('task:3', 'sweep', { awaits: [{ taskId: 'task:1' }] }),
    task('task:4', 'ids', { taskType: 'generator', awaits: [] }),
    task('task:5', 'lost', { awaits: [] }),
    task('task:6', 'ring', { awaits: [{ taskId: 'task:7' }] }),
    task('task:7', 'ring', { awaits: [{ taskId: 'task:6' }] })
  ])
  const { text } = await output('show', '--tasks', dump)
  t.equal(
    text,
    [
      'Waiting (what a function waits for stands below it)',
      '  task:2  serve  /app/shop.js:21:3',
      '      waits for task:1 load, task:77',
      "      id: 'of task:2'",
      '    task:1  load  /app/shop.js:11:3',
      '        waits for FSReqPromise, through readFile of Node.js',
      "        id: 'of task:1'",
      '  task:3  sweep  /app/shop.js:21:3',
      '      waits for task:1 load',
      "      id: 'of task:3'",
      '    task:1  load (above)',
      '  task:4  ids  /app/shop.js:21:3',
      '      waits for its next call',
      "      id: 'of task:4'",
      '  task:5  lost  /app/shop.js:21:3',
      '      waits for a promise (nothing more is known)',
      "      id: 'of task:5'",
      '  task:6  ring  /app/shop.js:21:3',
      '      waits for task:7 ring',
      "      id: 'of task:6'",
      '    task:7  ring  /app/shop.js:21:3',
      '        waits for task:6 ring',
      "        id: 'of task:7'",
      '      task:6  ring (above)',
      ''
    ].join('\n')
  )
})

t.test('none', async t => {
  const dump = dumpOf(t, [])
  t.equal((await output('show', '--tasks', dump)).text, 'The dump has no suspended async functions or generators.\n')
})

t.test('evaluated on', async t => {
  const dump = dumpOf(t, [task('task:1', 'load', {}), task('task:2', 'load', {})])
  t.equal((await output('eval', dump, '--frame', 'task:2', 'id.toUpperCase()')).text, "'OF TASK:2'\n")
})
