'use strict'
// A thread that reads dumps into rows.

const { parentPort, workerData } = require('node:worker_threads')

const { readRows } = require(workerData.readRows)

parentPort?.on('message', async (/** @type {{ path: string, name: string }} */ { path, name }) => {
  parentPort?.postMessage(await readRows(path, name))
})
