'use strict'
// Reads dumps by the command line, as users do.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { REPOSITORY } = require('../environment')

/**
 * The output of `crash-collector show --json`, as far as the lab uses it.
 * @typedef {object} ShownDump
 * @property {string} trigger
 * @property {{ message?: string }} exception
 * @property {ShownFrame[]} callFrames
 * @property {{ captureMs: number, writeMs: number, asyncTasks?: { scanMs?: number, collectMs?: number,
 *   totalMs: number } }} [durations]
 * @property {unknown[]} [asyncTasks]
 * @property {{ what?: string, reason: string, detail?: string }[]} notCaptured
 * @property {Record<string, { properties?: { name: string, value?: { value?: unknown } }[] }>} objects by objectId
 *
 * @typedef {object} ShownFrame
 * @property {string} functionName
 * @property {{ type: string, variables: Record<string, { value?: unknown, objectId?: string }> }[]} scopeChain
 */

/**
 * @param {string} directory
 * @returns {string[]} paths
 */
function dumpsIn (directory) {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .filter(name => name.endsWith('.ccdump'))
    .map(name => path.join(directory, name))
}

/**
 * @param {string} file
 * @returns {ShownDump}
 */
function showDump (file) {
  const cli = path.join(REPOSITORY, 'bin', 'crash-collector.js')
  return JSON.parse(
    execFileSync(process.execPath, [cli, 'show', '--json', file], { encoding: 'utf8', maxBuffer: 1 << 28 })
  )
}

/**
 * @param {ShownDump} dump
 * @param {string} functionName
 * @returns {Record<string, { value?: unknown }>} the variables in all scopes of the innermost frame with that name
 */
function variablesOf (dump, functionName) {
  const frame = dump.callFrames.find(frame => frame.functionName === functionName)
  return Object.assign(Object.create(null), ...(frame?.scopeChain ?? []).map(({ variables }) => variables).reverse())
}

module.exports = { dumpsIn, showDump, variablesOf }
