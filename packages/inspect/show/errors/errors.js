'use strict'
// Renders the reported error and the errors that it stands on: the source around each throw, and its frames.

const { innermostFrame } = require('../../crash/application-frames')
const { displayPlace, displayUrl } = require('../../source/location')
const { sourceExcerpt } = require('../../source/excerpt')
const { cutStart, wrap } = require('../../text/terminal-text')
const { reasonText } = require('../../values/describe-value')
const { causeSections } = require('./causes')
const { errorProperties, renderMessage, renderProperties } = require('./error')
const { placeKey, renderFrames } = require('../frames')
const { renderNativeStack } = require('./native-stack')
const { readingOf } = require('../origin')

/** @typedef {import('../types').View} View */
/** @typedef {import('../../reader').Dump} Dump */

/**
 * Renders the reported error with the source around the throw, its frames and its properties. If the error has causes,
 * each of them is rendered in the same way, in the order in which they explain the crash.
 * @param {View} view
 * @returns {string[][]} sections
 */
function renderErrors (view) {
  if (view.dump.signal !== null) return [renderNativeStack(view)]
  const sections = causeSections(view)
  if (sections.length === 0) {
    return [renderThrow(view), renderFrames(view), renderProperties(view, errorProperties(view, 0).rest)]
  }
  const { paint } = view
  const usual = readingOf(view.dump)
  return sections.flatMap(({ cause, title, before, after }) => {
    const own = cause === undefined ? view : { ...view, dump: view.dump.seenFrom(cause.index) }
    const { exception } = own.dump
    const { facts, rest } = errorProperties(own, cause?.index ?? 0)
    const reading = readingOf(own.dump)
    const heading = [
      ...(exception === null ? [] : renderMessage(own, exception, title)),
      // The properties of the reported error have been rendered at the top.
      ...(cause === undefined ? [] : facts),
      ...(cause === undefined || reading === usual || reading === '' ? [] : [paint('grey', reading)])
    ]
    return [
      before === undefined ? [] : [paint('grey', before)],
      [...heading, ...renderThrow(own)],
      renderFrames(own),
      renderProperties(own, rest),
      after === undefined ? [] : [paint('grey', after)]
    ]
  })
}

/**
 * Renders the source around the throw, at the application's innermost frame.
 * @param {View} view
 */
function renderThrow ({ dump, sourceMaps, columns, paint, directory, limits, drawn }) {
  const frame = innermostFrame(dump)
  if (frame === undefined) return []
  const place = 'scriptId' in frame ? frame : { ...frame, scriptId: scriptIdOf(dump, frame.url) }
  const { original, source, marked } = sourceMaps.resolve(place)
  const ran = displayPlace(place, directory)
  const written = original === undefined ? ran : displayPlace(original, directory)
  const lines = [paint('cyan', cutStart(written, columns))]
  // A transform that keeps lines and columns, such as vitest's, tells nothing.
  if (written !== ran) {
    const shown = marked === place && source !== undefined ? ', shown here' : ''
    lines.push(paint('grey', cutStart(`ran as ${ran}${shown}`, columns)))
  }
  // On the first screen, an error above has shown it.
  if (drawn.has(placeKey(place)) && limits.packages === 'folded') return lines
  if (source !== undefined) return [...lines, ...sourceExcerpt(source, marked, { columns, paint, ...limits })]
  const reason = whyNoSource(dump, place.scriptId)
  return reason === undefined ? lines : [...lines, ...wrap(`no source: ${reasonText(reason)}`, columns)]
}

/**
 * @param {Dump} dump
 * @param {string} scriptId
 */
function whyNoSource (dump, scriptId) {
  const script = dump.script(scriptId)
  if (script !== undefined) return script.notCapturedReason
  const ofAll = dump.notCaptured.find(({ what }) => what === 'sources')
  return ofAll?.reason ?? (dump.truncated ? 'truncated' : undefined)
}

/**
 * @param {Dump} dump
 * @param {string} url
 */
function scriptIdOf (dump, url) {
  for (const script of dump.scripts()) if (displayUrl(script.url) === displayUrl(url)) return script.scriptId
  return ''
}

module.exports = { renderErrors }
