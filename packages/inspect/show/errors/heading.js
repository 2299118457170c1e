'use strict'
// Renders what stands on top: why the process died if the values prove it, and the error, signal or event.

const { wrap, plain } = require('../../text/terminal-text')
const { emittedText } = require('../../crash/emitters/emitter')
const { factsOf } = require('../../crash/facts')
const { valueOrigin } = require('../../origin')
const { unlikeOthers } = require('../../usual')
const { headingWithoutError } = require('../../crash/title')
const { renderChain } = require('./causes')
const { errorProperties, renderMessage } = require('./error')

/** @typedef {import('../types').View} View */

/** @param {View} view */
function renderDiagnosis (view) {
  const { diagnosis } = factsOf(view.dump)
  const origin = valueOrigin(view.dump)
  return [
    ...(diagnosis === null ? [] : headline(view, diagnosis.text)),
    ...renderUnlike(view),
    ...(origin === null ? [] : headline(view, origin.text))
  ]
}

/** @param {View} view */
function renderUnlike (view) {
  const unlike = unlikeOthers(view.dump, view.otherRuns.others)
  return unlike === null ? [] : headline(view, unlike.text)
}

/**
 * @param {View} view
 * @param {string} text
 */
function headline ({ paint, columns }, text) {
  return wrap(text, columns).map(line => paint('yellow', paint('bold', line)))
}

/**
 * @param {View} view
 * @param {boolean} [isShort] a long message is cut if a diagnosis stands above it
 */
function renderHeading (view, isShort = false) {
  const { dump, paint } = view
  const { exception } = dump
  const { diagnosis, signal } = factsOf(dump)
  if (signal !== null) return renderSignal(view, signal)
  if (exception === null) {
    return wrap(plain(headingWithoutError(dump, dump.truncated)), view.columns).map(line => paint('bold', line))
  }
  const { facts } = errorProperties(view, 0)
  const emitted = emittedText(dump, diagnosis?.rule === 'error-event')
  const who = emitted === '' ? [] : wrap(emitted, view.columns - 2).map(line => `  ${line}`)
  return [...renderMessage(view, exception, '', isShort && diagnosis !== null), ...renderChain(view), ...who, ...facts]
}

/**
 * @param {View} view
 * @param {{ title: string, reason: string }} signal
 */
function renderSignal ({ paint, columns }, { title, reason }) {
  const red = wrap(title, columns).map(line => paint('red', paint('bold', line)))
  return reason === '' ? red : [...red, ...wrap(reason, columns)]
}

module.exports = { renderDiagnosis, renderHeading, renderUnlike }
