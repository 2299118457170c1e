'use strict'
// Finds the functions that a fingerprint is made of, and the source at the innermost one.

const { wasUnderWay } = require('../application-frames')
const { displayUrl, isDependency, workingDirectory } = require('../../source/location')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/source-map').SourceMaps} SourceMaps */
/** @typedef {import('../../source/source-map').Place} Place */

const ANONYMOUS = '(anonymous)'
/** How many functions count. Those further out can differ between two calls of the same faulty code. */
const FRAMES = 3
/** How many lines of a stack are looked at. */
const MAX_PLACES = 100
/** The longest line of source that is searched for an expression: longer ones are minified. */
const MAX_LINE = 500
/** Lines and characters of the source from the place on that are looked at. */
const MAX_LINES = 6
const MAX_TEXT = 1000

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {{ frames: string[], place: string, expression: string, construction: string }} place: the innermost one
 *   with its line, for people; construction: the source from `new SomeError(` on, if that stands there. A text that is
 *   not known is ''
 */
function fingerprintFrames (dump, sourceMaps) {
  const places = placesOf(dump).map(place => ({ place, ...originalOf(place, sourceMaps) }))
  // Code that a bundler has added has no place in the original source.
  const written = orAll(places, ({ isAdded }) => !isAdded)
  const own = orAll(written, ({ isPackage }) => !isPackage)
  const frames = own
    .map(({ place, url }) => `${plainName(place.functionName) || ANONYMOUS} ${fileStem(url)}`)
    .filter((frame, i, all) => frame !== all[i - 1]) // a recursion may be of any depth
    .slice(0, FRAMES)
  const message = dump.exception?.message ?? ''
  if (own.length === 0) return { frames, place: '', ...NO_SOURCE }
  const [{ place, url, lineNumber }] = own
  const name = plainName(place.functionName) === '' ? ANONYMOUS : place.functionName
  const shown = `${name} ${displayUrl(url, workingDirectory(dump))}:${lineNumber + 1}`
  return { frames, place: shown, ...sourceAt(place, sourceMaps, message) }
}

const NO_SOURCE = { expression: '', construction: '' }

/**
 * The lines of the error's own stack, which do not depend on how much was captured, or else the captured frames.
 * @param {Dump} dump
 * @returns {(Place & { functionName: string })[]}
 */
function placesOf (dump) {
  const captured = dump.callFrames.filter(frame => !frame.internal && wasUnderWay(frame))
  if (isMapped(dump.exception?.stack ?? [], captured)) return captured.slice(0, MAX_PLACES)
  const scripts = new Map(Array.from(dump.scripts(), ({ url, scriptId }) => [displayUrl(url), scriptId]))
  const stack = (dump.exception?.stack ?? [])
    .filter(({ url }) => url !== '' && !url.startsWith('node:'))
    .map(frame => ({ ...frame, scriptId: scripts.get(displayUrl(frame.url)) ?? '' }))
  return (stack.length > 0 ? stack : captured).slice(0, MAX_PLACES)
}

/**
 * @param {import('crash-collector-shared/dump/format').StackFrame[]} stack
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord[]} captured
 * @returns {boolean} true if the process has put the original places into the stack, as jest does
 */
function isMapped (stack, captured) {
  const [frame] = captured
  const line = frame === undefined ? undefined : stack.find(({ url }) => displayUrl(url) === displayUrl(frame.url))
  return line !== undefined && line === stack.find(({ url }) => url !== '' && !url.startsWith('node:')) &&
    (line.lineNumber !== frame.lineNumber || line.columnNumber !== frame.columnNumber)
}

/**
 * @param {Place} place
 * @param {SourceMaps} sourceMaps
 */
function originalOf (place, sourceMaps) {
  const original = sourceMaps.original(place)
  return {
    url: original?.url ?? place.url,
    lineNumber: original?.lineNumber ?? place.lineNumber,
    isAdded: original === undefined && sourceMaps.hasMap(place.scriptId),
    isPackage: isDependency(place.url) || (original !== undefined && isDependency(original.url))
  }
}

/**
 * @template T
 * @param {T[]} list
 * @param {(element: T) => boolean} isWanted
 * @returns {T[]} all of them if none is wanted
 */
function orAll (list, isWanted) {
  const wanted = list.filter(isWanted)
  return wanted.length > 0 ? wanted : list
}

/**
 * @param {string} functionName as V8 tells it: `async Order.total [as sum]`, `new Order`
 * @returns {string} its last word. Versions of V8 differ in what stands before it
 */
function plainName (functionName) {
  const name = functionName.replace(/ \[as .*\]$/, '').replace(/^(?:async |new |get |set )+/, '')
  const last = name.slice(name.lastIndexOf('.') + 1)
  return /^<?anonymous>?$|^\(anonymous\)$/.test(last) ? '' : last
}

/**
 * @param {string} url
 * @returns {string} name of the file without its extension, and without the hash that a bundler puts into it
 */
function fileStem (url) {
  const name = displayUrl(url).replace(/[?#].*$/s, '').split(/[\\/]/).pop() ?? ''
  const stem = name.replace(/(?:\.(?:[cm]?[jt]sx?|vue|svelte|coffee))+$/, '')
  return stem.replace(/[.-](?=[^.-]*\d)[0-9A-Za-z_]{8,}$/, '')
}

/** The property that V8 names if something has none. */
const PROPERTY = /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '([\w$]+)'\)$/

/**
 * @param {Place} place
 * @param {SourceMaps} sourceMaps
 * @param {string} message of the error
 */
function sourceAt (place, sourceMaps, message) {
  const found = sourceMaps.linesInDump(place)
  const line = found?.lines[found.lineNumber] ?? ''
  if (found === undefined || line.length > MAX_LINE) return NO_SOURCE
  const rest = line.slice(found.columnNumber)
  const following = found.lines.slice(found.lineNumber + 1, found.lineNumber + MAX_LINES)
  const text = [rest, ...following].join('\n').slice(0, MAX_TEXT)
  if (rest.startsWith('new ')) return { expression: /^new\s+[\w$.]+/.exec(rest)?.[0] ?? '', construction: text }
  const chain = chainAround(line, found.columnNumber)
  const property = PROPERTY.exec(message)?.[1]
  return { expression: property === undefined ? chain : chainTo(property, chain, text), construction: '' }
}

/** Characters of an access to properties: `order.lines[i]?.price`. */
const CHAIN = /[\p{ID_Continue}$.?#[\]]/u

/**
 * @param {string} line
 * @param {number} column
 * @returns {string} the access to properties around the column. V8 points at one of its names
 */
function chainAround (line, column) {
  // The dump may say any column.
  let start = Math.min(column, line.length)
  let end = start
  while (start > 0 && CHAIN.test(line[start - 1])) start--
  while (end < line.length && CHAIN.test(line[end])) end++
  return line.slice(start, end)
}

/**
 * @param {string} property
 * @param {string} chain at the place
 * @param {string} text source from the place on
 * @returns {string} the access to that property. A minifier that has put two statements into one may have left no place
 *   for it in the map but that of the first
 */
function chainTo (property, chain, text) {
  if (chain.includes(property)) return chain
  for (let at = text.indexOf(property); at !== -1; at = text.indexOf(property, at + 1)) {
    const found = chainAround(text, at)
    if (found.length > property.length && found.endsWith(property)) return found
  }
  return chain
}

module.exports = { fingerprintFrames }
