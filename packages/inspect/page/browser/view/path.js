'use strict'
// Shows which lines the failing request ran, file by file.

const { LEGEND } = require('../../../execution-path/line-marks')
const { linesOf } = require('../../../source/lines')
const { element } = require('../dom/element')
const { sourceBox, sourceLine, tokenize } = require('./source')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../../page-data').PagePath} PagePath */

/**
 * @param {PageDump} dump
 * @param {PagePath} path
 */
function pathView (dump, { heading, doubts, scripts, succeeded }) {
  return element(
    'div',
    { class: 'panel path' },
    element('p', {}, element('strong', {}, heading)),
    succeeded !== null && succeededView(succeeded),
    element('p', { class: 'dim text-line' }, LEGEND),
    doubts.length > 0 && element('p', { class: 'warning' }, 'Not certain'),
    doubts.length > 0 && element('ul', {}, doubts.map(doubt => element('li', {}, doubt))),
    scripts.map(script =>
      element('section', {}, element('h2', {}, script.file), scriptView(dump, script))
    )
  )
}

/** @param {NonNullable<PagePath['succeeded']>} succeeded */
function succeededView ({ heading, rows }) {
  return element(
    'div',
    { class: 'compared' },
    element('p', {}, heading),
    element('table', {}, element('tbody', {}, rows.map(({ label, text }) =>
      element('tr', {}, element('th', { scope: 'row' }, label), element('td', {}, text))
    )))
  )
}

/**
 * @param {PageDump} dump
 * @param {PagePath['scripts'][0]} script
 */
function scriptView (dump, { file, source, shown, lines }) {
  if (source === null) return element('p', { class: 'missing' }, 'Its text is not in the dump.')
  const tokenLines = tokenize(linesOf(dump.data.sources[source]))
  const view = sourceBox(file)
  const lineAt = (/** @type {number} */ i) => sourceLine(dump, i, { tokens: tokenLines(i), executed: lines[i] })
  let next = 0
  for (const line of [...shown, lines.length]) {
    if (line > next) view.append(gapButton(next, line, lineAt))
    if (line < lines.length) view.append(lineAt(line))
    next = line + 1
  }
  return view
}

/**
 * Makes a button in the place of lines, which it shows.
 * @param {number} from
 * @param {number} to
 * @param {(line: number) => HTMLElement} lineAt
 */
function gapButton (from, to, lineAt) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'more',
      onclick: () => button.replaceWith(...Array.from({ length: to - from }, (_, i) => lineAt(from + i)))
    },
    `⋮ ${to - from} line${to - from === 1 ? '' : 's'}`
  )
  return button
}

module.exports = { pathView }
