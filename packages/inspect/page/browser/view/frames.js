'use strict'
// Shows the call stack and the selected frame.

const { element, replaceChildren } = require('../dom/element')
const { foldedFrames } = require('../model/repeated-frames')
const { framePanel, functionName, placeText } = require('./panel')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../../page-data').PageFrame} PageFrame */

/** The beginning of the name of a frame in the address: `#frame-3`. */
const ANCHOR = 'frame-'

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

  /** Numbers of frames that are folded, with the first of their row. @type {Map<number, number>} */
  const folded = new Map()
  /** Rows that the reader has unfolded. @type {Set<number>} */
  const unfolded = new Set()
  const fold = () => {
    folded.clear()
    const seen = frames.flatMap(({ internal, scriptId, lineNumber, columnNumber, heading }, i) =>
      internal && !showsInternal ? [] : [{ scriptId, lineNumber, columnNumber, heading, i }]
    )
    for (let at = 0; at < seen.length; at++) {
      const { count } = foldedFrames(seen, at)
      if (count === 0) continue
      const row = seen[at].i
      if (!unfolded.has(row)) for (const { i } of seen.slice(at, at + count)) folded.set(i, row)
      at += count - 1
    }
  }
  const isShown = (/** @type {number} */ i) => (showsInternal || !frames[i].internal) && !folded.has(i)
  const draw = () => {
    list.replaceChildren()
    fold()
    buttons.length = 0
    let hidden = 0
    frames.forEach((frame, i) => {
      if (frame.heading !== undefined) list.append(element('li', { class: 'role cause' }, frame.heading))
      if (frame.thread !== undefined) list.append(element('li', { class: 'role' }, frame.thread))
      if (frame.scheduled !== undefined) list.append(element('li', { class: 'role' }, frame.scheduled))
      else if (frame.role !== undefined && frame.role !== frames[i - 1]?.role) {
        list.append(element('li', { class: 'role' }, roleHeading(dump, frame.role)))
      }
      if (folded.get(i) === i) list.append(element('li', {}, foldedButton(i)))
      if (!isShown(i)) {
        if (!folded.has(i)) hidden++
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
  /** @param {number} row */
  const foldedButton = row => {
    const count = [...folded.values()].filter(each => each === row).length
    const onclick = () => {
      unfolded.add(row)
      draw()
      mark()
    }
    return element('button', { type: 'button', class: 'more', onclick }, `${count} frames of the same functions: show`)
  }
  const mark = () => buttons.forEach((button, i) => button.setAttribute('aria-current', String(i === selected)))
  /** @param {number} i */
  const select = i => {
    if (frames[i] === undefined) return
    if (!isShown(i)) {
      const row = folded.get(i)
      if (row === undefined) showsInternal = true
      else unfolded.add(row)
      draw()
    }
    selected = i
    mark()
    replaceChildren(detail, panelOf(i).element)
    buttons[i].scrollIntoView?.({ block: 'nearest' })
  }
  const panelOf = (/** @type {number} */ i) => {
    const label = `#${frames[i].index}`
    const href = `#${ANCHOR}${frames[i].index}`
    const panel =
      panels.get(i) ??
      framePanel(dump, frames[i], label, element('a', { class: 'dim', href, title: 'A link to this frame' }, label))
    panels.set(i, panel)
    return panel
  }
  const selectNamed = () => {
    const { hash } = window.location
    const named = hash.startsWith(`#${ANCHOR}`) ? Number(hash.slice(ANCHOR.length + 1)) : NaN
    const found = frames.findIndex(({ index }) => index === named)
    if (found !== -1) select(found)
    return found !== -1
  }
  draw()
  if (!selectNamed()) select(Math.max(0, first))
  window.addEventListener('hashchange', selectNamed)
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
