'use strict'
// Shows the source around a place: the line is marked, and lines have the values of the variables that they name.

const { describeValue } = require('../../../values/describe-value')
const { lineMark } = require('../../../execution-path/line-marks')
const { linesOf } = require('../../../source/lines')
const { Tokenizer } = require('../model/tokens')
const { variablesOfLine, visibleVariables } = require('../model/inline-values')
const { element } = require('../dom/element')
const { preview, kindOf } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../model/tokens').Token} Token */
/** @typedef {import('../../page-data').PagePlace} PagePlace */
/** @typedef {import('../../../execution-path/executed-lines').ExecutedLine} ExecutedLine */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

const BEFORE = 8
const AFTER = 4
const STEP = 30

/** How many lines before the place are read to find the start of a string or comment that reaches into it. */
const MAX_TOKENIZED_LINES = 20_000

/** How many columns of a line are shown. Of a longer line, such as a minified script, only those around the place. */
const MAX_COLUMNS = 1000
const INLINE_COLUMNS = 48

/** How many pixels to the right of the marked word must stay visible. */
const MARK_MARGIN = 120

/**
 * @param {PageDump} dump
 * @param {{ place: PagePlace, scopeChain: Scope[], scriptId: string }} frame
 * @returns {HTMLElement|null} null if there is no source
 */
function sourceView (dump, { place, scopeChain, scriptId }) {
  const text = place.source === null ? undefined : dump.data.sources[place.source]
  if (text === undefined) return null
  const lines = linesOf(text)
  const { lineNumber } = place.marked
  if (lineNumber >= lines.length) return null
  const tokenLines = tokenize(lines)
  const variables = visibleVariables(dump, scopeChain)
  const path = dump.data.path?.scripts.find(script => script.scriptId === scriptId && script.source === place.source)
  const view = sourceBox('Source')
  let first = Math.max(
    0,
    Math.min(lineNumber - BEFORE, place.firstLine >= lineNumber - STEP ? place.firstLine : lineNumber)
  )
  let last = Math.min(lines.length - 1, lineNumber + AFTER)
  const draw = () => {
    view.replaceChildren()
    if (first > 0) {
      view.append(
        moreButton(`${countOf(first)} above`, () => {
          first = Math.max(0, first - STEP)
        })
      )
    }
    for (let i = first; i <= last; i++) {
      const values = i >= place.firstLine && i <= lineNumber ? variablesOfLine(tokenLines(i), variables) : []
      const column = i === lineNumber ? place.marked.columnNumber : undefined
      view.append(sourceLine(dump, i, { tokens: tokenLines(i), values, column, executed: path?.lines[i] }))
    }
    if (last < lines.length - 1) {
      view.append(
        moreButton(`${countOf(lines.length - 1 - last)} below`, () => {
          last = Math.min(lines.length - 1, last + STEP)
        })
      )
    }
  }
  /**
   * @param {string} label
   * @param {() => void} widen
   */
  const moreButton = (label, widen) =>
    element(
      'button',
      {
        type: 'button',
        class: 'more',
        onclick: () => {
          widen()
          draw()
        }
      },
      label
    )
  draw()
  setTimeout(() => showMark(view))
  return view
}

/**
 * Scrolls the view if the mark is far to the right.
 * @param {HTMLElement} view
 */
function showMark (view) {
  const mark = /** @type {HTMLElement|null} */ (view.querySelector('mark'))
  if (mark !== null && mark.offsetLeft > view.clientWidth - MARK_MARGIN) {
    view.scrollLeft = mark.offsetLeft - view.clientWidth / 2
  }
}

/**
 * @param {string[]} lines
 * @returns {(index: number) => Token[]}
 */
function tokenize (lines) {
  if (lines.length > MAX_TOKENIZED_LINES) return index => new Tokenizer().line(lines[index])
  /** @type {Token[][]} */
  const tokens = []
  const tokenizer = new Tokenizer()
  return index => {
    while (tokens.length <= index) tokens.push(tokenizer.line(lines[tokens.length]))
    return tokens[index]
  }
}

/** @param {string} label */
function sourceBox (label) {
  return element('div', { class: 'source', tabindex: '0', role: 'region', 'aria-label': label })
}

/**
 * @param {PageDump} dump
 * @param {number} index
 * @param {{ tokens: Token[], values?: Variable[], column?: number, executed?: ExecutedLine }} line column: of the mark;
 *   executed: what the failing request ran of it, if its path is known
 */
function sourceLine (dump, index, { tokens, values = [], column, executed }) {
  const isMarked = column !== undefined
  const code = element('code', {}, ...codeOf(tokens, column ?? -1))
  const shown = values.map(({ name, value }) =>
    value === undefined
      ? null
      : element(
        'span',
        { class: 'inline' },
          `${name} = `,
          element('span', { class: kindOf(value) }, inlineText(dump, value))
      )
  )
  const classes = ['line', isMarked && 'marked', executed?.ran !== undefined && `ran-${executed.ran}`]
  return element(
    'div',
    { class: classes.filter(Boolean).join(' '), 'aria-current': isMarked && 'location' },
    executed !== undefined && element('span', { class: 'executed' }, lineMark(executed)),
    element('span', { class: 'number' }, index + 1),
    code,
    ...shown
  )
}

/**
 * The text of a value: the whole text if it is short, otherwise only the head.
 * @param {PageDump} dump
 * @param {import('crash-collector-shared/dump/format').Value} value
 */
function inlineText (dump, value) {
  const text = preview(dump, value, INLINE_COLUMNS)
  if (text.length <= INLINE_COLUMNS) return text
  const head = value.type === 'string' ? text : describeValue(value, dump)
  return head === 'Object'
    ? '{…}'
    : `${head.slice(0, INLINE_COLUMNS)}${value.type === 'string' || head.length > INLINE_COLUMNS ? '…' : ''}`
}

/**
 * @param {Token[]} tokens
 * @param {number} column position of the mark, -1 for none
 * @returns {(HTMLElement|string)[]}
 */
function codeOf (tokens, column) {
  const start = column > MAX_COLUMNS / 2 ? column - MAX_COLUMNS / 4 : 0
  /** @type {(HTMLElement|string)[]} */
  const pieces = start > 0 ? ['…'] : []
  let at = 0
  for (const { kind, text } of tokens) {
    const from = Math.max(0, start - at)
    const to = Math.min(text.length, start + MAX_COLUMNS - at)
    const markAt = column >= at && column < at + text.length ? column - at : -1
    at += text.length
    if (from >= to) continue
    /** @param {string} part */
    const piece = part =>
      kind === 'other' || kind === 'name' ? spaced(part) : element('span', { class: `code-${kind}` }, spaced(part))
    if (markAt < from) pieces.push(piece(text.slice(from, to)))
    else if (text.length < 80) pieces.push(element('mark', {}, piece(text.slice(from, to))))
    else {
      pieces.push(piece(text.slice(from, markAt)), element('mark', {}, text[markAt]), piece(text.slice(markAt + 1, to)))
    }
  }
  if (at > start + MAX_COLUMNS) pieces.push('…')
  return pieces
}

/** @param {string} text */
const spaced = text => text.replaceAll('\t', '  ')

/** @param {number} lines */
const countOf = lines => `${lines} line${lines === 1 ? '' : 's'}`

module.exports = { inlineText, sourceBox, sourceLine, sourceView, tokenize }
