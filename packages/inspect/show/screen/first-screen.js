'use strict'
// Composes the first screen: what somebody who was woken needs, within 45 lines, or those of a smaller terminal. Every
// section begins short; then those that tell most become longer, as long as all of them fit.

const { isApplicationFrame } = require('../../crash/application-frames')
const { renderErrors } = require('../errors/errors')
const { renderDiagnosis, renderHeading } = require('../errors/heading')
const { renderHeap } = require('../heap')
const { SCREEN_LIMITS } = require('./limits')
const { renderListeners } = require('../packages/listeners')
const { renderNotCaptured } = require('../not-captured')
const { renderOrigin } = require('../origin')
const { renderEvents, renderOutput } = require('../output')
const { renderProcess } = require('../process')
const { renderScopes } = require('../scopes')
const { renderShortStores } = require('../stores')
const { renderTasks } = require('../tasks')
const { renderThreads } = require('../threads')
const { passedLegend } = require('../../values/passed-note')
const { readLaterLegend } = require('../../values/read-later')

/** @typedef {import('../types').View} View */
/** @typedef {(lines: string[]) => string[]} Fit */

const MAX_LINES = 45
/** A smaller terminal is scrolled. */
const MIN_LINES = 24

/**
 * A section, from the shortest form to the longest. Each form gives its paragraphs.
 * @typedef {object} Section
 * @property {string} name
 * @property {boolean} [isWide] its lines may be wider than the screen
 * @property {((view: View) => string[][])[]} forms
 */

/** @type {(...renderers: ((view: View) => string[])[]) => ((view: View) => string[][])} */
const each = (...renderers) => view => renderers.map(render => render(view))
const nothing = () => []

/**
 * In the order of the screen.
 * @param {View} view
 * @returns {Section[]}
 */
function sectionsOf (view) {
  const isOfPackages = !view.dump.callFrames.some(isApplicationFrame)
  const isOfMemory = view.dump.header.trigger === 'outOfMemory'
  return [
    { name: 'why', isWide: true, forms: [each(renderDiagnosis)] },
    { name: 'error', isWide: true, forms: [true, false].map(isShort => each(own => renderHeading(own, isShort))) },
    {
      name: 'origin',
      forms: [true, false].map(isShort =>
        each(own => [...renderOrigin(own, isShort), ...renderShortStores(own).map(line => own.paint('grey', line))])
      )
    },
    {
      name: 'frames',
      forms: SCREEN_LIMITS.map(limits => (/** @type {View} */ own) => renderErrors({ ...own, limits }))
    },
    { name: 'threads', forms: [each(nothing), each(renderThreads)] },
    {
      name: 'tasks',
      forms: [
        ...(isOfPackages ? [] : [each(nothing)]),
        each(own => renderTasks(own, 3)), each(own => renderTasks(own))
      ]
    },
    {
      name: 'listeners',
      forms: [
        each(nothing),
        ...SCREEN_LIMITS.slice(4, 6).map(limits => each(own => renderListeners({ ...own, limits })))
      ]
    },
    { name: 'scopes', forms: [each(nothing), each(own => renderScopes(own, 2)), each(own => renderScopes(own))] },
    {
      name: 'output',
      forms: [each(own => renderOutput(own, 3)), each(own => renderOutput(own, 6)), each(own => renderOutput(own))]
    },
    { name: 'process', forms: [each(nothing), each(own => renderProcess(own, true)), each(own => renderProcess(own))] },
    { name: 'events', forms: [each(nothing), each(renderEvents)] },
    { name: 'heap', forms: [each(isOfMemory ? renderHeap : nothing), each(renderHeap)] },
    { name: 'missing', forms: [each(nothing), each(renderNotCaptured)] }
  ]
}

/** Which section becomes longer next. One that does not fit any more stays as it is. */
const STEPS = [
  ...['frames', 'frames', 'frames', 'frames', 'output'],
  ...['listeners', 'listeners', 'frames', 'tasks', 'scopes', 'frames', 'error', 'output'],
  ...['process', 'scopes', 'frames'],
  ...['tasks', 'threads', 'heap', 'events', 'missing', 'output', 'frames', 'process', 'frames', 'output', 'origin']
]

/**
 * @param {View} view
 * @param {Fit} fit cuts lines to the width of the screen
 * @param {number} [rows] of the terminal, of which the prompt gets one
 * @returns {string}
 */
function firstScreen (view, fit, rows = Infinity) {
  const maxLines = Math.max(MIN_LINES, Math.min(MAX_LINES, rows - 1))
  const sections = sectionsOf(view)
  const shown = new Map(sections.map(({ name }) => [name, 0]))
  const rendered = new Map(sections.map(section => [section.name, paragraphs(section, 0, view, fit)]))
  const textOf = () => {
    const contents = sections.flatMap(({ name }) => rendered.get(name) ?? [])
    return [...contents, lastLines(view, contents)]
  }
  let text = textOf()
  for (const name of STEPS) {
    const section = /** @type {Section} */ (sections.find(each => each.name === name))
    const form = (shown.get(name) ?? 0) + 1
    if (form >= section.forms.length) continue
    const before = rendered.get(name)
    rendered.set(name, paragraphs(section, form, view, fit))
    const longer = textOf()
    if (lineCount(longer) > maxLines) rendered.set(name, before ?? [])
    else {
      shown.set(name, form)
      text = longer
    }
  }
  return cutTo(maxLines, text, view)
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n') + '\n'
}

/**
 * @param {Section} section
 * @param {number} form
 * @param {View} view
 * @param {Fit} fit
 * @returns {string[][]}
 */
function paragraphs ({ isWide, forms }, form, view, fit) {
  const lists = forms[form]({ ...view, shown: new Map(), told: new Set(), drawn: new Set() })
  return isWide ? lists : lists.map(fit)
}

/**
 * @param {View} view
 * @param {string[][]} contents of the screen
 * @returns {string[]} the last paragraph: what marks mean, and what to run next
 */
function lastLines ({ nextSteps, paint }, contents) {
  const lines = contents.flat()
  const legends = [...readLaterLegend(lines), ...passedLegend(lines)]
  return [...legends.map(line => paint('grey', line)), ...nextSteps]
}

/**
 * Even the shortest form may be too long, if an error has causes. Then the last lines go, which are of the outermost
 * frames.
 * @param {number} maxLines
 * @param {string[][]} paragraphs of which the last one stays
 * @param {View} view
 */
function cutTo (maxLines, paragraphs, { paint }) {
  const filled = paragraphs.filter(lines => lines.length > 0)
  let excess = lineCount(filled) - maxLines
  if (excess <= 0) return filled
  excess++ // for the note
  for (let i = filled.length - 2; i > 0 && excess > 0; i--) {
    const cut = Math.min(excess, filled[i].length)
    filled[i] = filled[i].slice(0, filled[i].length - cut)
    excess -= filled[i].length === 0 ? cut + 1 : cut
  }
  const note = [paint('grey', '… the rest did not fit (--more shows it)')]
  const last = filled.findLastIndex((lines, i) => i < filled.length - 1 && lines.length > 0)
  return [...filled.slice(0, last), [...filled[last], ...note], ...filled.slice(last + 1)]
}

/** @param {string[][]} paragraphs */
function lineCount (paragraphs) {
  const filled = paragraphs.filter(lines => lines.length > 0)
  return filled.reduce((sum, lines) => sum + lines.length, filled.length - 1)
}

module.exports = { firstScreen, lastLines }
