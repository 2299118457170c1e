'use strict'
// Shows a text that is longer than the terminal in a pager, as git does: that of PAGER, or less.

const { spawn } = require('node:child_process')

/** Quit if it fits, keep colours, leave the text on the screen: what git sets if LESS is not set. */
const LESS = 'FRX'

/**
 * @param {string} text
 * @param {import('./types').Output} output a terminal
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>} resolves when the user has left the pager
 */
async function page (text, output, env = process.env) {
  const command = env.PAGER ?? 'less'
  const isLong = text.split('\n').length > (output.rows ?? Infinity)
  // Git, too, takes an empty PAGER or cat for none.
  const isShown = isLong && command !== '' && command !== 'cat' && (await pipeInto(command, text, env))
  if (!isShown) output.write(text)
}

/**
 * @param {string} command of the shell
 * @param {string} text
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} false if the pager could not be started
 */
function pipeInto (command, text, env) {
  return new Promise(resolve => {
    const pager = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: env.LESS ?? LESS, LV: env.LV ?? '-c' }
    })
    // Ctrl+C ends what the pager does, and not the pager.
    const ignore = () => {}
    process.on('SIGINT', ignore)
    const end = (/** @type {boolean} */ isShown) => {
      process.off('SIGINT', ignore)
      resolve(isShown)
    }
    pager.on('error', () => end(false))
    // The shell says by 127 that there is no such program, and by 126 that it can't be run.
    pager.on('close', code => end(code !== 127 && code !== 126))
    pager.stdin.on('error', () => {}) // the user has left before the end
    pager.stdin.end(text)
  })
}

module.exports = { page }
