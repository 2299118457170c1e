'use strict'
// Asks a running process for a dump, as src/watch/ask.h describes. Linux only.

const { randomBytes } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { preload } = require('../preload')

/** The name of the collector's watching thread, and its signal (src/watch/watch_thread.cc, ask.h). */
const THREAD_NAME = 'crash-collector'
const ASK_SIGNAL = 47
/** The signals that a thread cannot block, or that C libraries keep for themselves. */
const NEVER_BLOCKED = [9, 19, 32, 33, 34]

/** Directories in which the answer's file may be; the same as in src/watch/ask.cc. */
const ANSWER_DIRECTORIES = ['/tmp', '/dev/shm', '/var/tmp']
const POLL_MS = 5

const { EAGAIN, EPERM, ESRCH } = os.constants.errno

/**
 * @param {number} pid
 * @param {{ allTasks: boolean, timeoutMs: number }} options
 * @returns {Promise<string>} path of the dump
 * @throws {CrashCollectorError}
 */
async function askProcess (pid, { allTasks, timeoutMs }) {
  if (process.platform !== 'linux') throw failure('a running process can be asked on Linux only')
  const { addonRemedy, loadNative } = preload()
  const { native, problem } = loadNative()
  if (native === null) throw failure(`this needs the addon: ${problem}`, addonRemedy())
  const { tid, uid } = watchingThread(pid)
  const answer = createAnswer(pid, uid)
  try {
    const errno = native.askProcess(pid, tid, answer.nonce, allTasks)
    if (errno === EPERM) throw notAllowed(pid)
    if (errno === ESRCH) throw noProcess(pid)
    if (errno === EAGAIN) throw failure(`too many signals wait for process ${pid} already`, 'try again later')
    if (errno !== 0) throw failure(`process ${pid} cannot be asked: error ${errno}`)
    return await readAnswer(pid, answer.file, timeoutMs)
  } finally {
    // If the process has not answered, it finds no file any more, and writes none.
    fs.rmSync(answer.file, { force: true })
  }
}

/**
 * Finds the thread of another process that takes the signal, which would end any program that does not expect it. The
 * thread has the collector's name and blocks all signals, so nothing can happen to it. It does not block the one signal
 * while it waits for it. In a program that is called by that name itself, each thread has the name, and Node.js 20 to
 * 26 have another one that blocks all signals (`StartDebugSignalHandler` in
 * https://github.com/nodejs/node/blob/006d7da4db/src/inspector_agent.cc); so there the thread must be waiting.
 * @param {number} pid
 * @returns {{ tid: number, uid: number }} uid: of the process
 */
function watchingThread (pid) {
  const status = readText(`/proc/${pid}/status`)
  if (status === null || /^State:\s+[ZX]/m.test(status)) throw noProcess(pid)
  // A thread of the process, as /proc/<tid> shows it, is no process.
  if (Number(/^Tgid:\s+(\d+)/m.exec(status)?.[1]) !== pid) throw noProcess(pid)
  if (/^State:\s+[Tt]/m.test(status)) {
    throw failure(`process ${pid} is stopped, by a signal or a debugger`, `kill -CONT ${pid} lets it go on`)
  }
  const uid = Number(/^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1])
  const isCalledSo = isCalled(pid, THREAD_NAME)
  for (const tid of tryTo(() => fs.readdirSync(`/proc/${pid}/task`)) ?? []) {
    const thread = readText(`/proc/${pid}/task/${tid}/status`) ?? ''
    if (nameIn(thread) !== THREAD_NAME) continue
    const blocked = blockedSignals(thread)
    if (blocksOthers(blocked) && !(isCalledSo && blocks(blocked, ASK_SIGNAL))) return { tid: Number(tid), uid }
  }
  throw failure(
    `process ${pid} has no collector that takes requests`,
    'it must be a Node.js process with crash-collector preloaded, and with `request` among its triggers'
  )
}

/**
 * True if threads of the process may have got this name from its file. The process itself may have another name since.
 * @param {number} pid
 * @param {string} name
 */
function isCalled (pid, name) {
  const started = [
    tryTo(() => fs.readlinkSync(`/proc/${pid}/exe`)),
    readText(`/proc/${pid}/cmdline`)?.split('\0', 1)[0],
    readText(`/proc/${pid}/comm`)?.trim()
  ]
  return started.some(file => typeof file === 'string' && path.basename(file).startsWith(name))
}

/** @param {string} status of a thread */
function nameIn (status) {
  return /^Name:\s+(.*)$/m.exec(status)?.[1]
}

/** @param {string} status of a thread */
function blockedSignals (status) {
  return BigInt(`0x${/^SigBlk:\s+([\da-f]+)$/m.exec(status)?.[1] ?? 0}`)
}

/** @param {bigint} set @param {number} signal */
function blocks (set, signal) {
  return (set & (1n << BigInt(signal - 1))) !== 0n
}

/** @param {bigint} set */
function blocksOthers (set) {
  for (let signal = 1; signal <= 64; signal++) {
    if (signal !== ASK_SIGNAL && !NEVER_BLOCKED.includes(signal) && !blocks(set, signal)) return false
  }
  return true
}

/**
 * Makes the file for the answer, where the other process sees it, which may be in a container.
 * @param {number} pid
 * @param {number} uid of that process
 * @returns {{ nonce: string, file: string }}
 */
function createAnswer (pid, uid) {
  const nonce = randomBytes(6).toString('hex').slice(0, 11)
  const root = tryTo(() => fs.readdirSync(`/proc/${pid}/root/`)) === null ? '' : `/proc/${pid}/root`
  for (const directory of ANSWER_DIRECTORIES) {
    const file = `${root}${directory}/.crash-collector-${nonce}`
    try {
      fs.closeSync(fs.openSync(file, 'wx', 0o600))
    } catch {
      continue
    }
    if (process.getuid?.() === uid) return { nonce, file }
    try {
      fs.chownSync(file, uid, -1)
      return { nonce, file }
    } catch {
      fs.rmSync(file, { force: true })
      throw notAllowed(pid)
    }
  }
  throw failure(`there is no place for the answer of process ${pid}`, `one of ${ANSWER_DIRECTORIES} must be writable`)
}

/**
 * @param {number} pid
 * @param {string} file
 * @param {number} timeoutMs
 */
async function readAnswer (pid, file, timeoutMs) {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const isGone = !fs.existsSync(`/proc/${pid}`)
    const text = readText(file) ?? ''
    if (text.endsWith('\n')) {
      const { path: dump, problem } = JSON.parse(text)
      if (typeof dump !== 'string') throw failure(`process ${pid} wrote no dump: ${problem}`)
      return fs.existsSync(dump) || !fs.existsSync(`/proc/${pid}/root${dump}`) ? dump : `/proc/${pid}/root${dump}`
    }
    if (isGone) throw failure(`process ${pid} ended before it could write a dump`)
    if (waitedMs >= timeoutMs) {
      throw failure(
        `process ${pid} has not answered in ${timeoutMs} ms`,
        'it is in a built-in function, C++ or a system call that V8 cannot interrupt, and writes the dump then; ' +
          '--timeout waits longer for the path'
      )
    }
    await sleep(POLL_MS)
  }
}

/** @param {number} pid */
function noProcess (pid) {
  return failure(`there is no process ${pid}`)
}

/** @param {number} pid */
function notAllowed (pid) {
  return failure(`you are not allowed to send signals to process ${pid}`, 'run this as the user of that process')
}

/**
 * @param {string} message
 * @param {string} [hint]
 */
function failure (message, hint) {
  return new CrashCollectorError('NOT_ASKED', message, { hint })
}

/** @param {string} file */
function readText (file) {
  return tryTo(() => fs.readFileSync(file, 'utf8'))
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T | null} null when it fails
 */
function tryTo (read) {
  try {
    return read()
  } catch {
    return null
  }
}

module.exports = { askProcess }
