'use strict'
// Compares two dumps: tells if both are the same crash, and what differs in variables, environment and versions.

const { isApplicationFrame } = require('../crash/application-frames')
const { errorTitle } = require('../crash/cause-chain')
const { factsOf } = require('../crash/facts')
const { comparePaths } = require('../execution-path/compare-paths')
const { displayUrl, workingDirectory } = require('../source/location')
const { OWN_SCOPES } = require('../show/frames')
const { ValueComparison, MAX_DIFFERENCES } = require('./compare-values')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./compare-values').Difference} Difference */
/** @typedef {{ functionName: string, a: number, b: number, differences: Difference[] }} FrameDifference */

/**
 * @typedef {object} DumpDifference
 * @property {boolean} sameCrash the fingerprints are equal
 * @property {{ a: string, b: string }} fingerprints
 * @property {Difference[]} crash class, message, frames of the fingerprint
 * @property {FrameDifference[]} frames frames that both have, with the differences of their variables
 * @property {boolean} framesCut the comparison stopped at a limit: more variables may differ
 * @property {import('../execution-path/compare-paths').PathDifference | null} paths where the requests part; null
 *   unless both dumps have an execution path
 * @property {Difference[]} process versions, environment, command line, packages, annotations
 */

/** Facts of the process record that people choose. The others differ between any two processes. */
const CHOSEN = [
  'argv',
  'execArgv',
  'cwd',
  'hostname',
  'osRelease',
  'cpus',
  'totalMemoryBytes',
  'env',
  'versions',
  'packages',
  'git',
  'container'
]

const MAX_FRAMES = 20

/**
 * @param {Dump} a
 * @param {Dump} b
 * @returns {DumpDifference}
 */
function compareDumps (a, b) {
  const [left, right] = [factsOf(a).fingerprint, factsOf(b).fingerprint]
  const frames = compareFrames(a, b)
  const count = frames.reduce((sum, { differences }) => sum + differences.length, 0)
  return {
    sameCrash: left.id === right.id,
    fingerprints: { a: left.id, b: right.id },
    crash: compareJson(crashOf(a, left), crashOf(b, right)),
    frames,
    framesCut: count >= MAX_DIFFERENCES,
    paths: comparePaths(a, b),
    process: [...compareJson(processFacts(a), processFacts(b)), ...compareAnnotations(a, b)]
  }
}

/**
 * @param {Dump} dump
 * @param {import('../crash/fingerprint').Fingerprint} fingerprint
 */
function crashOf (dump, { className, message, frames }) {
  const causes = dump.causes.map(cause => `${cause.path} ${errorTitle(cause)}`)
  return { error: className, message: dump.exception?.message ?? message, frames, ...(causes.length > 0 && { causes }) }
}

/**
 * Compares the annotations, which are values of the dumps; the other facts about the process are plain JSON.
 * @param {Dump} a
 * @param {Dump} b
 */
function compareAnnotations (a, b) {
  const comparison = new ValueComparison(a, b)
  comparison.compareParts(a.process?.annotations, b.process?.annotations, 'annotations')
  return comparison.differences
}

/**
 * Compares the frames that both dumps have at the same depth of the application, by function and file.
 * @param {Dump} a
 * @param {Dump} b
 * @returns {FrameDifference[]}
 */
function compareFrames (a, b) {
  const comparison = new ValueComparison(a, b)
  const pairs = a.causes.flatMap(cause => {
    const other = b.causes.find(
      ({ index, of, path }) => index === cause.index && of === cause.of && path === cause.path
    )
    return other === undefined ? [] : [[a.seenFrom(cause.index), b.seenFrom(other.index)]]
  })
  return [[a, b], ...pairs].flatMap(([left, right]) => compareFramesOf(left, right, comparison))
}

/**
 * @param {Dump} a
 * @param {Dump} b
 * @param {ValueComparison} comparison
 * @returns {FrameDifference[]}
 */
function compareFramesOf (a, b, comparison) {
  const ofA = applicationFrames(a)
  const rest = applicationFrames(b)
  /** @type {FrameDifference[]} */
  const found = []
  for (const left of ofA) {
    const index = rest.findIndex(right => keyOf(a, left) === keyOf(b, right))
    if (index === -1) continue
    const right = rest[index]
    rest.splice(0, index + 1)
    const before = comparison.differences.length
    const [variablesA, variablesB] = [variablesOf(a, left), variablesOf(b, right)]
    for (const name of new Set([...variablesA.keys(), ...variablesB.keys()])) {
      if (!isUnknown(variablesA, name) && !isUnknown(variablesB, name)) {
        comparison.compare(variablesA.get(name), variablesB.get(name), name)
      }
    }
    found.push({
      functionName: left.functionName,
      a: left.index,
      b: right.index,
      differences: comparison.differences.slice(before)
    })
  }
  return found
}

/** @param {Dump} dump */
function applicationFrames (dump) {
  return dump.callFrames.filter(isApplicationFrame).slice(0, MAX_FRAMES)
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 */
function keyOf (dump, frame) {
  return `${frame.functionName} ${displayUrl(frame.url, workingDirectory(dump))}`
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 */
function variablesOf (dump, frame) {
  /** @type {Map<string, import('crash-collector-shared/dump/format').Value|undefined>} */
  const found = new Map()
  for (const scope of frame.scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) continue
    for (const { name, value } of dump.scope(scope).variables) if (!found.has(name)) found.set(name, value)
  }
  if (frame.this.objectId !== undefined) found.set('this', frame.this)
  return found
}

/**
 * True if the dump has the variable without a value: not captured, or not initialised.
 * @param {Map<string, import('crash-collector-shared/dump/format').Value|undefined>} variables
 * @param {string} name
 */
function isUnknown (variables, name) {
  return variables.has(name) && variables.get(name) === undefined
}

/** @param {Dump} dump */
function processFacts (dump) {
  const { trigger, node, platform, arch, mode, collectorVersion } = dump.header
  /** @type {Record<string, unknown>} */
  const facts = { trigger, node, platform, arch, mode, collectorVersion }
  for (const name of CHOSEN) if (dump.process?.[name] !== undefined) facts[name] = dump.process[name]
  if (Array.isArray(facts.packages)) facts.packages = versionsByName(facts.packages)
  // The memory in use at that moment is not a setting.
  if (isObject(facts.container)) facts.container = { ...facts.container, memoryUsedBytes: undefined }
  return facts
}

/**
 * Versions by package name. In a comparison of lists, one additional package would make all following entries differ.
 * @param {unknown[]} packages as in the dump
 * @returns {Record<string, string>}
 */
function versionsByName (packages) {
  /** @type {Record<string, string>} */
  const versions = Object.create(null)
  for (const each of packages) {
    if (!isObject(each)) continue
    const [name, version] = [ownValue(each, 'name'), ownValue(each, 'version') ?? 'no version'].map(String)
    versions[name] = name in versions ? `${versions[name]}, ${version}` : version
  }
  return versions
}

/**
 * @param {unknown} a
 * @param {unknown} b
 * @param {string} [path]
 * @returns {Difference[]}
 */
function compareJson (a, b, path = '') {
  if (isObject(a) && isObject(b)) {
    const separator = path === '' ? '' : '.'
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap(name =>
      compareJson(ownValue(a, name), ownValue(b, name), path + separator + name)
    )
  }
  const [left, right] = [a, b].map(each =>
    each === undefined ? null : typeof each === 'string' ? each : JSON.stringify(each)
  )
  return left === right ? [] : [{ path, a: left, b: right }]
}

/**
 * @param {object} object
 * @param {string} name
 * @returns {unknown}
 */
function ownValue (object, name) {
  return Object.getOwnPropertyDescriptor(object, name)?.value
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isObject (value) {
  return typeof value === 'object' && value !== null
}

module.exports = { compareDumps }
