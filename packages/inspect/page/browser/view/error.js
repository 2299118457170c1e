'use strict'
// Shows the top of the page: the cause, the error, the time, and the process.

const { moreCharacters } = require('../../../values/describe-value')
const { crashFactTexts, redactionNote } = require('../../../crash/title')
const { plainLines } = require('../../../text/terminal-text')
const { codeParts } = require('../../../text/words')
const { copyButton } = require('../dom/copy')
const { element } = require('../dom/element')
const { valueTree } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */

const MESSAGE_LINES = 8
const MESSAGE_CHARACTERS = 1000

/**
 * @param {PageDump} dump
 */
function errorView (dump) {
  const { header, exception, event, signal, chain, request, markdown, common = [] } = dump.data
  const tree =
    exception === null
      ? null
      : valueTree(dump, [{ name: exception.value.subtype === 'error' ? 'error' : 'thrown', value: exception.value }])
  const { diagnosis, unlike, origin } = dump.data
  const headlines = [diagnosis, unlike, origin].filter(line => line !== null)
  const note = redactionNote(header)
  return {
    element: element(
      'header',
      { class: 'error' },
      headlines.map((line, i) => element(i === 0 ? 'h1' : 'p', { class: 'diagnosis' }, inCode(line))),
      signal !== null
        ? element('h1', {}, signal.title)
        : exception === null
          ? element('h1', {}, event ?? '')
          : messageView(headline(exception), element(headlines.length > 0 ? 'p' : 'h1', { class: 'message' })),
      exception !== null &&
        cutView(
          exception.message ?? exception.description,
          exception.message === undefined ? exception.descriptionLength : exception.messageLength
        ),
      signal !== null && signal.reason !== '' && element('p', { class: 'diagnosis' }, signal.reason),
      chain.length > 0 &&
        element(
          'ul',
          { class: 'causes' },
          chain.map(line => element('li', {}, line))
        ),
      request !== null && requestView(request),
      element('p', { class: 'facts' }, crashFactTexts(header, exception).join(' · ')),
      common.length > 0 &&
        element(
          'details',
          { class: 'printed', open: '' },
          element('summary', {}, 'What the crashes of this kind have in common'),
          linesView(common.join('\n'))
        ),
      note !== '' && element('p', { class: 'warning' }, note),
      markdown !== undefined &&
        element('p', {}, copyButton(() => markdown, 'Copy as Markdown', 'Copy the summary for an issue')),
      tree?.element,
      signal !== null && stackView(signal.stack),
      exception !== null &&
        element(
          'details',
          { class: 'printed' },
          element('summary', {}, 'As Node.js printed it'),
          linesView(exception.description),
          cutView(exception.description, exception.descriptionLength)
        )
    ),
    reveal: (/** @type {number[]} */ indexes) => tree?.reveal(indexes) ?? null
  }
}

/** @param {NonNullable<import('../../page-data').PageData['request']>} request */
function requestView ({ text, headers }) {
  return headers.length === 0
    ? element('p', { class: 'facts' }, text)
    : element(
      'details',
      { class: 'printed' },
      element('summary', {}, text),
      linesView(headers.map(line => line.trim()).join('\n'))
    )
}

/** @param {import('../../page-data').SignalData['stack']} stack */
function stackView (stack) {
  return element(
    'details',
    { class: 'printed', open: '' },
    element('summary', {}, 'Stack of compiled functions and JavaScript'),
    element(
      'div',
      { class: 'text' },
      stack.flatMap(({ name, place, leftOut }, i) => [
        element('span', { class: 'text-line' }, `${i}  ${name === '' ? '?' : name}  ${place}`),
        ...(leftOut === undefined
          ? []
          : [element('span', { class: 'text-line' }, `… ${leftOut} frames, which are not in the dump`)])
      ])
    )
  )
}

/** @param {import('crash-collector-shared/dump/format').ExceptionRecord} exception */
function headline ({ description, className, message, value }) {
  if (value.subtype !== 'error' && message === undefined) return `Thrown: ${description}`
  const stackAt = description.search(/\n {4}at /)
  if (message === undefined) return stackAt > 0 ? description.slice(0, stackAt) : description
  return message === '' ? (className ?? 'Error') : `${className ?? 'Error'}: ${message}`
}

/** @param {string} line with code in backquotes */
function inCode (line) {
  return codeParts(line).map(({ text, isCode }) => (isCode ? element('code', {}, text) : text))
}

/**
 * @param {string} text
 * @param {HTMLElement} heading that gets the text
 */
function messageView (text, heading) {
  const show = (/** @type {boolean} */ all) => {
    const lines = plainLines(all ? text : text.slice(0, MESSAGE_CHARACTERS))
    const shown = all ? lines : lines.slice(0, MESSAGE_LINES)
    heading.replaceChildren(...shown.map(line => element('span', { class: 'text-line' }, line)))
    if (all || (shown.length === lines.length && text.length <= MESSAGE_CHARACTERS)) return
    heading.append(
      element('button', { type: 'button', class: 'more', onclick: () => show(true) }, 'show the whole message')
    )
  }
  show(false)
  return heading
}

/**
 * @param {string} text
 * @param {number} [length] of the whole text
 */
function cutView (text, length) {
  const missing = moreCharacters(text, length)
  return missing !== '' && element('p', { class: 'cut' }, `${missing}, which are not in the dump`)
}

/** How many characters of a text each step puts into the page. */
const TEXT_STEP = 20_000

/** @param {string} text */
function linesView (text) {
  const view = element('div', { class: 'text' })
  let shown = 0
  const more = element('button', { type: 'button', class: 'more', onclick: () => show() }, 'show more')
  const show = () => {
    const part = text.slice(shown, shown + TEXT_STEP)
    shown += part.length
    more.remove()
    view.append(...plainLines(part).map(line => element('span', { class: 'text-line' }, line)))
    if (shown < text.length) view.append(more)
  }
  show()
  return view
}

module.exports = { errorView, headline }
