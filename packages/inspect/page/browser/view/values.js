'use strict'
// Shows values as trees: each value has a line that unfolds on demand.

const { describeValue } = require('../../../values/describe-value')
const { formatValue } = require('../../../values/format-value')
const { otherTimeNote, readLaterNote } = require('../../../values/read-later')
const { childrenOf, hasChildren } = require('../model/children')
const { copyButton } = require('../dom/copy')
const { element } = require('../dom/element')
const { toJson } = require('../model/to-json')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../model/children').TreeNode} TreeNode */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** How many lines unfold at a time. */
const PAGE_SIZE = 100

/** How many characters of a string are shown at first. Each further step shows ten times as many. */
const SHOWN_CHARACTERS = 300
const PREVIEW_COLUMNS = 90

/**
 * @typedef {object} Tree
 * @property {HTMLElement} element
 * @property {(indexes: number[]) => HTMLElement|null} reveal unfolds the path to a node and returns its line
 */

/**
 * @param {PageDump} dump
 * @param {TreeNode[]} nodes
 * @returns {Tree}
 */
function valueTree (dump, nodes) {
  const list = element('ul', { class: 'tree' })
  /** @type {Line[]} */
  const lines = []
  let shown = 0
  const showMore = (upTo = shown + PAGE_SIZE) => {
    list.querySelector(':scope > .more')?.remove()
    for (; shown < Math.min(upTo, nodes.length); shown++) {
      const line = treeLine(dump, nodes[shown])
      lines.push(line)
      list.append(line.element)
    }
    if (shown < nodes.length) {
      list.append(
        element(
          'li',
          { class: 'more' },
          element(
            'button',
            { type: 'button', onclick: () => showMore() },
            `show ${Math.min(PAGE_SIZE, nodes.length - shown)} more of ${nodes.length - shown}`
          )
        )
      )
    }
  }
  showMore()
  if (nodes.length === 0) list.append(element('li', { class: 'missing' }, 'nothing in it'))
  return {
    element: list,
    reveal ([index, ...rest]) {
      if (index >= shown) showMore(index + 1)
      const line = lines[index]
      if (line === undefined) return null
      return rest.length === 0 ? line.row : (line.open()?.reveal(rest) ?? line.row)
    }
  }
}

/** @typedef {{ element: HTMLElement, row: HTMLElement, open: () => Tree|null }} Line */

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 * @returns {Line}
 */
function treeLine (dump, node) {
  const opens = hasChildren(dump, node)
  const item = element('li')
  /** @type {Tree|null} */
  let tree = null
  const open = () => {
    if (!opens) return null
    if (tree === null) {
      tree = valueTree(dump, childrenOf(dump, node))
      item.append(tree.element)
    }
    tree.element.hidden = false
    toggle.setAttribute('aria-expanded', 'true')
    return tree
  }
  const onclick = () => {
    if (toggle.getAttribute('aria-expanded') === 'true' && tree !== null) {
      tree.element.hidden = true
      toggle.setAttribute('aria-expanded', 'false')
    } else open()
  }
  const label = nodeLabel(dump, node)
  const toggle = opens
    ? element(
      'button',
      { type: 'button', class: 'toggle', 'aria-expanded': 'false', onclick },
      label,
      valueView(dump, node)
    )
    : element('span', { class: 'leaf' }, label, valueView(dump, node))
  const { value } = node
  const row = element(
    'div',
    { class: node.dim ? 'row dim' : 'row' },
    toggle,
    value !== undefined && opens && copyButton(() => toJson(dump, value))
  )
  item.append(row)
  return { element: item, row, open }
}

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 */
function nodeLabel (dump, { name, key }) {
  if (key !== undefined) return [element('span', { class: 'name' }, describeShort(dump, key)), ' => ']
  return name === '' ? [] : [element('span', { class: 'name' }, name), ': ']
}

/**
 * @param {PageDump} dump
 * @param {Value} value
 */
function describeShort (dump, value) {
  return preview(dump, value, 40)
}

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 */
function valueView (dump, { value, text, note }) {
  if (value === undefined) return element('span', { class: 'missing' }, text ?? '')
  const view = presentValue(dump, value)
  if (note === undefined) return view
  const title = 'V8 had removed the value here. The other frame has it as well.'
  return element('span', {}, view, ' ', element('span', { class: 'dim', title }, note))
}

/**
 * @param {PageDump} dump
 * @param {Value} value
 */
function presentValue (dump, value) {
  if (value.type === 'string' && typeof value.value === 'string' && value.value.length > SHOWN_CHARACTERS) {
    return longString(dump, value, value.value)
  }
  const view = element('span', { class: kindOf(value) }, preview(dump, value, PREVIEW_COLUMNS))
  const record = value.objectId === undefined || value.type === 'symbol' ? undefined : dump.object(value.objectId)
  const note = [readLaterNote(record), otherTimeNote(record)].filter(text => text !== '').join(' ')
  return note === ''
    ? view
    : element(
      'span',
      {},
      view,
      ' ',
      element('span', { class: 'dim', title: 'It may have changed between the captures and the report.' }, note)
    )
}

/**
 * @param {PageDump} dump
 * @param {Value} value
 * @param {string} text
 */
function longString (dump, value, text) {
  const span = element('span', { class: 'string' })
  const show = (/** @type {number} */ characters) => {
    const isCut = characters < text.length
    const head = describeValue(isCut ? { type: 'string', value: text.slice(0, characters) } : value, dump)
    span.replaceChildren(element('span', {}, head))
    if (!isCut) return
    const more = element(
      'button',
      {
        type: 'button',
        class: 'more',
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation()
          show(characters * 10)
        }
      },
      `… ${(text.length - characters).toLocaleString('en')} more characters: show more`
    )
    span.append(' ', more)
  }
  show(SHOWN_CHARACTERS)
  return span
}

/**
 * The value on one line, cut to a width.
 * @param {PageDump} dump
 * @param {Value} value
 * @param {number} columns
 * @returns {string}
 */
function preview (dump, value, columns) {
  const text = formatValue(value, dump, {
    columns,
    depth: 0,
    maxItems: 6,
    maxString: SHOWN_CHARACTERS,
    notes: false
  }).replace(/\n\s*/g, ' ')
  const isCut = value.type !== 'string' && text.length > columns
  return isCut ? `${text.slice(0, columns)}…` : text
}

/** @param {Value} value */
function kindOf ({ type, subtype, notCapturedReason, value }) {
  if (notCapturedReason !== undefined && value === undefined) return 'missing'
  return subtype === 'null' ? 'null' : subtype === 'error' ? 'error-value' : type
}

module.exports = { valueTree, preview, kindOf }
