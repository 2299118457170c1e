'use strict'
// Starts the program that runs the command of the setting `onDump` (lib/on-dump/run.js): after a dump, and at the
// start if dumps of earlier processes wait for it. The addon starts it, because node:child_process would make an object
// and call hooks that the application sees. Nothing waits for it, and it outlives this process.

const { ownFile } = require('../../addon/own-files')
const { isMainThread } = require('../../addon/thread')
const { ENDING, SPOOL, WAITING, openDumps, sinceName } = require('../../../packages/shared/dump/on-dump-spool')
const { isLink, makeOwnDirectory } = require('../../../packages/shared/dump/store')
const { dataProperty } = require('../../safe/data-property')
const {
  atStart,
  closeSync,
  dirname,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  sep,
  statSync
} = require('../../safe/node-builtins')
const { ArrayIncludes, DateNow, Error, builtinModule, process } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-functions').FileFunctions} FileFunctions */
/** @typedef {import('../../addon/native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {import('../types').Context} Context */

/** Triggers of a process that lives on. */
const LIVES_ON = ['api', 'blockedLoop', 'handled', 'handled500', 'request', 'testFailure']

const DAY_MS = 24 * 60 * 60 * 1000

/** False in a process whose executable would start the application instead of a script. */
let canStart = false

/**
 * Call this at the start and when the setting has changed: has the command run for the dumps for which it did not
 * succeed before. Never throws.
 * @param {Context} context
 */
function watchOnDump ({ config, native }) {
  if (config.onDump === '' || native === null) return
  canStart = !isSingleExecutable()
  if (!canStart || !isMainThread(native)) return
  try {
    if (!existsSync(config.dir) || isLink(config.dir)) return
    beginSpool(config.dir)
    if (hasWork(config.dir)) startProgram(native, config.dir, config.onDump, true)
  } catch {} // at the next start
}

/**
 * Has the command run for a dump. Never throws.
 * @param {Context} context
 * @param {string} dump path
 * @param {import('../../../packages/shared/dump/terms').Trigger} trigger
 */
function announce ({ config, native, notices }, dump, trigger) {
  if (config.onDump === '' || native === null || !canStart) return
  try {
    const directory = dirname(dump)
    beginSpool(directory)
    startProgram(native, directory, config.onDump, ArrayIncludes(LIVES_ON, trigger))
  } catch (error) {
    notices.failed(error) // at the next start
  }
}

/**
 * Makes the folder of the marks if it is missing. Dumps of the last day count, too: a process that was ended by a
 * signal could not make the folder.
 * @param {string} directory of the dumps
 */
function beginSpool (directory) {
  const spool = directory + sep + SPOOL
  if (isLink(spool)) throw new Error(`${spool} is a link`)
  if (existsSync(spool)) return
  makeOwnDirectory(spool)
  closeSync(openSync(spool + sep + sinceName(DateNow() - DAY_MS), 'w', 0o600))
}

/**
 * @param {string} directory of the dumps
 * @returns {boolean} true if a dump waits for the command, and its time has come
 */
function hasWork (directory) {
  const spool = directory + sep + SPOOL
  const open = openDumps(readdirSync(directory), readdirSync(spool))
  for (let i = 0; i < open.length; i++) {
    const { name, isWaiting } = open[i]
    if (!isWaiting || statSync(spool + sep + name + WAITING).mtimeMs <= DateNow()) return true
  }
  return false
}

/**
 * @param {FileFunctions & ThreadFunctions} native
 * @param {string} directory
 * @param {string} command
 * @param {boolean} onlyOne true: not if the program that this process has started before will look for further dumps
 */
function startProgram (native, directory, command, onlyOne) {
  const ending = directory + sep + SPOOL + sep + ENDING
  const looksNoMore = existsSync(ending)
  if (looksNoMore) rmSync(ending, { force: true })
  // Read by descriptor, because the application may have replaced `process.env`.
  const options = dataProperty(dataProperty(process, 'env'), 'NODE_OPTIONS')
  native.startDetached(
    [atStart.execPath, ownFile('lib', 'on-dump', 'run.js'), directory],
    [
      `CRASH_COLLECTOR_ON_DUMP=${command}`,
      // A collector in the command would write dumps, for which the command would run again.
      'CRASH_COLLECTOR_MODE=off',
      `CRASH_COLLECTOR_NODE_OPTIONS=${typeof options === 'string' ? options : ''}`,
      'NODE_OPTIONS='
    ],
    onlyOne && !looksNoMore
  )
}

/** True if Node.js and the application are one file: https://nodejs.org/api/single-executable-applications.html */
function isSingleExecutable () {
  try {
    return /** @type {{ isSea: () => boolean }} */ (builtinModule('node:sea')).isSea()
  } catch {
    return false // this Node.js has no such module
  }
}

module.exports = { announce, watchOnDump }
