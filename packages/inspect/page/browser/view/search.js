'use strict'
// Shows the search field and its results. The search runs in slices, so that the page stays responsive on a big dump.

const { matcher, search } = require('../model/search')
const { element } = require('../dom/element')
const { preview } = require('./values')

/** @typedef {import('../model/dump').PageDump} PageDump */
/** @typedef {import('../model/search').Hit} Hit */
/** @typedef {import('../model/search').Root} Root */

const MAX_HITS = 200
const SLICE_MS = 20
const PAUSE_MS = 150

/**
 * @param {PageDump} dump
 * @param {() => Root[]} rootsOf
 * @param {{ onopen: (isOpen: boolean) => void, onhit: (hit: Hit) => void }} listeners
 */
function searchView (dump, rootsOf, { onopen, onhit }) {
  const input = /** @type {HTMLInputElement} */ (
    element('input', {
      type: 'search',
      placeholder: 'Search values (/)',
      'aria-label': 'Search names and values',
      autocomplete: 'off',
      spellcheck: 'false'
    })
  )
  const status = element('p', { class: 'dim', role: 'status' })
  const list = element('ol', { class: 'hits' })
  let run = 0

  /** @param {string} query */
  const start = query => {
    const current = ++run
    list.replaceChildren()
    onopen(query !== '')
    if (query === '') return
    try {
      step(current, search(dump, rootsOf(), matcher(query)), 0)
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error)
    }
  }
  /**
   * @param {number} current
   * @param {Generator<Hit|null, void, void>} hits
   * @param {number} count
   */
  const step = (current, hits, count) => {
    if (current !== run) return
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      const { done, value: hit } = hits.next()
      if (done || count === MAX_HITS) {
        status.textContent =
          count === 0 ? 'Nothing found.' : count === MAX_HITS ? `The first ${MAX_HITS}.` : `${count} found.`
        return
      }
      if (!hit) continue
      count++
      list.append(hitView(dump, hit, () => onhit(hit)))
    }
    status.textContent = `${count} found, still searching …`
    setTimeout(() => step(current, hits, count))
  }
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => start(input.value.trim()), PAUSE_MS)
  })
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') /** @type {HTMLElement|null} */ (list.querySelector('button'))?.click()
  })
  return {
    input,
    results: element('div', { class: 'panel results', hidden: true }, status, list),
    clear () {
      clearTimeout(timer)
      input.value = ''
      start('')
      input.blur()
    }
  }
}

/**
 * @param {PageDump} dump
 * @param {Hit} hit
 * @param {() => void} onclick
 */
function hitView (dump, { root, path, node }, onclick) {
  return element(
    'li',
    {},
    element(
      'button',
      { type: 'button', class: 'hit', onclick },
      element('span', { class: 'place' }, root.label),
      ' ',
      element('span', { class: 'name' }, path),
      ' ',
      element('span', {}, node.value === undefined ? (node.text ?? '') : preview(dump, node.value, 100).slice(0, 200))
    )
  )
}

module.exports = { searchView }
