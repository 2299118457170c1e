'use strict'
// Runs a program under the collector to its end, and recognises reports of the sanitizers and of V8 in its output.

const { execFileSync, spawn } = require('node:child_process')

/** Matches reports of the sanitizers. */
const SANITIZER_REPORT = /ERROR: AddressSanitizer|runtime error:/
/** Matches also messages with which Node.js or V8 abort. */
const REPORT = new RegExp(`${SANITIZER_REPORT.source}|FATAL ERROR:|# Fatal error`)

/** @type {Record<string, Record<string, string>>} */
const OPTIONS = {
  // The process ends without freeing its memory, so leaks mean nothing. V8 uses an alternative signal stack, too.
  asan: { ASAN_OPTIONS: 'detect_leaks=0:use_sigaltstack=0' },
  ubsan: { UBSAN_OPTIONS: 'print_stacktrace=1' }
}

/**
 * @param {string} sanitizer of the build: `asan`, `ubsan`
 * @returns {Record<string, string>} the environment in which Node.js can load an addon with this sanitizer
 */
function sanitizerEnvironment (sanitizer) {
  const library = execFileSync('gcc', [`-print-file-name=lib${sanitizer}.so`], { encoding: 'utf8' }).trim()
  return { LD_PRELOAD: library, ...OPTIONS[sanitizer] }
}

/**
 * @param {string[]} args arguments of Node.js
 * @param {{ env: NodeJS.ProcessEnv, timeout: number, cwd?: string }} options timeout: ms
 * @returns {Promise<{ status: number | null, signal: string | null, text: string }>} text: both streams
 */
function runCollecting (args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      ...options,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({ status, signal, text }))
  })
}

module.exports = { REPORT, SANITIZER_REPORT, runCollecting, sanitizerEnvironment }
