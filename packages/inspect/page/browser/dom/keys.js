'use strict'
// Handles the keys of the page.

/** @type {Record<string, number>} */
const MOVES = { ArrowUp: -1, k: -1, ArrowDown: 1, j: 1 }

/**
 * @param {{ move: (by: number) => void, tab: (index: number) => void, search: () => void, help: () => void,
 *   close: () => void }} actions
 */
function onKeys (actions) {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return actions.close()
    if (event.target === document.querySelector('input[type=search]')) return // the user types into the field
    if (event.key in MOVES) actions.move(MOVES[event.key])
    else if (/^[1-9]$/.test(event.key)) actions.tab(Number(event.key) - 1)
    else if (event.key === '/') actions.search()
    else if (event.key === '?') actions.help()
    else return
    event.preventDefault()
  })
}

module.exports = { onKeys }
