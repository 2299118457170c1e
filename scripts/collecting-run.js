'use strict'
// Programs whose memory is watched: run to their end, with all that they write, and what in it is a report.

const { execFileSync, spawn } = require('node:child_process')

/** Of the sanitizers, and of Node.js or V8 ending the process. */
const REPORT = /ERROR: AddressSanitizer|runtime error:|FATAL ERROR:|# Fatal error/

/** @returns {Record<string, string>} the environment in which Node.js can load a sanitized addon */
function asanEnvironment () {
  return {
    LD_PRELOAD: execFileSync('gcc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim(),
    // Leaks of a process that ends without cleaning up are none. An alternative stack for signals is V8's, too.
    ASAN_OPTIONS: 'detect_leaks=0:use_sigaltstack=0'
  }
}

/**
 * @param {string[]} args of this Node.js
 * @param {{ env: NodeJS.ProcessEnv, timeout: number, cwd?: string }} options timeout: ms
 * @returns {Promise<{ status: number | null, signal: string | null, text: string }>} text: of both streams
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
