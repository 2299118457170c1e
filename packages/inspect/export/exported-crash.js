'use strict'
// Puts the facts of a crash into the form that every export format takes: plain frames, and causes with their stacks.

const { factsOf, typeAndMessageOf } = require('../crash/facts')
const { mainFrame, plainFrames } = require('./frames')
const { plainValue } = require('./plain-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/** The triggers of a process that died. @type {readonly import('crash-collector-shared/dump/format').Trigger[]} */
const FATAL = ['uncaughtException', 'unhandledRejection', 'caught', 'signal', 'outOfMemory', 'unsettledTopLevelAwait']

/** The number of annotations that a process may set. */
const MAX_ANNOTATIONS = 100
const MAX_CAUSES = 10

/**
 * @typedef {object} ExportedCrash
 * @property {string} type class of the error, or type of another thrown value
 * @property {string} message
 * @property {string} stack as Node.js prints it
 * @property {boolean} isFatal true if the process died of it
 * @property {string|undefined} diagnosis
 * @property {string} fingerprint
 * @property {import('../crash/request').Request|null} request that the failing code worked on
 * @property {CauseFacts[]} causes nearest to the error first; of a long chain the first ones and the root
 * @property {import('./frames').PlainFrame[]} frames
 * @property {import('./frames').PlainFrame|undefined} main
 */

/**
 * @typedef {object} CauseFacts
 * @property {number} index
 * @property {number} of index of the error that this one is a cause of; 0 is the reported error
 * @property {string} path name of the property of error `of` that holds this one
 * @property {string} type
 * @property {string} message
 * @property {string} stack
 * @property {import('./frames').PlainFrame[]} frames
 */

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {CauseFacts[]}
 */
function causeFacts (dump, sourceMaps) {
  const { causes: chain, otherCauses } = factsOf(dump)
  const near = chain.length > MAX_CAUSES ? [...chain.slice(0, MAX_CAUSES - 1), chain[chain.length - 1]] : chain
  const included = [...near, ...otherCauses.slice(0, MAX_CAUSES)]
  return included.map((cause, i) => ({
    index: cause.index,
    // The error that this one is a cause of may be left out. Then the one before takes its place.
    of: cause.of === 0 || included.some(({ index }) => index === cause.of) ? cause.of : (included[i - 1]?.index ?? 0),
    path: cause.path,
    ...typeAndMessageOf(cause, dump),
    stack: cause.description,
    frames: plainFrames(dump.seenFrom(cause.index), sourceMaps)
  }))
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {ExportedCrash}
 */
function exportedCrash (dump, sourceMaps) {
  const frames = plainFrames(dump, sourceMaps)
  const { error, diagnosis, fingerprint, request } = factsOf(dump)
  return {
    ...error,
    stack: dump.exception?.description ?? '',
    isFatal: FATAL.includes(dump.header.trigger),
    diagnosis: diagnosis?.text,
    fingerprint: fingerprint.id,
    request,
    causes: causeFacts(dump, sourceMaps),
    frames,
    main: mainFrame(frames)
  }
}

/**
 * A fact of the process record.
 * @param {Dump} dump
 * @param {string} name
 * @returns {string|undefined}
 */
function textFact (dump, name) {
  const value = dump.process?.[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * @param {Dump} dump
 * @param {string} name
 * @returns {number|undefined}
 */
function numberFact (dump, name) {
  const value = dump.process?.[name]
  return typeof value === 'number' ? value : undefined
}

/**
 * The application's annotations, each with the limits of a variable.
 * @param {Dump} dump
 * @returns {Record<string, unknown>|undefined}
 */
function annotationsFact (dump) {
  const objectId = dump.process?.annotations?.objectId
  const record = objectId === undefined ? undefined : dump.object(objectId)
  if (record === undefined) return undefined
  return Object.fromEntries(
    record.properties
      .slice(0, MAX_ANNOTATIONS)
      .map(({ name, value, notCapturedReason }) => [
        name,
        value === undefined ? `<${notCapturedReason ?? 'unavailable'}>` : plainValue(dump, value)
      ])
  )
}

module.exports = { exportedCrash, annotationsFact, textFact, numberFact }
