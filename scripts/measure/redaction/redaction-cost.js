'use strict'
// Measures what redaction costs a crash, and a capture of an error that is handled:
// node scripts/measure/redaction/redaction-cost.js [--rounds 15] [--node /path/to/node]
//
// The crash is that of examples/checkout: the times are those in its dump. The capture is the first one of
// benchmarks/scenarios/capture-cost, with 200 scripts and 50 MB. The processes with and without redaction take turns,
// and each is a fresh one. Prints medians, with the lowest and the highest.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { median } = require('../../../benchmarks/lab/quantile')
const { startService } = require('../../../benchmarks/lab/service/service')
const { readDump } = require('../../../packages/inspect/reader')

const ROOT = path.resolve(__dirname, '../../..')
const SERVER = path.join(ROOT, 'examples/checkout/server.js')
const CAPTURES = path.join(ROOT, 'benchmarks/scenarios/capture-cost/program.js')
const FATAL = { customer: 'Mallory', lines: [{ sku: 'teapot', quantity: 1 }], coupon: 'WELCOME' }

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, node: { type: 'string', default: process.execPath } }
})

/**
 * @template T
 * @param {(env: NodeJS.ProcessEnv, directory: string) => T | Promise<T>} use
 * @param {string} redact value of the setting
 * @returns {Promise<T>}
 */
async function inDirectory (use, redact) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'redaction-cost-'))
  const env = {
    ...process.env,
    PORT: '0',
    CRASH_COLLECTOR_DIR: directory,
    CRASH_COLLECTOR_STDERR: 'none',
    CRASH_COLLECTOR_REDACT: redact
  }
  try {
    return await use(env, directory)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} directory @returns {Promise<Record<string, number>>} in ms */
async function crash (env, directory) {
  const { signal } = new AbortController()
  const service = await startService([values.node, '--require', ROOT, SERVER], { cwd: directory, env, signal })
  service.request('POST', '/orders', FATAL)
  await service.ended
  const [name] = fs.readdirSync(directory).filter(each => each.endsWith('.ccdump'))
  const { end } = await readDump(path.join(directory, name))
  const { captureMs = NaN, writeMs = NaN } = end?.durations ?? {}
  return { 'capture at the crash': captureMs, 'writing of the dump': writeMs }
}

/** @param {NodeJS.ProcessEnv} env @param {string} directory @returns {Record<string, number>} in ms */
function capture (env, directory) {
  const args = ['--require', ROOT, '--expose-gc', CAPTURES, '200', '50', '5']
  const answer = JSON.parse(execFileSync(values.node, args, { env, cwd: directory, encoding: 'utf8' }))
  return { 'capture of a handled error': answer.metrics.firstMs }
}

async function main () {
  /** @type {Record<string, Record<string, number[]>>} by what is measured, then by the setting */
  const found = {}
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const redact of round % 2 === 0 ? ['true', 'false'] : ['false', 'true']) {
      for (const use of [crash, capture]) {
        for (const [what, ms] of Object.entries(await inDirectory(use, redact))) {
          ((found[what] ??= {})[redact] ??= []).push(ms)
        }
      }
    }
  }
  for (const [what, bySetting] of Object.entries(found)) {
    for (const [redact, all] of Object.entries(bySetting)) {
      const [least, most] = [Math.min(...all), Math.max(...all)]
      const shown = [median(all), least, most].map(ms => ms.toFixed(2))
      console.log(`${what}, redact ${redact}: ${shown[0]} (${shown[1]} to ${shown[2]}) ms`)
    }
  }
}

main()
