'use strict'
// Converts the frames of a dump for other tools: with file, line from 1, the code around it and plain values.

const { wasUnderWay } = require('../crash/application-frames')
const { displayUrl, isDependency, workingDirectory } = require('../source/location')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { linesOf } = require('../source/lines')
const { OWN_SCOPES } = require('../show/frames')
const { plainValue } = require('./plain-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * @typedef {object} PlainFrame
 * @property {string} functionName empty for an anonymous function
 * @property {string} file relative to the working directory of the process if it is below that
 * @property {string} path
 * @property {number} line from 1
 * @property {number} column from 1
 * @property {boolean} isApplication
 * @property {{ before: string[], line: string, after: string[] }} [code]
 * @property {Record<string, unknown>} [variables]
 */

const CONTEXT_LINES = 5
const MAX_LINE = 500

/** How many frames have variables. With variables for all frames, an event could exceed the limits of its receiver. */
const FRAMES_WITH_VARIABLES = 20

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {PlainFrame[]} innermost first; lines of the error's own stack if nothing was captured
 */
function plainFrames (dump, sourceMaps) {
  const directory = workingDirectory(dump)
  const captured = dump.callFrames.filter(wasUnderWay)
  if (captured.length === 0) {
    return (dump.exception?.stack ?? []).map(({ functionName, url, lineNumber, columnNumber }) => ({
      functionName,
      file: displayUrl(url, directory),
      path: displayUrl(url),
      line: lineNumber + 1,
      column: columnNumber + 1,
      isApplication: isApplication(url)
    }))
  }
  let withVariables = 0
  return captured.map(frame => {
    const { original, source, marked } = sourceMaps.resolve(frame, { forOthers: true })
    const place = original ?? frame
    const hasVariables = !frame.internal && withVariables++ < FRAMES_WITH_VARIABLES
    return {
      functionName: frame.functionName,
      file: displayUrl(place.url, directory),
      path: displayUrl(place.url),
      line: place.lineNumber + 1,
      column: place.columnNumber + 1,
      isApplication: !frame.internal && isApplication(frame.url),
      ...(source !== undefined &&
        marked.lineNumber === place.lineNumber && { code: codeAround(source, marked.lineNumber) }),
      ...(hasVariables && { variables: variablesOf(dump, frame) })
    }
  })
}

/** @param {string} url */
function isApplication (url) {
  return url !== '' && !url.startsWith('node:') && !isDependency(url)
}

/**
 * @param {string} source
 * @param {number} lineNumber
 */
function codeAround (source, lineNumber) {
  const lines = linesOf(source).map(line => line.slice(0, MAX_LINE))
  return {
    before: lines.slice(Math.max(0, lineNumber - CONTEXT_LINES), lineNumber),
    line: lines[lineNumber] ?? '',
    after: lines.slice(lineNumber + 1, lineNumber + 1 + CONTEXT_LINES)
  }
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {Record<string, unknown>}
 */
function variablesOf (dump, frame) {
  /** @type {Record<string, unknown>} */
  const found = Object.create(null)
  for (const scope of frame.scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) continue
    const { variables } = dump.scope(scope)
    const isWrapper = variables.some(({ name }) => name === '__filename')
    for (const { name, value, notCapturedReason } of variables) {
      if (name in found || (isWrapper && MODULE_WRAPPER.has(name))) continue
      found[name] = value === undefined ? `<${notCapturedReason ?? 'unavailable'}>` : plainValue(dump, value)
    }
  }
  if (frame.this.objectId !== undefined && frame.functionName !== '') found.this = plainValue(dump, frame.this)
  return found
}

/**
 * The frame that the report is about: the application's innermost frame.
 * @param {PlainFrame[]} frames
 * @returns {PlainFrame|undefined}
 */
function mainFrame (frames) {
  return (
    frames.find(frame => frame.isApplication) ?? frames.find(({ path }) => path !== '' && !path.startsWith('node:'))
  )
}

module.exports = { plainFrames, mainFrame }
