'use strict'
// Makes the button that copies a value.

const { element } = require('./element')

/** How long a button shows if copying worked, in ms. */
const SHOWN_MS = 1500

/**
 * @param {() => string} textOf called when the button is pressed
 * @param {string} [label]
 * @param {string} [title]
 */
function copyButton (textOf, label = 'copy', title = 'Copy as JSON') {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'copy',
      title,
      onclick: async (/** @type {Event} */ event) => {
        event.stopPropagation()
        button.textContent = (await copy(textOf())) ? 'copied' : 'not allowed by the browser'
        setTimeout(() => {
          button.textContent = label
        }, SHOWN_MS)
      }
    },
    label
  )
  return button
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copy (text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text) // some browsers give pages from files no clipboard
  }
}

/** @param {string} text */
function copyBySelection (text) {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}

module.exports = { copyButton }
