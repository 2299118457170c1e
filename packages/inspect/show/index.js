'use strict'
// Renders a dump for `show`: first the error and the place of the throw, then frames, scopes, process and missing
// parts.

const { innermostFrame } = require('../crash/application-frames')
const { reasonText } = require('../values/describe-value')
const { cutPainted, createPaint } = require('../text/colours')
const { displayPlace, displayUrl, workingDirectory } = require('../source/location')
const { explainRoot } = require('../explain')
const { lookupTable } = require('../text/words')
const { headingWithoutError, interruptText, redactionNote, triggerText } = require('../crash/title')
const { headerLines, requestOf, requestText } = require('../crash/request')
const { signalReason, signalTitle } = require('../crash/signal')
const { sourceExcerpt } = require('../source/excerpt')
const { cutStart, plain, wrap } = require('../text/terminal-text')
const { causeSections, renderChain } = require('./causes')
const { errorProperties, renderMessage, renderProperties } = require('./error')
const { renderFrames } = require('./frames')
const { renderScopes } = require('./scopes')
const { renderTasks, renderTaskTree } = require('./tasks')
const { renderProcess } = require('./process')
const { renderEvents, renderOutput } = require('./output')
const { renderPath } = require('../execution-path/path')
const { renderStores } = require('./stores')
const { renderHeap } = require('./heap')
const { renderNativeStack } = require('./native-stack')
const { renderThreads } = require('./threads')
const { lostObjectsText } = require('../heap-snapshot/lost-objects')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').NotCaptured} NotCaptured */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */
/** @typedef {import('./types').View} View */

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param
 *   {{ columns: number, all: boolean, tasks?: boolean, path?: boolean, isTerminal: boolean, lostObjects?: number,
 *     relatives?: View['relatives'] }}
 *   options tasks: only the suspended functions; path: only what the request has run; lostObjects: number of objects
 *   that the heap snapshot beside the dump does not have
 * @returns {string}
 */
function renderDump (dump, sourceMaps, options) {
  const { columns, all, tasks = false, path = false, isTerminal, lostObjects = 0, relatives = [] } = options
  /** @type {View} */
  const view = {
    dump,
    sourceMaps,
    columns: Math.max(40, columns),
    all,
    paint: createPaint(isTerminal),
    directory: workingDirectory(dump),
    relatives,
    shown: new Map()
  }
  if (tasks) return fitted(view, [...renderRedaction(view), ...renderTaskTree(view)]).join('\n') + '\n'
  if (path) return fitted(view, [...renderRedaction(view), ...renderPath(view)]).join('\n') + '\n'
  const rest = [
    renderOrigin(view),
    ...renderErrors(view),
    renderThreads(view),
    renderTasks(view),
    renderScopes(view),
    renderStores(view),
    renderProcess(view),
    renderOutput(view),
    renderEvents(view),
    renderHeap(view),
    renderNotCaptured(view, lostObjects)
  ]
  const sections = [renderDiagnosis(view), renderHeading(view), ...rest.map(lines => fitted(view, lines))]
  return (
    sections
      .filter(lines => lines.length > 0)
      .map(lines => lines.join('\n'))
      .join('\n\n') + '\n'
  )
}

/**
 * Cuts lines that a terminal would wrap, so that columns stay aligned. With `--all` nothing is cut.
 * @param {View} view
 * @param {string[]} lines
 */
function fitted ({ columns, all }, lines) {
  return all ? lines : lines.flatMap(text => text.split('\n')).map(line => cutPainted(line, columns))
}

/** @param {View} view */
function renderDiagnosis ({ dump, paint, columns }) {
  const diagnosis = explainRoot(dump)
  return diagnosis === null ? [] : wrap(diagnosis.text, columns).map(line => paint('yellow', paint('bold', line)))
}

/** @param {View} view */
function renderHeading (view) {
  const { dump, paint } = view
  const { exception } = dump
  if (dump.signal !== null) return renderSignal(view, dump.signal)
  if (exception === null) {
    return wrap(plain(headingWithoutError(dump, dump.truncated)), view.columns).map(line => paint('bold', line))
  }
  const { facts } = errorProperties(view, 0)
  return [...renderMessage(view, exception), ...renderChain(view), ...facts]
}

/**
 * @param {View} view
 * @param {import('crash-collector-shared/dump/format').SignalRecord} signal
 */
function renderSignal ({ dump, paint, columns }, signal) {
  const red = wrap(signalTitle(signal, dump.header), columns).map(line => paint('red', paint('bold', line)))
  const reason = signalReason(signal, dump.header)
  return reason === '' ? red : [...red, ...wrap(reason, columns)]
}

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

const HOOKS = lookupTable({
  errorCreated: 'when the error was created',
  uncaught: 'at the throw',
  promiseReject: 'when the promise was rejected',
  exceptionPause: 'at the throw',
  api: 'in capture()',
  exit: 'in process.exit()',
  outOfMemory: 'at the limit of the heap',
  interrupt: 'while the program ran',
  loopEmpty: 'when nothing was left in the event loop'
})

/** @param {View} view */
function renderOrigin (view) {
  const { dump, paint, columns, all } = view
  const { header } = dump
  const thread = header.threadId === 0 ? '' : `, worker ${header.threadId}`
  const handled =
    dump.exception?.handled === true && header.trigger !== 'handled'
      ? ', after a handler of the application had run'
      : ''
  const time = plain(header.time)
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, ' UTC')
  const lines = [
    `${triggerText(header)}${handled} · ${time} · pid ${header.pid}${thread} · Node.js ${plain(header.node)} ` +
      `${plain(header.platform)}-${plain(header.arch)}`
  ]
  if (header.test !== undefined) lines.push(testText(header.test, view.directory))
  const request = requestOf(dump)
  if (request !== null) lines.push(requestText(request, dump))
  const reading = readingOf(dump)
  if (reading !== '') lines.push(reading)
  const others = otherRejections(dump)
  const were = others === 1 ? 'promise was' : 'promises were'
  if (others > 0) lines.push(`${others} more ${were} rejected and not handled`)
  const interrupt = interruptText(dump.header)
  if (interrupt !== '') lines.push(interrupt)
  const wrapped = lines.flatMap(line => wrap(line, columns))
  const headers = request !== null && all ? headerLines(request, dump) : []
  return [...[...wrapped, ...headers].map(line => paint('grey', line)), ...renderRedaction(view)]
}

/**
 * @param {import('crash-collector-shared/dump/format').TestInfo} test
 * @param {string | undefined} directory of the process
 */
function testText ({ runner, name, file, attempt }, directory) {
  const where = file === undefined ? '' : ` in ${displayUrl(file, directory)}`
  const tried = attempt === 1 ? '' : `, attempt ${attempt}`
  return `test ${name === undefined ? 'without its name' : `"${plain(name)}"`}${where}${tried} (${plain(runner)})`
}

/**
 * @param {Dump} dump
 * @returns {number} of promises that were rejected before the process died by one of them, and that nobody handled
 */
function otherRejections ({ header, process }) {
  const counters = /** @type {Record<string, unknown> | undefined} */ (process?.errorHooks)
  const { rejectionsSeen: seen, rejectionsHandledLater: handled } = counters ?? {}
  // The collectors of earlier versions did not count those that were handled.
  if (header.trigger !== 'unhandledRejection' || typeof seen !== 'number' || typeof handled !== 'number') return 0
  return seen - handled - 1
}

/**
 * @param {Dump} dump
 * @returns {string} when the variables were read; '' if there are none
 */
function readingOf ({ header, callFrames }) {
  const { hook, ageMs } = header.capture
  if (typeof hook !== 'string' || callFrames.length === 0) return ''
  const age = ageMs >= 1000 ? `, ${(ageMs / 1000).toFixed(1)} s before the report: objects may have changed since` : ''
  return `variables read ${HOOKS[hook] ?? plain(hook)}${age}`
}

/** @param {View} view */
function renderRedaction ({ dump, paint, columns }) {
  const note = redactionNote(dump.header)
  return note === '' ? [] : wrap(note, columns).map(line => paint('yellow', line))
}

/**
 * Renders the source around the throw, at the application's innermost frame.
 * @param {View} view
 */
function renderThrow ({ dump, sourceMaps, columns, paint, directory }) {
  const frame = innermostFrame(dump)
  if (frame === undefined) return []
  const place = 'scriptId' in frame ? frame : { ...frame, scriptId: scriptIdOf(dump, frame.url) }
  const { original, source, marked } = sourceMaps.resolve(place)
  const lines = [paint('cyan', cutStart(displayPlace(original ?? place, directory), columns))]
  if (original !== undefined) {
    lines.push(
      paint(
        'grey',
        cutStart(
          `ran as ${displayPlace(place, directory)}${marked === place && source !== undefined ? ', shown here' : ''}`,
          columns
        )
      )
    )
  }
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
  const lines = dump.notCaptured.flatMap(each => wrap(`- ${notCapturedText(each)}`, columns, '  '))
  if (dump.truncated) {
    lines.push(
      ...wrap(
        '- everything after the cut: the process was killed, or the disk was full, while this dump was written',
        columns,
        '  '
      )
    )
  }
  for (const error of dump.end?.captureErrors ?? []) {
    lines.push(...wrap(`- error in the collector: ${plain(error)}`, columns, '  '))
  }
  if (lostObjects > 0) lines.push(...wrap(`- ${lostObjectsText(lostObjects)}`, columns, '  '))
  return lines.length === 0 ? [] : [paint('yellow', 'Not captured'), ...lines]
}

/** @param {NotCaptured} missing */
function notCapturedText ({ reason, count, what, detail }) {
  const subject = [count, what === undefined ? undefined : plain(what)].filter(each => each !== undefined).join(' ')
  const text = detail === undefined ? reasonText(reason) : plain(detail)
  return subject === '' ? text : `${subject}: ${text}`
}

module.exports = { renderDump }
