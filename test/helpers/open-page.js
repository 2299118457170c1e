'use strict'
// Opens the page of a dump in jsdom, which runs its script as a browser would.

const { JSDOM, VirtualConsole } = require('jsdom')
const { htmlPage } = require('../../packages/inspect/page/page')

/**
 * @param {() => boolean} isSo
 * @returns {Promise<void>} resolves when the condition holds; tap's timeout ends a test that waits for ever
 */
async function settled (isSo) {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 1))
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 */
function openPage (dump) {
  const html = htmlPage(dump)
  /** @type {unknown[]} */
  const errors = []
  const virtualConsole = new VirtualConsole().on('jsdomError', error => errors.push(error))
  const { window } = new JSDOM(html, {
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    virtualConsole,
    beforeParse (window) {
      Object.assign(window, { TextDecoder, TextEncoder })
    }
  })
  const { document } = window
  /** @param {string} selector @returns {string[]} */
  const texts = selector => Array.from(document.querySelectorAll(selector), each => each.textContent ?? '')
  return {
    html,
    window,
    document,
    errors,
    texts,
    /** @param {string} selector @param {string|RegExp} [text] of the element */
    click (selector, text = '') {
      const found = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(selector))).find(
        ({ textContent }) => (typeof text === 'string' ? textContent?.includes(text) : text.test(textContent ?? ''))
      )
      if (found === undefined) {
        throw new Error(`no ${selector} with ${text}; there are: ${texts(selector).join(' | ').slice(0, 1000)}`)
      }
      found.click()
      return found
    },
    /** @param {string} key */
    press (key) {
      document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    },
    settled,
    /** @param {string} query @returns {Promise<string[]>} the texts of the hits */
    async search (query) {
      const input = /** @type {HTMLInputElement} */ (document.querySelector('input[type=search]'))
      input.value = query
      input.dispatchEvent(new window.Event('input'))
      const status = /** @type {HTMLElement} */ (document.querySelector('.results [role=status]'))
      status.textContent = ''
      await settled(() => status.textContent !== '' && !status.textContent?.includes('still searching'))
      return texts('.hit')
    }
  }
}

module.exports = { openPage }
