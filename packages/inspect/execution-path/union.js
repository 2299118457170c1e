'use strict'
// Adds up the paths of many dumps: which files, functions and packages any request ran, and which none.

const { displayUrl, fileOf, workingDirectory } = require('../source/location')
const { placeAt } = require('../source/lines')
const { coveredScripts } = require('./covered-scripts')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./covered-scripts').CoveredScript} CoveredScript */

/** @typedef {{ functionName: string, lineNumber: number | null }} FunctionPlace lineNumber: 0-based; null if unknown */
/**
 * A file of which some request ran something.
 * @typedef {{ file: string, functions: number, executed: number, neverExecuted: FunctionPlace[] }} ExecutedFile
 */

/**
 * @typedef {object} PathUnion
 * @property {{ name: string, count: number }[]} requests the most frequent first
 * @property {ExecutedFile[]} files of the application
 * @property {string[]} neverExecuted files of the application that were loaded, and of which no request ran anything
 * @property {string[]} changed files with several texts; only the newest counts
 * @property {{ executed: string[], neverExecuted: string[], neverLoaded: string[], notRecorded: string[] }} packages
 *   neverExecuted: were loaded; neverLoaded: dependencies; notRecorded: dependencies whose code had no counters
 * @property {boolean} truncated a path was cut: what it lacks may have run
 */

/**
 * @param {Dump[]} dumps with paths, the newest first
 * @param {string[]} dependencies of the application
 * @returns {PathUnion}
 */
function unionOfPaths (dumps, dependencies) {
  const paths = dumps.flatMap(({ executionPath }) => executionPath ?? [])
  const directory = dumps.map(workingDirectory).find(each => each !== undefined)
  const { scripts, changed } = coveredScripts(dumps)
  const executed = scripts.filter(({ counts }) => counts.some(count => count > 0))
  const executedFiles = new Set(executed.map(({ url }) => fileOf(url)))
  const loaded = [...new Set(paths.flatMap(({ notExecuted }) => notExecuted.map(fileOf)))]
  const idle = [...loaded, ...scripts.map(({ url }) => fileOf(url))].filter(file => !executedFiles.has(file))
  const shown = (/** @type {Iterable<string>} */ files) =>
    [...new Set(files)].map(file => displayUrl(file, directory)).sort()
  return {
    requests: countsOf(paths.map(({ name }) => name)),
    files: executed
      .filter(({ url }) => packageOf(url) === null)
      .map(script => executedFile(script, directory))
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
    neverExecuted: shown(idle.filter(file => packageOf(file) === null)),
    changed: shown(changed),
    packages: {
      ...packagesOf([...executedFiles], idle),
      ...otherDependencies(dependencies, [...executedFiles, ...idle], paths)
    },
    truncated: paths.some(({ truncated }) => truncated)
  }
}

/** @param {string[]} names */
function countsOf (names) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}

/**
 * @param {CoveredScript} script
 * @param {string} [directory]
 * @returns {ExecutedFile}
 */
function executedFile ({ url, source, blocks, counts }, directory) {
  const functions = blocks.map(([type, offset, , name], i) => ({ type, offset, name, count: counts[i] }))
    .filter(({ type }) => type === 'function')
    .sort((a, b) => a.offset - b.offset)
  const idle = functions.filter(({ count }) => count === 0)
  return {
    file: displayUrl(url, directory),
    functions: functions.length,
    executed: functions.length - idle.length,
    neverExecuted: idle.map(({ name, offset }) => ({
      functionName: name ?? '',
      lineNumber: source === undefined ? null : placeAt(source, offset).lineNumber
    }))
  }
}

/** @param {string[]} executed @param {string[]} idle files */
function packagesOf (executed, idle) {
  const names = packageNames(executed)
  return { executed: names, neverExecuted: packageNames(idle).filter(name => !names.includes(name)) }
}

/** @param {string[]} files */
function packageNames (files) {
  const names = files.map(packageOf).filter(name => name !== null)
  return [...new Set(names)].sort()
}

/**
 * @param {string} url or a path
 * @returns {string | null} the package that the file belongs to; null for the application
 */
function packageOf (url) {
  const [, name = null] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(url) ?? []
  return name === null ? null : name.replace('\\', '/')
}

/**
 * Tells dependencies without a file apart: they were not loaded, or nobody would know.
 * @param {string[]} dependencies
 * @param {string[]} files with counters
 * @param {import('crash-collector-shared/dump/event-types').ExecutionPathRecord[]} paths
 */
function otherDependencies (dependencies, files, paths) {
  const known = packageNames(files)
  const others = dependencies.filter(name => !known.includes(name)).sort()
  const isRecorded = (/** @type {string} */ name) =>
    paths.every(
      ({ packages, notInstrumented }) =>
        (packages.includes('*') || packages.includes(name)) &&
        notInstrumented.every(({ url }) => packageOf(url) !== name)
    )
  return {
    neverLoaded: others.filter(isRecorded),
    notRecorded: others.filter(name => !isRecorded(name))
  }
}

module.exports = { unionOfPaths }
