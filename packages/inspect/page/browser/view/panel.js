'use strict'
// Shows one frame or task: its place, its source, and its variables by scope.

const { sectionsOf } = require('../model/sections')
const { element } = require('../dom/element')
const { sourceView } = require('./source')
const { valueTree } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('./values').Tree} Tree */
/** @typedef {import('../../page-data').PagePlace} PagePlace */

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(section: number, indexes: number[]) => HTMLElement|null} reveal
 */

/**
 * @param {PageDump} dump
 * @param {{ functionName: string, place: PagePlace, scriptId: string } & Parameters<typeof sectionsOf>[1]} frame
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

/** @param {{ functionName: string }} frame */
const functionName = ({ functionName: name }) => (name === '' ? '(anonymous)' : name)

/** @param {PagePlace} place */
const placeText = ({ file, lineNumber, columnNumber }) =>
  `${file === '' ? '<anonymous>' : file}:${lineNumber + 1}:${columnNumber + 1}`

module.exports = { framePanel, functionName, placeText }
