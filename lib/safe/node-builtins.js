'use strict'
// Keeps functions and facts of Node.js as they were when the collector was loaded. The application may have replaced
// any of them by the time it dies: mocks of `fs`, for example, put their own functions into the module.

const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')

const { apply, process, uncurryThis } = require('./primordials')

/** @typedef {Record<string, (() => object[]) | undefined>} UndocumentedFunctions */

const { S_IFDIR, S_IFMT, S_IFREG } = fs.constants
const { closeSync, existsSync, lstatSync, openSync, readFileSync, readSync, readdirSync, readlinkSync } = fs
const { renameSync, rmSync, statSync, writeSync } = fs
const { dirname, isAbsolute, join, resolve, sep } = path
const { _getActiveHandles, _getActiveRequests } = /** @type {UndocumentedFunctions} */ (
  /** @type {unknown} */ (process)
)
const { cwd, getActiveResourcesInfo, memoryUsage, resourceUsage, uptime } = process
const { getuid, hasUncaughtExceptionCaptureCallback } = process
const { binding: processBinding, moduleLoadList } =
  /** @type {{ binding: (name: string) => any, moduleLoadList: string[] }} */ (/** @type {unknown} */ (process))

/**
 * Makes a function of a method of `process`.
 * @template R
 * @param {() => R} method
 * @returns {() => R}
 */
function ofProcess (method) {
  return () => apply(method, process, [])
}

module.exports = {
  S_IFDIR,
  S_IFMT,
  S_IFREG,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  dirname,
  isAbsolute,
  join,
  resolve,
  sep,
  fileURLToPath,
  listenerCount: uncurryThis(/** @type {(name: string) => number} */ (EventEmitter.prototype.listenerCount)),
  hasUncaughtExceptionCaptureCallback: ofProcess(hasUncaughtExceptionCaptureCallback),
  processBinding,
  /**
   * The modules of Node.js that are loaded so far. The list is not documented (test/workarounds/module-load-list.js,
   * Node.js 20 to 26).
   */
  moduleLoadList,
  cwd: ofProcess(cwd),
  /** Undefined on Windows. */
  getuid: getuid === undefined ? undefined : ofProcess(getuid),
  getActiveResourcesInfo: ofProcess(getActiveResourcesInfo),
  memoryUsage: ofProcess(memoryUsage),
  resourceUsage: ofProcess(resourceUsage),
  uptime: ofProcess(uptime),
  /**
   * These two are not documented, but every version of Node.js has them, and they are deprecated in the documentation
   * only (DEP0161, https://github.com/nodejs/node/commit/6b88595142). Their replacement, `getActiveResourcesInfo()`,
   * gives names only.
   */
  getActiveHandles: _getActiveHandles === undefined ? () => [] : ofProcess(_getActiveHandles),
  getActiveRequests: _getActiveRequests === undefined ? () => [] : ofProcess(_getActiveRequests),
  /** Properties of `process` as they were at the start. */
  atStart: {
    arch: process.arch,
    execPath: process.execPath,
    pid: process.pid,
    platform: process.platform,
    ppid: process.ppid,
    version: process.version,
    versions: process.versions
  }
}
