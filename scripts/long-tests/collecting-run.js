'use strict'
// Runs a program under the collector to its end, and recognises reports of the sanitizers and of V8 in its output.

const { execFileSync, spawn } = require('node:child_process')

/** Matches reports of the sanitizers, and messages with which Node.js or V8 abort. */
const REPORT = /ERROR: AddressSanitizer|runtime error:|FATAL ERROR:|# Fatal error/

/** @returns {Record<string, string>} the environment in which Node.js can load a sanitized addon */
function asanEnvironment () {
  return {
    LD_PRELOAD: execFileSync('gcc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim(),
    // The process ends without freeing its memory, so leaks mean nothing. V8 uses an alternative signal stack, too.
    ASAN_OPTIONS: 'detect_leaks=0:use_sigaltstack=0'
  }
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

module.exports = { REPORT, asanEnvironment, runCollecting }
