'use strict'
// Walks in workers use their own environment's intrinsics, and a worker can be ended during a walk.

const path = require('node:path')
const { Worker } = require('node:worker_threads')

const t = require('tap')

const WALK = `
const { parentPort } = require('node:worker_threads')
const { walkGraph } = require(${JSON.stringify(path.join(__dirname, 'walk-graph'))})
const { makeRandomGraph } = require(${JSON.stringify(path.join(__dirname, 'random-graph'))})
let seed = 1
parentPort.on('message', () => {
  const { records, value } = walkGraph([[], {}, new Map()])
  const text = JSON.stringify([...records.values()])
  parentPort.postMessage({ objects: records.size, prototypes: text.includes('[[Prototype]]') })
})
`
const ENDLESS =
  WALK +
  `
parentPort.postMessage('ready')
for (;;) walkGraph(makeRandomGraph(seed++).root)
`

t.test('several workers at once', async t => {
  const workers = Array.from({ length: 3 }, () => new Worker(WALK, { eval: true }))
  const answers = await Promise.all(
    workers.map(
      worker =>
        new Promise((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
          worker.postMessage('walk')
        })
    )
  )
  for (const answer of answers) t.same(answer, { objects: 4, prototypes: false })
  for (const worker of workers) t.equal(await worker.terminate(), 1)
})

t.test('terminated while walking', async t => {
  for (let i = 0; i < 5; i++) {
    const worker = new Worker(ENDLESS, { eval: true })
    await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    t.equal(await worker.terminate(), 1)
  }
})
