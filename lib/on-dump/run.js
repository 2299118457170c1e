'use strict'
// A program that runs the command of the setting `onDump` for each dump of a directory that waits for it. A process
// that writes a dump starts this program, and so does a process that finds such dumps at its start.
//
// node run.js <directory>, with the command in CRASH_COLLECTOR_ON_DUMP, and the NODE_OPTIONS of the application in
// CRASH_COLLECTOR_NODE_OPTIONS

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const spool = require('../../packages/shared/dump/on-dump-spool')
const { releaseLock, takeLock, touchLock } = require('./lock')

const { DONE, ENDING, FAILED, SPOOL, WAITING, dumpOfMark, openDumps } = spool

/** A command that takes longer is killed, with the processes that it has started. */
const MAX_MS = 60_000

const MINUTE_MS = 60_000
/** Time from one attempt to the next. After the last attempt the command does not run any more for that dump. */
const WAITS_MS = [1, 10, 60, 360].map(minutes => minutes * MINUTE_MS)
const MAX_ATTEMPTS = WAITS_MS.length + 1

/** Time in which the last output of a command that has ended is read. */
const DRAIN_MS = 1000

/** Number of characters of the command's stderr that are kept. */
const MAX_REASON = 500

const PACKAGE = path.resolve(__dirname, '../..')
const PRELOAD = /(?:^|\s)(?:-r|--require|--import)(?:=|\s+)("(?:\\.|[^"\\])*"|\S+)/g

/** @typedef {import('../../packages/shared/dump/on-dump-spool').Attempts} Attempts */

/**
 * Runs the command for one dump after the other. A dump that is written meanwhile has its turn, too, because the
 * program of its own process finds the lock and ends.
 * @param {string} directory
 * @param {string} command
 */
async function runAll (directory, command) {
  const spool = path.join(directory, SPOOL)
  const lock = path.join(spool, 'lock')
  const ending = path.join(spool, ENDING)
  // A process that writes a dump after the last look finds this file, and starts another program.
  const hasWork = () => {
    if (nextDump(directory) !== undefined) return true
    fs.writeFileSync(ending, '', { mode: 0o600 })
    return nextDump(directory) !== undefined
  }
  // A dump may come between the last look and the end of the lock.
  while (hasWork() && takeLock(lock)) {
    fs.rmSync(ending, { force: true })
    try {
      removeOldMarks(directory)
      for (let name = nextDump(directory); name !== undefined; name = nextDump(directory)) {
        touchLock(lock)
        await runFor(path.join(directory, name), path.join(spool, name), command)
      }
    } finally {
      releaseLock(lock)
    }
  }
}

/**
 * @param {string} directory
 * @returns {string | undefined} name of a dump of this user whose time has come
 */
function nextDump (directory) {
  const spool = path.join(directory, SPOOL)
  const user = process.getuid?.()
  return openDumps(fs.readdirSync(directory), fs.readdirSync(spool)).find(({ name, isWaiting }) => {
    const dump = fs.lstatSync(path.join(directory, name), { throwIfNoEntry: false })
    if (dump?.isFile() !== true || (user !== undefined && dump.uid !== user)) return false
    const mark = isWaiting ? fs.statSync(path.join(spool, name + WAITING), { throwIfNoEntry: false }) : undefined
    return mark === undefined || mark.mtimeMs <= Date.now()
  })?.name
}

/** @param {string} directory removes the marks of dumps that are gone */
function removeOldMarks (directory) {
  const spool = path.join(directory, SPOOL)
  const dumps = new Set(fs.readdirSync(directory))
  for (const mark of fs.readdirSync(spool)) {
    const dump = dumpOfMark(mark)
    if (dump !== null && !dumps.has(dump)) fs.rmSync(path.join(spool, mark), { force: true })
  }
}

/**
 * @param {string} dump path
 * @param {string} mark path, without the end of its name
 * @param {string} command
 */
async function runFor (dump, mark, command) {
  const attempts = attemptsIn(mark + WAITING) + 1
  // Written before the command begins, because this process may be killed meanwhile.
  writeMark(mark + WAITING, { attempts, reason: 'it did not end' }, WAITS_MS[attempts - 1] ?? MINUTE_MS)
  const reason = await failureOf(command, dump, attempts)
  if (reason !== '' && attempts < MAX_ATTEMPTS) {
    writeMark(mark + WAITING, { attempts, reason }, WAITS_MS[attempts - 1])
    return
  }
  writeMark(mark + (reason === '' ? DONE : FAILED), { attempts, reason }, 0)
  fs.rmSync(mark + WAITING, { force: true })
}

/**
 * @param {string} mark path
 * @returns {number}
 */
function attemptsIn (mark) {
  try {
    return Number(JSON.parse(fs.readFileSync(mark, 'utf8')).attempts) || 0
  } catch {
    return 0 // there is none, or a full disk has cut it short
  }
}

/**
 * @param {string} mark path
 * @param {Attempts} content
 * @param {number} waitMs time until the next attempt
 */
function writeMark (mark, content, waitMs) {
  const partial = `${mark}.new`
  const due = new Date(Date.now() + waitMs)
  fs.writeFileSync(partial, JSON.stringify(content), { mode: 0o600 })
  fs.utimesSync(partial, due, due)
  fs.renameSync(partial, mark)
}

/**
 * Runs the command.
 * @param {string} command
 * @param {string} dump path
 * @param {number} attempt
 * @returns {Promise<string>} why it failed; '' if it succeeded
 */
function failureOf (command, dump, attempt) {
  const { CRASH_COLLECTOR_NODE_OPTIONS: options = '', ...others } = process.env
  const env = {
    ...others,
    NODE_OPTIONS: withoutPreload(options),
    CRASH_COLLECTOR_DUMP: dump,
    CRASH_COLLECTOR_DUMP_ATTEMPT: String(attempt)
  }
  const [program, ...args] = isModule(command)
    ? [process.execPath, path.join(__dirname, 'call-function.js'), command, dump]
    : ['/bin/sh', '-c', command, 'sh', dump]
  return new Promise(resolve => {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env })
    let printed = ''
    child.stderr.on('data', chunk => {
      printed = (printed + chunk).slice(-MAX_REASON)
    })
    let timer = setTimeout(() => killGroup(child), MAX_MS)
    child.on('error', error => resolve(error.message))
    child.on('exit', () => {
      clearTimeout(timer)
      // A process that the command leaves behind may hold the pipe open for ever.
      timer = setTimeout(() => child.stderr.destroy(), DRAIN_MS)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      const end = signal === null ? `exit code ${code}` : `ended by ${signal}`
      resolve(code === 0 ? '' : [end, printed.trim()].filter(Boolean).join(': '))
    })
  })
}

/**
 * @param {string} command
 * @returns {boolean} true for the path of a module whose function is called; the configuration has made it absolute
 */
function isModule (command) {
  return path.isAbsolute(command) && /\.[cm]?js$/.test(command) && fs.existsSync(command)
}

/**
 * @param {string} options a value of NODE_OPTIONS
 * @returns {string} without the preload of this package
 */
function withoutPreload (options) {
  const isOwn = (/** @type {string} */ name) => name.includes('crash-collector') || name.includes(PACKAGE)
  return options.replace(PRELOAD, (option, name) => (isOwn(name) ? '' : option)).trim()
}

/** @param {import('node:child_process').ChildProcess} child and all processes of its group */
function killGroup (child) {
  try {
    process.kill(-Number(child.pid), 'SIGKILL')
  } catch {} // it has just ended
}

runAll(process.argv[2], process.env.CRASH_COLLECTOR_ON_DUMP ?? '').catch(() => {
  process.exitCode = 1 // the directory is gone, or its disk is full
})
