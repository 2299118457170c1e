'use strict'
// node benchmarks/experiments/failed-requests.js [<file>]: the instructions by which express and fastify answer a
// request that does not fail, with and without the trigger `handled500` (docs/decisions/failed-requests.md). The rows
// go to the file. It needs qemu-user.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { countRequests } = require('../lab/instructions/count-requests')

const ROOT = path.join(__dirname, '..', '..')
const SIDES = { without: null, 'only api': 'api', 'only api, again': 'api', 'api,handled500': 'api,handled500' }
const COUNT = { requests: [{ method: 'GET', path: '/orders/5' }], warmUp: 1, count: 1000 }
const ROUNDS = 3
const TIMEOUT_MS = 10 * 60_000

/** @param {string | undefined} file */
async function main (file) {
  for (let round = 1; round <= ROUNDS; round++) {
    for (const framework of ['express', 'fastify']) {
      const command = [path.join(__dirname, '..', 'scenarios', 'programs', `${framework}-service.js`)]
      for (const [side, triggers] of Object.entries(SIDES)) {
        const { metrics, discarded } = await counted(command, side, triggers)
        const of = { date: new Date().toISOString(), node: process.version, framework, side, round }
        const row = { ...of, ...metrics, discarded }
        console.log(JSON.stringify(row))
        if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify(row)}\n`)
      }
    }
  }
}

/**
 * @param {string[]} command
 * @param {string} label
 * @param {string | null} triggers null: without the collector
 */
async function counted (command, label, triggers) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'failed-requests-'))
  try {
    const nodeArgs = triggers === null ? [] : ['--require', ROOT]
    const env = { CRASH_COLLECTOR_TRIGGERS: triggers ?? '', CRASH_COLLECTOR_DIR: directory }
    const context = {
      configuration: { name: label, label, nodeArgs, env },
      node: process.execPath,
      directory,
      env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      quick: false
    }
    return await countRequests({ command, ...COUNT }, /** @type {any} */ (context))
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

main(process.argv[2])
