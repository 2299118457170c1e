'use strict'
// Shows the call stack and the selected frame.

const { element, replaceChildren } = require('../dom/element')
const { framePanel, functionName, placeText } = require('./panel')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../../page-data').PageFrame} PageFrame */

/** @type {Record<string, string>} */
const ROLES = {
  awaiting: 'Waiting for what failed above',
  created: 'Where the error was created, earlier',
  caller: 'Where capture() was called, later',
  exit: 'Where process.exit() was called, later'
}

/**
 * @param {PageDump} dump
 * @param {string} role
 */
function roleHeading ({ data }, role) {
  if (role === 'awaiting' && data.header.trigger === 'unsettledTopLevelAwait') return 'Waiting for the function above'
  if (role === 'awaiting' && data.exception === null) return 'Waiting for what runs above'
  return ROLES[role] ?? role
}

/**
 * @param {PageDump} dump
 */
function framesView (dump) {
  const { frames } = dump.data
  const list = element('ol', { class: 'frames', 'aria-label': 'Call stack' })
  const detail = element('div', { class: 'detail' })
  /** @type {Map<number, import('./panel').Panel>} */
  const panels = new Map()
  /** @type {HTMLElement[]} */
  const buttons = []
  let selected = -1
  let showsInternal = frames.every(({ internal }) => internal)
  const first = frames.findIndex(({ internal, place }) => !internal && !place.dependency)

  const isShown = (/** @type {number} */ i) => showsInternal || !frames[i].internal
  const draw = () => {
    list.replaceChildren()
    buttons.length = 0
    let hidden = 0
    frames.forEach((frame, i) => {
      if (frame.heading !== undefined) list.append(element('li', { class: 'role cause' }, frame.heading))
      if (frame.thread !== undefined) list.append(element('li', { class: 'role' }, frame.thread))
      if (frame.role !== undefined && frame.role !== frames[i - 1]?.role) {
        list.append(element('li', { class: 'role' }, roleHeading(dump, frame.role)))
      }
      if (!isShown(i)) {
        hidden++
        return
      }
      buttons[i] = frameButton(frame, () => select(i))
      list.append(element('li', {}, buttons[i]))
    })
    if (hidden > 0) {
      list.append(
        element(
          'li',
          {},
          element(
            'button',
            {
              type: 'button',
              class: 'more',
              onclick: () => {
                showsInternal = true
                draw()
                mark()
              }
            },
            `${hidden} frame${hidden === 1 ? '' : 's'} of Node.js itself: show`
          )
        )
      )
    }
  }
  const mark = () => buttons.forEach((button, i) => button.setAttribute('aria-current', String(i === selected)))
  /** @param {number} i */
  const select = i => {
    if (frames[i] === undefined) return
    if (!isShown(i)) {
      showsInternal = true
      draw()
    }
    selected = i
    mark()
    replaceChildren(detail, panelOf(i).element)
    buttons[i].scrollIntoView?.({ block: 'nearest' })
  }
  const panelOf = (/** @type {number} */ i) => {
    const panel = panels.get(i) ?? framePanel(dump, frames[i], `#${frames[i].index}`)
    panels.set(i, panel)
    return panel
  }
  draw()
  select(Math.max(0, first))
  return {
    element: frames.length === 0 ? stackView(dump) : element('div', { class: 'columns' }, list, detail),
    /** @param {number} by */
    move (by) {
      let i = selected + by
      while (i >= 0 && i < frames.length && !isShown(i)) i += by
      select(i)
    },
    /**
     * @param {number} frame
     * @param {number} section
     * @param {number[]} indexes
     */
    reveal (frame, section, indexes) {
      select(frame)
      return panelOf(frame).reveal(section, indexes)
    }
  }
}

/**
 * @param {PageFrame} frame
 * @param {() => void} onclick
 */
function frameButton (frame, onclick) {
  const dim = frame.internal || frame.place.dependency
  return element(
    'button',
    { type: 'button', class: dim ? 'frame dim' : 'frame', onclick },
    element('span', { class: 'index' }, `#${frame.index}`),
    ' ',
    element('span', { class: 'function' }, functionName(frame)),
    ' ',
    element('span', { class: 'place' }, placeText(frame.place))
  )
}

/**
 * Shows the error's own stack, for a dump without frames.
 * @param {PageDump} dump
 */
function stackView ({ data }) {
  return element(
    'div',
    { class: 'panel' },
    element(
      'p',
      { class: 'missing' },
      'No variables were captured; “Not captured” says why. This is the stack of the error:'
    ),
    element(
      'ol',
      { class: 'stack' },
      data.stack.map(({ functionName: name, place, async }) =>
        element(
          'li',
          {},
          async ? 'async ' : '',
          name === '' ? '(anonymous)' : name,
          '  ',
          element('span', { class: 'place' }, place)
        )
      )
    )
  )
}

module.exports = { framesView }
