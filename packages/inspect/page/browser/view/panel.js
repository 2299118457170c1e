'use strict'
// Shows one frame or task: its place, its source, its variables beside those of other runs, and by scope.

const { codeParts } = require('../../../text/words')
const { sectionsOf } = require('../model/sections')
const { element } = require('../dom/element')
const { sourceView } = require('./source')
const { valueTree } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('./values').Tree} Tree */
/** @typedef {import('../../page-data').PagePlace} PagePlace */
/** @typedef {import('../../../usual/compare-runs').ComparedSource} ComparedSource */
/** @typedef {import('../../../usual/compare-runs').ComparedValue} ComparedValue */

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(section: number, indexes: number[]) => HTMLElement|null} reveal
 */

/**
 * @param {PageDump} dump
 * @param {{ functionName: string, place: PagePlace, scriptId: string,
 *   compared?: import('../../page-data').PageFrame['compared'] } & Parameters<typeof sectionsOf>[1]} frame
 * @param {string} label
 * @param {HTMLElement} [link] to the frame, in the place of the label
 * @returns {Panel}
 */
function framePanel (dump, frame, label, link) {
  const sections = sectionsOf(dump, frame).map(section => sectionView(dump, section))
  return {
    element: element(
      'section',
      { class: 'panel', 'aria-label': label },
      element('h2', {}, link ?? element('span', { class: 'dim' }, label), ' ', functionName(frame)),
      element('p', { class: 'place' }, placeText(frame.place)),
      sourceView(dump, frame) ?? element('p', { class: 'missing' }, 'The dump has no source for this place.'),
      frame.compared !== undefined && comparedView(frame.compared),
      sections.map(section => section.element),
      sections.length === 0 && element('p', { class: 'missing' }, 'No variables.')
    ),
    reveal: (section, indexes) => sections[section]?.reveal(indexes) ?? null
  }
}

/**
 * @param {PageDump} dump
 * @param {import('../model/sections').Section} section
 */
function sectionView (dump, { title, nodes, open }) {
  /** @type {Tree|null} */
  let tree = null
  const details = /** @type {HTMLDetailsElement} */ (
    element(
      'details',
      { class: 'scope' },
      element('summary', {}, title, ' ', element('span', { class: 'count' }, nodes.length))
    )
  )
  const fill = () => {
    tree ??= valueTree(dump, nodes)
    if (tree.element.parentNode === null) details.append(tree.element)
    return tree
  }
  details.addEventListener('toggle', () => {
    if (details.open) fill()
  })
  if (open) {
    details.open = true
    fill()
  }
  return {
    element: details,
    /** @param {number[]} indexes */
    reveal: indexes => {
      details.open = true
      return fill().reveal(indexes)
    }
  }
}

/** @param {ComparedSource[]} sources */
function comparedView (sources) {
  const isUnlike = sources.some(({ values }) => values.some(each => each.isUnlike))
  return element(
    'details',
    { class: 'scope compared', ...(isUnlike && { open: '' }) },
    element('summary', {}, 'Beside other runs'),
    sources.map(({ words, values }) => tableOf(words, values))
  )
}

/**
 * @param {string} words what the others are
 * @param {ComparedValue[]} values
 */
function tableOf (words, values) {
  const hasThen = values.some(({ then }) => then !== null)
  const heads = ['', 'here', hasThen && 'then', 'usually']
  return element(
    'table',
    {},
    words !== '' && element('caption', {}, 'Usually: in ', codeParts(words).map(({ text, isCode }) =>
      (isCode ? element('code', {}, text) : text)
    )),
    element('thead', {}, element('tr', {}, heads.filter(head => head !== false).map(head =>
      element('th', { scope: 'col', ...(head === 'then' && { title: 'in other dumps of this crash' }) }, head)
    ))),
    element('tbody', {}, values.map(({ name, here, then, usually, isUnlike }) =>
      element(
        'tr',
        isUnlike ? { class: 'unlike' } : {},
        element('th', { scope: 'row' }, name),
        element('td', {}, here),
        hasThen && element('td', {}, then ?? ''),
        element('td', {}, usually ?? '')
      )
    ))
  )
}

/** @param {{ functionName: string }} frame */
const functionName = ({ functionName: name }) => (name === '' ? '(anonymous)' : name)

/** @param {PagePlace} place */
const placeText = ({ file, lineNumber, columnNumber }) =>
  `${file === '' ? '<anonymous>' : file}:${lineNumber + 1}:${columnNumber + 1}`

module.exports = { framePanel, functionName, placeText }
