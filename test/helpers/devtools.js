'use strict'
// Opens Chromium's own DevTools on a replayed process, and reads and does in it what a user can.

const { startChromium } = require('./chromium')

const FRAME = '.call-frame-item'
const RESULT = '.console-user-command-result'

/**
 * @param {string} url as `open` prints it
 * @param {Parameters<typeof startChromium>[0]} [look]
 */
async function openDevTools (url, look = { width: 1400, height: 860 }) {
  const { page, close } = await startChromium(look)
  /** @type {string[]} */
  const errors = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', error => errors.push(String(error)))
  try {
    await page.goto(url)
    await page.locator(FRAME).first().waitFor()
    await page.locator('.cm-executionLine').first().waitFor()
  } catch (error) {
    await close()
    throw error
  }
  const texts = async (/** @type {string} */ selector) =>
    (await page.locator(selector).allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())
  /** Finds a row of the scopes. @param {string|RegExp} text */
  const row = text => page.locator('li').filter({ hasText: text }).first()
  return {
    page,
    errors,
    close,
    texts,
    /** @returns {Promise<string>} the text of the banner */
    async paused () {
      await page.locator('.paused-status').filter({ hasText: /\w/ }).first().waitFor()
      return (await texts('.paused-status')).join(' ')
    },
    /** @returns {Promise<string[]>} function and place of each frame */
    callStack: () => texts(FRAME),
    /** @param {string} functionName */
    async selectFrame (functionName) {
      await page.locator(FRAME).filter({ hasText: functionName }).first().click()
      await page
        .locator(`${FRAME}.selected, ${FRAME}[aria-selected=true]`)
        .filter({ hasText: functionName })
        .first()
        .waitFor()
    },
    /**
     * @param {RegExp} expected matches the line; DevTools marks the line of a newly selected frame with a delay
     * @returns {Promise<string>} the text of the marked line
     */
    async executionLine (expected) {
      await page.locator('.cm-executionLine').filter({ hasText: expected }).first().waitFor()
      return (await texts('.cm-executionLine')).join('\n')
    },
    /** @returns {Promise<string[]>} the values that are shown behind the code */
    inlineValues: async () => {
      await page.locator('.cm-variableValues').first().waitFor()
      return await texts('.cm-variableValues > *')
    },
    /**
     * @param {RegExp} variable
     * @returns {Promise<string>} the row of the variable
     */
    async variable (variable) {
      await row(variable).waitFor()
      return (await row(variable).innerText()).replace(/\s+/g, ' ').replace(' : ', ': ').trim()
    },
    /**
     * Unfolds a variable.
     * @param {RegExp} variable its row
     * @param {RegExp} child a row that appears below it
     * @returns {Promise<string>} the text of that row
     */
    async expand (variable, child) {
      await row(variable).waitFor()
      await row(variable).click({ position: { x: 3, y: 6 } })
      await row(child).waitFor()
      return (await row(child).innerText()).replace(/\s+/g, ' ').replace(' : ', ': ').trim()
    },
    async openConsole () {
      if (!(await page.locator('#console-prompt').isVisible())) await page.keyboard.press('Escape')
      await page.locator('#console-prompt .cm-content').click()
    },
    /**
     * @param {string} expression
     * @returns {Promise<string>} the answer of the console; of an object only its place, since DevTools draws it deeper
     *   in the page
     */
    async evaluate (expression) {
      const answers = await page.locator(RESULT).count()
      await page.keyboard.insertText(expression)
      await page.keyboard.press('Enter')
      await page.locator(RESULT).nth(answers).waitFor()
      return (await page.locator(RESULT).nth(answers).innerText()).trim()
    },
    /** @returns {Promise<string[]>} the rows of the Coverage panel: URL, type, bytes, unused bytes */
    async coverage () {
      await page.getByRole('button', { name: 'Click to show Coverage panel' }).last().click()
      await page.getByRole('button', { name: 'Instrument coverage' }).first().click()
      const rows = page.locator('.coverage-results tr').filter({ hasText: 'JS (per block)' })
      await rows.first().waitFor()
      return (await rows.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())
    },
    /** Opens a source. @param {string} name */
    async openSource (name) {
      await page.keyboard.press('Control+P')
      const found = page.getByRole('option').filter({ hasText: name }).first()
      await page.locator('.filtered-list-widget').first().waitFor()
      await page.keyboard.type(name)
      await found.waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name, selected: true }).first().waitFor()
    },
    /** @returns {Promise<number[]>} lines of the source that coverage() has marked as executed */
    async executedLines () {
      await page.locator('.cm-coverageUsed').first().waitFor()
      const tops = async (/** @type {string} */ selector) =>
        await page
          .locator(selector)
          .evaluateAll(all => all.map(each => ({ top: each.getBoundingClientRect().top, text: each.textContent })))
      const numbers = await tops('.cm-lineNumbers .cm-gutterElement')
      return (await tops('.cm-coverageUsed')).map(({ top }) => {
        return Number(numbers.find(number => Math.abs(number.top - top) < 2 && number.text !== '')?.text)
      })
    },
    /** @returns {Promise<string[]>} all lines of the console */
    consoleLines: () => texts('.console-message-wrapper')
  }
}

module.exports = { openDevTools }
