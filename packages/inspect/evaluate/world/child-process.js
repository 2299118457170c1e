'use strict'
// Starts the process in which expressions run, and exchanges lines with it.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { StringDecoder } = require('node:string_decoder')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { parseAnswer } = require('../answer')

/** @typedef {import('../child').Answer} Answer */
/** @typedef {import('../child').Request} Request */

const EVALUATE = path.join(__dirname, '..')
/** Time for the process to start and to rebuild the values, and as much again to read the result. */
const GRACE_MS = 10_000
/** Time for V8 to end the expression at its limit. */
const LATE_MS = 1000
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024
const MAX_HEAP_MB = 512
/** V8's limit holds for its heap. The bytes of an ArrayBuffer are elsewhere. */
const MAX_RESIDENT_BYTES = 1024 ** 3
const PAGE_BYTES = 4096
const LOOK_MS = 20

/**
 * @returns {string[]} flags, as far as this Node.js has them, that take rights from the process that it does not need
 */
function childFlags () {
  const flags = ['--no-warnings', '--disallow-code-generation-from-strings', `--max-old-space-size=${MAX_HEAP_MB}`]
  const permission = ['--permission', '--experimental-permission'].find(flag =>
    process.allowedNodeEnvironmentFlags.has(flag)
  )
  if (permission === undefined) return flags
  // The process may read its own code. It may not write files or start child processes, workers or addons, and from
  // Node.js 25 on it has no network.
  return [...flags, permission, `--allow-fs-read=${path.join(EVALUATE, '..', '*')}`]
}

class ChildProcess {
  #child
  #decoder = new StringDecoder('utf8')
  #text = ''
  #errors = ''
  #isTooBig = false
  #isTooFull = false
  #isLate = false
  #phaseEnded = () => {}
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void }|null} */ #waiting = null
  isOver = false

  /** @param {import('../plan').Preparation} preparation */
  constructor ({ plan, helpers }) {
    // The environment is empty, because NODE_OPTIONS may preload the collector itself.
    this.#child = spawn(process.execPath, [...childFlags(), path.join(EVALUATE, 'child.js')], {
      env: systemEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true
    })
    const { stdin, stdout, stderr } = this.#child
    stdout.on('data', (/** @type {Buffer} */ chunk) => this.#receive(this.#decoder.write(chunk)))
    stderr.on('data', (/** @type {Buffer} */ chunk) => {
      this.#errors = (this.#errors + chunk).slice(0, 4096)
    })
    stdin.on('error', () => {}) // the child died before it had read everything; its exit reports that
    this.#child.on('error', cause =>
      this.#fail(
        new CrashCollectorError('EVALUATION_FAILED', 'the process that evaluates could not be started', {
          hint: String(cause),
          cause
        })
      )
    )
    this.#child.on('close', (exitCode, signal) => this.#fail(this.#reason(exitCode, signal)))
    stdin.write(`${JSON.stringify({ plan, helpers })}\n`)
  }

  /**
   * @param {Request & { timeoutMs: number }} request
   * @returns {Promise<Answer>}
   * @throws {CrashCollectorError} EVALUATION_TIMEOUT, EVALUATION_FAILED; the process is over then
   */
  async ask (request) {
    const answered = new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
    const late = () => {
      this.#isLate = true
      this.#child.kill('SIGKILL')
    }
    let timer = setTimeout(late, GRACE_MS)
    // Each empty line before the answer is a phase: the expression begins, the expression has ended.
    const limits = [request.timeoutMs + LATE_MS, GRACE_MS]
    this.#phaseEnded = () => {
      clearTimeout(timer)
      timer = setTimeout(late, limits.shift() ?? GRACE_MS)
    }
    const watch = setInterval(() => {
      if (residentBytes(this.#child.pid ?? 0) <= MAX_RESIDENT_BYTES) return
      this.#isTooFull = true
      this.#child.kill('SIGKILL')
    }, LOOK_MS)
    this.#child.stdin.write(`${JSON.stringify(request)}\n`)
    try {
      return await answered
    } catch (error) {
      throw this.#isLate && !this.#isTooBig ? timedOut(request.timeoutMs) : error
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
    }
  }

  end () {
    this.isOver = true
    this.#child.kill('SIGKILL')
  }

  /** @param {string} text */
  #receive (text) {
    this.#text += text
    if (this.#text.length > MAX_ANSWER_CHARACTERS) {
      this.#isTooBig = true
      this.#text = ''
      this.#child.kill('SIGKILL')
      return
    }
    for (; this.#text.startsWith('\n'); this.#text = this.#text.slice(1)) this.#phaseEnded()
    const end = this.#text.indexOf('\n')
    if (end === -1) return
    const answer = parseAnswer(this.#text.slice(0, end))
    this.#text = this.#text.slice(end + 1)
    if (answer === null) this.#child.kill('SIGKILL')
    else this.#waiting?.resolve(answer)
  }

  /** @param {Error} error */
  #fail (error) {
    this.isOver = true
    this.#waiting?.reject(error)
  }

  /**
   * @param {number|null} exitCode
   * @param {NodeJS.Signals|null} signal
   */
  #reason (exitCode, signal) {
    const reason = this.#isTooBig
      ? 'the result is too big'
      : this.#isTooFull || /heap out of memory/.test(this.#errors)
        ? 'it took too much memory'
        : exitCode === 0 || this.#text !== ''
          ? 'the answer makes no sense'
          : `the process ended with ${signal ?? exitCode}`
    return new CrashCollectorError('EVALUATION_FAILED', `the expression could not be evaluated: ${reason}`, {
      hint: 'ask for less, a property or a slice'
    })
  }
}

/**
 * @param {number} pid
 * @returns {number} bytes of memory that the process has now; 0 if that is not known here
 */
function residentBytes (pid) {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0 // no Linux, or the process has ended
  }
}

/** @param {number} timeoutMs */
function timedOut (timeoutMs) {
  return new CrashCollectorError('EVALUATION_TIMEOUT', `the expression did not end within ${timeoutMs} ms`, {
    hint: 'it was stopped; --timeout sets the limit in milliseconds'
  })
}

/** Windows can't start a process without these variables. */
function systemEnvironment () {
  return process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}
}

module.exports = { ChildProcess, childFlags, timedOut }
