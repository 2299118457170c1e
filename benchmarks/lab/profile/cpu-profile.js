'use strict'
// Converts V8's CPU profile to stacks as perf's: for machines without perf, and for services.

const fs = require('node:fs')
const path = require('node:path')

/** @typedef {import('node:inspector').Profiler.Profile} Profile */

const STARTING = /^JS:\(anonymous\) run_main_module:/

/**
 * @param {string} directory
 * @returns {string[]} arguments with which Node.js writes a profile there when the process ends
 */
function profileArgs (directory) {
  return ['--cpu-prof', `--cpu-prof-dir=${directory}`]
}

/**
 * @param {string} directory
 * @returns {import('./perf').Stacks}
 * @throws if there is no profile
 */
function stacksIn (directory) {
  const [name] = fs.readdirSync(directory).filter(name => name.endsWith('.cpuprofile'))
  if (name === undefined) throw new Error('the process has left no CPU profile')
  return stacksOf(JSON.parse(fs.readFileSync(path.join(directory, name), 'utf8')))
}

/**
 * @param {Profile} profile
 * @returns {import('./perf').Stacks} without the samples in which the process was idle or loaded its main module
 */
function stacksOf ({ nodes, samples = [] }) {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id])))
  /** @type {import('./perf').Stacks} */
  const stacks = new Map()
  for (const sample of samples) {
    const frames = []
    for (let id = /** @type {number | undefined} */ (sample); id !== undefined; id = parents.get(id)) {
      frames.unshift(nameOf(byId.get(id)))
    }
    const key = frames.slice(1).join(';')
    if (key === '' || key === '(idle)' || STARTING.test(key)) continue
    stacks.set(key, (stacks.get(key) ?? 0) + 1)
  }
  return stacks
}

/** @param {import('node:inspector').Profiler.ProfileNode | undefined} node */
function nameOf (node) {
  if (node === undefined) return '?'
  const { functionName, url, lineNumber, columnNumber } = node.callFrame
  if (url === '') return functionName.replaceAll(';', ':')
  return `JS:${functionName || '(anonymous)'} ${path.basename(url)}:${lineNumber + 1}:${columnNumber + 1}`.replaceAll(
    ';',
    ':'
  )
}

module.exports = { profileArgs, stacksIn }
