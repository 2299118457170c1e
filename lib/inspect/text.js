'use strict'
// The whole of `show`: the error first, then where it was thrown, then frames, scopes, process, and what is missing.

const { innermostFrame } = require('./application-frames')
const { formatValue } = require('./format-value')
const { moreCharacters, reasonText } = require('./describe-value')
const { cutPainted, paintFor } = require('./colours')
const { displayPlace, displayUrl, workingDirectory } = require('./location')
const { explain } = require('./explain')
const { lookupTable } = require('./lookup-table')
const { redactionNote } = require('./redaction-note')
const { sourceExcerpt } = require('./source-excerpt')
const { cut, cutStart, plain, plainLines, widthOf, wrap } = require('./terminal-text')
const { renderFrames } = require('./text-frames')
const { renderScopes } = require('./text-scopes')
const { renderTasks, renderTaskTree } = require('./text-tasks')
const { renderProcess } = require('./text-process')
const { renderOutput } = require('./text-output')
const { renderStores } = require('./text-stores')
const { renderHeap } = require('./text-heap')
const { lostObjectsText } = require('./heap-snapshot/lost-objects')

/** @typedef {import('../dump/reader').Dump} Dump */
/** @typedef {import('../dump/format').NotCaptured} NotCaptured */
/** @typedef {import('./source-map').SourceMaps} SourceMaps */

/**
 * What the sections share.
 * @typedef {object} View
 * @property {Dump} dump
 * @property {SourceMaps} sourceMaps
 * @property {number} columns
 * @property {boolean} all everything, in full
 * @property {import('./colours').Paint} paint
 * @property {string} [directory] where the process ran
 * @property {Map<string, string>} shown objectId -> where its value stands already
 */

/** A message is wrapped by the terminal rather than cut, since people copy it; unless it holds a document. */
const MESSAGE_LINES = 12
const MESSAGE_COLUMNS = 600

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {{ columns: number, all: boolean, tasks?: boolean, isTerminal: boolean, lostObjects?: number }} options tasks: nothing but the suspended
 *   functions; lostObjects: that the heap snapshot beside the dump does not have
 * @returns {string}
 */
function renderDump (dump, sourceMaps, { columns, all, tasks = false, isTerminal, lostObjects = 0 }) {
  /** @type {View} */
  const view = { dump, sourceMaps, columns: Math.max(40, columns), all, paint: paintFor(isTerminal), directory: workingDirectory(dump), shown: new Map() }
  if (tasks) return fitted(view, [...renderRedaction(view), ...renderTaskTree(view)]).join('\n') + '\n'
  const rest = [
    renderOrigin(view), renderThrow(view), renderFrames(view), renderTasks(view), renderScopes(view), renderStores(view), renderProcess(view),
    renderOutput(view), renderHeap(view), renderNotCaptured(view, lostObjects)
  ]
  const sections = [renderDiagnosis(view), renderError(view), ...rest.map((lines) => fitted(view, lines))]
  return sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n') + '\n'
}

/**
 * A line that would go on in the next is cut, so that names stay below names; with `--all` nothing is lost.
 * @param {View} view
 * @param {string[]} lines
 */
function fitted ({ columns, all }, lines) {
  return all ? lines : lines.flatMap((text) => text.split('\n')).map((line) => cutPainted(line, columns))
}

/** @param {View} view */
function renderDiagnosis ({ dump, paint, columns }) {
  const diagnosis = explain(dump)
  return diagnosis === null ? [] : wrap(diagnosis.text, columns).map((line) => paint('yellow', paint('bold', line)))
}

/** @param {View} view */
function renderError ({ dump, paint, columns, all }) {
  const { exception } = dump
  if (exception === null) return [paint('bold', dump.truncated ? 'The dump was cut short before the error' : 'A dump on request: nothing was thrown')]
  const { value } = exception
  if (value.subtype !== 'error' && exception.message === undefined) {
    return plainThrown(formatValue(value, dump, { columns: columns - 10, paint }), paint)
  }
  const lines = plainLines(headline(exception))
  const shown = all ? lines : lines.slice(0, MESSAGE_LINES).map((line) => cut(line, MESSAGE_COLUMNS))
  const missing = moreCharacters(exception.message ?? '', exception.messageLength)
  const more = [lines.length > shown.length ? `… ${lines.length - shown.length} more lines` : '', missing && `${missing}, which are not in the dump`]
  return [...shown.map((line) => paint('red', paint('bold', line))), ...more.filter(Boolean).map((line) => paint('grey', line)), ...errorFields(dump, value.objectId, columns, paint)]
}

/**
 * @param {string} text
 * @param {import('./colours').Paint} paint
 */
function plainThrown (text, paint) {
  const [first, ...rest] = text.split('\n')
  return [`${paint('red', paint('bold', 'Thrown:'))} ${first}`, ...rest]
}

/**
 * Class and message, as the first lines of the stack have them; the frames are shown below in full.
 * @param {import('../dump/format').ExceptionRecord} exception
 */
function headline (exception) {
  const { description } = exception
  const stackAt = description.search(/\n {4}at /)
  // Of a message that was cut the stack has less.
  if (stackAt > 0 && exception.messageLength === undefined) return description.slice(0, stackAt)
  if (exception.message === undefined) return description
  const className = exception.className ?? 'Error'
  return exception.message === '' ? className : `${className}: ${exception.message}`
}

/**
 * What the application or Node.js hung on the error: code, errno, cause, errors.
 * @param {Dump} dump
 * @param {string|undefined} objectId
 * @param {number} columns
 * @param {import('./colours').Paint} paint
 */
function errorFields (dump, objectId, columns, paint) {
  const record = objectId === undefined ? undefined : dump.object(objectId)
  if (record === undefined) return []
  const lines = []
  for (const property of record.properties) {
    if (property.value === undefined || property.symbol !== undefined) continue
    if (property.enumerable === false && property.name !== 'cause' && property.name !== 'errors') continue
    const label = `  ${plain(property.name)}: `
    const text = formatValue(property.value, dump, { columns: columns - widthOf(label), depth: 2, maxItems: 10, paint })
    lines.push(...(label + text).split('\n').map((line, i) => i === 0 ? line : '  ' + line))
  }
  return lines
}

const TRIGGERS = lookupTable({
  uncaughtException: 'uncaught exception',
  unhandledRejection: 'unhandled promise rejection',
  handled: 'handled by the application',
  api: 'capture() was called'
})

const HOOKS = lookupTable({
  errorCreated: 'when the error was created',
  uncaught: 'at the throw',
  promiseReject: 'when the promise was rejected',
  exceptionPause: 'at the throw',
  api: 'in capture()'
})

/** @param {View} view */
function renderOrigin (view) {
  const { dump, paint, columns } = view
  const { header } = dump
  const trigger = TRIGGERS[header.trigger] ?? plain(header.trigger)
  const thread = header.threadId === 0 ? '' : `, worker ${header.threadId}`
  const handled = dump.exception?.handled === true && header.trigger !== 'handled' ? ', after a handler of the application had run' : ''
  const time = plain(header.time).replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
  const lines = [`${trigger}${handled} · ${time} · pid ${header.pid}${thread} · Node.js ${plain(header.node)} ${plain(header.platform)}-${plain(header.arch)}`]
  const { hook, ageMs } = header.capture
  if (typeof hook === 'string' && dump.callFrames.length > 0) {
    const age = ageMs >= 1000 ? `, ${(ageMs / 1000).toFixed(1)} s before the report: objects may have changed since` : ''
    lines.push(`variables read ${HOOKS[hook] ?? plain(hook)}${age}`)
  }
  return [...lines.flatMap((line) => wrap(line, columns)).map((line) => paint('grey', line)), ...renderRedaction(view)]
}

/** @param {View} view */
function renderRedaction ({ dump, paint, columns }) {
  const note = redactionNote(dump.header)
  return note === '' ? [] : wrap(note, columns).map((line) => paint('yellow', line))
}

/**
 * The source around the throw: of the innermost frame that is the application's own.
 * @param {View} view
 */
function renderThrow ({ dump, sourceMaps, columns, paint, directory }) {
  const frame = innermostFrame(dump)
  if (frame === undefined) return []
  const place = 'scriptId' in frame ? frame : { ...frame, scriptId: scriptIdOf(dump, frame.url) }
  const { original, source, marked } = sourceMaps.resolve(place)
  const lines = [paint('cyan', cutStart(displayPlace(original ?? place, directory), columns))]
  if (original !== undefined) lines.push(paint('grey', cutStart(`ran as ${displayPlace(place, directory)}${marked === place && source !== undefined ? ', shown here' : ''}`, columns)))
  if (source !== undefined) lines.push(...sourceExcerpt(source, marked, { columns, paint }))
  return lines
}

/**
 * @param {Dump} dump
 * @param {string} url
 */
function scriptIdOf (dump, url) {
  for (const script of dump.scripts()) if (displayUrl(script.url) === displayUrl(url)) return script.scriptId
  return ''
}

/**
 * @param {View} view
 * @param {number} lostObjects
 */
function renderNotCaptured ({ dump, columns, paint }, lostObjects) {
  const lines = dump.notCaptured.flatMap((each) => wrap(`- ${notCapturedText(each)}`, columns, '  '))
  if (dump.truncated) lines.push(...wrap('- everything after the cut: the process was killed, or the disk was full, while this dump was written', columns, '  '))
  for (const error of dump.end?.captureErrors ?? []) lines.push(...wrap(`- error in the collector: ${plain(error)}`, columns, '  '))
  if (lostObjects > 0) lines.push(...wrap(`- ${lostObjectsText(lostObjects)}`, columns, '  '))
  return lines.length === 0 ? [] : [paint('yellow', 'Not captured'), ...lines]
}

/** @param {NotCaptured} missing */
function notCapturedText ({ reason, count, what, detail }) {
  const subject = [count, what === undefined ? undefined : plain(what)].filter((each) => each !== undefined).join(' ')
  const text = detail === undefined ? reasonText(reason) : plain(detail)
  return subject === '' ? text : `${subject}: ${text}`
}

module.exports = { renderDump }
