'use strict'
// Renders a dump for `show`: the first screen, or all sections below each other.

const { cutPainted, createPaint } = require('../text/colours')
const { workingDirectory } = require('../source/location')
const { renderDiagnosis, renderHeading } = require('./errors/heading')
const { renderErrors } = require('./errors/errors')
const { firstScreen, lastLines } = require('./screen/first-screen')
const { LIMITS } = require('./screen/limits')
const { renderOrigin, renderRedaction } = require('./origin')
const { renderListeners } = require('./packages/listeners')
const { renderScopes } = require('./scopes')
const { renderTasks, renderTaskTree } = require('./tasks')
const { renderProcess } = require('./process')
const { renderEvents, renderOutput } = require('./output')
const { renderStores } = require('./stores')
const { renderHeap } = require('./heap')
const { renderNotCaptured } = require('./not-captured')
const { renderThreads } = require('./threads')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */
/** @typedef {import('./types').View} View */

/**
 * @typedef {object} ShowOptions
 * @property {number} columns
 * @property {number} [rows] of the terminal
 * @property {boolean} all everything in full
 * @property {number} [more] 0: what fits on the first screen; 1 (the default): all sections; 2: also the variables of
 *   packages, and longer values
 * @property {boolean} [tasks] only the suspended functions
 * @property {boolean} [path] only what the request has run
 * @property {boolean} [compare] only the variables beside those of other runs
 * @property {boolean} isTerminal
 * @property {View['relatives']} [relatives]
 * @property {string} [seenBefore] how often the group of this crash was seen
 * @property {string} [commitAge]
 * @property {View['otherRuns']} [otherRuns]
 * @property {string[]} [nextSteps] what to run next
 */

/**
 * Loads what the first screen does not need only when it is asked for.
 * @param {ShowOptions} options
 * @returns {((view: View) => string[])|undefined} undefined unless one part alone is to be shown
 */
function onlyPart ({ tasks, path, compare }) {
  if (tasks) return renderTaskTree
  if (path) return require('../execution-path/path').renderPath
  return compare ? require('./compare').renderCompare : undefined
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {ShowOptions} options
 * @returns {string}
 */
function renderDump (dump, sourceMaps, options) {
  const { columns, all, more = 1, isTerminal } = options
  /** @type {View} */
  const view = {
    dump,
    sourceMaps,
    columns: Math.max(40, columns),
    all,
    limits: LIMITS[Math.min(more, LIMITS.length - 1)],
    paint: createPaint(isTerminal),
    directory: workingDirectory(dump),
    relatives: options.relatives ?? [],
    seenBefore: options.seenBefore ?? '',
    commitAge: options.commitAge ?? '',
    otherRuns: options.otherRuns ?? { same: [], others: [] },
    nextSteps: options.nextSteps ?? [],
    shown: new Map(),
    told: new Set(),
    drawn: new Set()
  }
  const only = onlyPart(options)
  if (only !== undefined) return fitted(view, [...renderRedaction(view), ...only(view)]).join('\n') + '\n'
  if (more === 0 && !all) return firstScreen(view, lines => fitted(view, lines), options.rows)
  const rest = [
    renderOrigin(view),
    renderStores(view),
    ...renderErrors(view),
    renderThreads(view),
    renderTasks(view),
    renderListeners(view),
    renderScopes(view),
    renderOutput(view),
    renderProcess(view),
    renderEvents(view),
    renderHeap(view),
    renderNotCaptured(view)
  ]
  const fittedRest = rest.map(lines => fitted(view, lines))
  const contents = [renderDiagnosis(view), renderHeading(view), ...fittedRest]
  return (
    [...contents, lastLines(view, contents)]
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

module.exports = { renderDump }
