'use strict'
// Lets a program die that tells V8 by its own syntax which functions to compile, and reads a frame's own variables.

const path = require('node:path')

const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { PATIENT, ROOT } = require('./crash')
const { runNode } = require('./run-node')

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} files texts by name; `program.js` is run
 * @param {Record<string, string>} [env]
 * @returns {Promise<string>} path of the first dump
 */
async function dumpOfOptimised (t, files, env = {}) {
  const cwd = t.testdir(files)
  const crashes = path.join(cwd, 'crashes')
  await runNode(['--allow-natives-syntax', '--require', ROOT, 'program.js'], {
    cwd,
    env: { ...PATIENT, CRASH_COLLECTOR_DIR: crashes, ...env }
  })
  return dumpsIn(crashes)[0]
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord
 *   | import('crash-collector-shared/dump/format').AsyncTaskRecord} frame
 * @returns {Map<string, unknown>} the values, or the reason why there is none
 */
function ownVariables (dump, { scopeChain }) {
  const own = scopeChain.filter(({ type }) => type === 'local' || type === 'block')
  return new Map(
    own
      .flatMap(scope => dump.scope(scope).variables)
      .map(({ name, value, notCapturedReason }) => [
        name,
        value === undefined || value.type === 'undefined' ? notCapturedReason : (value.value ?? value.type)
      ])
  )
}

module.exports = { dumpOfOptimised, ownVariables }
