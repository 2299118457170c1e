'use strict'
// Reads what a tool has left of a crash, as far as its format can be read.

const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn, showDump } = require('../../lab/process/dumps')
const { leavesOfDump } = require('./dump-values')

const CORE_PATTERN = '/proc/sys/kernel/core_pattern'

/**
 * @typedef {{ names: string[], text: string }} Leaf a text and the names of its holders, the variable's name first
 *
 * @typedef {object} Evidence
 * @property {Leaf[]} [leaves] if the format has names
 * @property {(string | Buffer)[]} contents
 * @property {number} bytes size on disk
 * @property {string} [problem] why the tool has not done its work
 */

/**
 * @param {string} configuration
 * @param {string} directory working directory of the program
 * @param {string[]} bodies requests that the tool has sent meanwhile
 * @returns {Evidence}
 */
function evidenceOf (configuration, directory, bodies) {
  switch (configuration) {
    case 'on-demand':
    case 'always':
      return dump(directory)
    case 'sentry':
    case 'sentry-sync':
      return sentryEvents(bodies)
    case 'rollbar':
      return ofEvents(bodies.map(body => JSON.parse(body)), ['locals', 'custom', 'extra'])
    case 'report':
      return diagnosticReport(directory)
    case 'core':
      return coreFile(directory)
    default:
      return { leaves: [], contents: [], bytes: 0 }
  }
}

/** @param {string} directory @returns {Evidence} */
function dump (directory) {
  const files = dumpsIn(path.join(directory, 'crashes'))
  const dumps = files.map(showDump)
  return {
    leaves: dumps.flatMap(dump =>
      leavesOfDump(/** @type {import('./dump-values').Dump} */ (/** @type {unknown} */ (dump)))
    ),
    contents: dumps.map(dump => JSON.stringify(dump)),
    bytes: sizeOf(files),
    problem: files.length === 1 ? undefined : `${files.length} dumps`
  }
}

/**
 * @param {string[]} bodies envelopes: lines of JSON, each item preceded by a header
 * @returns {Evidence}
 */
function sentryEvents (bodies) {
  const items = bodies
    .flatMap(body => body.split('\n'))
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  // Other items are sessions and headers.
  return ofEvents(
    items.filter(item => item.platform !== undefined && item.event_id !== undefined),
    ['vars', '__serialized__']
  )
}

/**
 * @param {unknown[]} events
 * @param {string[]} keys members of an event that have the program's values
 * @returns {Evidence}
 */
function ofEvents (events, keys) {
  return {
    leaves: events.flatMap(event => keys.flatMap(key => below(event, key).flatMap(held => leavesOf(held)))),
    contents: events.map(event => JSON.stringify(event)),
    bytes: 0,
    problem: events.length > 0 ? undefined : 'no event was received'
  }
}

/** @param {string} directory @returns {Evidence} */
function diagnosticReport (directory) {
  const files = filesIn(directory, /^report\..*\.json$/)
  const contents = files.map(file => fs.readFileSync(file, 'utf8'))
  return {
    leaves: contents.flatMap(text => leavesOf(JSON.parse(text))),
    contents,
    bytes: sizeOf(files),
    problem: files.length === 1 ? undefined : `${files.length} reports`
  }
}

/** @param {string} directory @returns {Evidence} */
function coreFile (directory) {
  const files = filesIn(directory, /^core/)
  const pattern = fs.existsSync(CORE_PATTERN) ? fs.readFileSync(CORE_PATTERN, 'utf8').trim() : 'unknown'
  return {
    contents: files.map(file => fs.readFileSync(file)),
    // A core file has holes, which take no space on the disk.
    bytes: files.reduce((sum, file) => sum + fs.statSync(file).blocks * 512, 0),
    problem: files.length === 1 ? undefined : `${files.length} core files; core_pattern is ${pattern}`
  }
}

/** @param {unknown} node JSON @param {string} key @returns {unknown[]} the values of that key at any depth */
function below (node, key) {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, held]) => (name === key ? [held] : below(held, key)))
}

/** @param {unknown} node JSON @param {string[]} [names] @returns {Leaf[]} */
function leavesOf (node, names = []) {
  if (typeof node === 'string') return [{ names, text: node }]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, held]) => leavesOf(held, [...names, name]))
}

/** @param {string} directory @param {RegExp} pattern @returns {string[]} */
function filesIn (directory, pattern) {
  return fs
    .readdirSync(directory)
    .filter(name => pattern.test(name))
    .map(name => path.join(directory, name))
}

/** @param {string[]} files */
function sizeOf (files) {
  return files.reduce((sum, file) => sum + fs.statSync(file).size, 0)
}

module.exports = { evidenceOf }
