'use strict'
// Says on a terminal what a command is doing, once somebody has waited for two seconds.

/** @typedef {import('./types').Output} Output */

/** Shorter work needs no word. */
const FIRST_MS = 2000
const EVERY_MS = 500
/** Takes away what stands in the line. */
const CLEAR = '\r\x1b[2K'

/**
 * @template T
 * @param {Output} output
 * @param {(output: Output) => Promise<T>} run gets an output that ends what is said as soon as something is printed
 * @returns {Promise<T>}
 */
async function withProgress (output, run) {
  const { showProgress } = output
  if (showProgress === undefined) return await run(output)
  const start = performance.now()
  let [doing, shownAt, isShown] = ['', 0, false]
  const show = () => {
    const now = performance.now()
    if (doing === '' || now - start < FIRST_MS || now - shownAt < EVERY_MS) return
    showProgress(`${CLEAR}crash-collector: ${doing} …`)
    ;[shownAt, isShown] = [now, true]
  }
  const timer = setInterval(show, EVERY_MS).unref()
  const end = () => {
    clearInterval(timer)
    if (isShown) showProgress(CLEAR)
    ;[doing, isShown] = ['', false]
  }
  const printing = (/** @type {(text: string) => void} */ print) => (/** @type {string} */ text) => {
    end()
    print(text)
  }
  try {
    return await run({
      ...output,
      write: printing(output.write),
      writeError: printing(output.writeError),
      say: text => {
        doing = text
        show() // work that does not come back to the event loop keeps the timer waiting
      }
    })
  } finally {
    end()
  }
}

/**
 * @param {Output} output
 * @param {number} all
 * @returns {() => void} says how many of the dumps are read; is called after each
 */
function countDumps ({ say }, all) {
  let done = 0
  return () => say?.(`${++done} of ${all} dumps are read`)
}

module.exports = { countDumps, withProgress }
