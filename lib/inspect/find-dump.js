'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { EXTENSION } = require('../dump/format')
const { CrashCollectorError } = require('../errors')

/** @returns {string} where the collector of this shell would write */
function dumpDirectory () {
  return path.resolve(process.env.CRASH_COLLECTOR_DIR || 'crashes')
}

/**
 * @param {string} directory
 * @returns {string[]} paths of the finished dumps, newest first
 */
function dumpsIn (directory) {
  /** @type {string[]} */
  let names
  try {
    names = fs.readdirSync(directory)
  } catch (cause) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no directory ${directory}`, {
      hint: 'name a dump, or set CRASH_COLLECTOR_DIR to where the dumps are', cause
    })
  }
  return names.filter((name) => name.endsWith(EXTENSION))
    .map((name) => path.join(directory, name))
    .map((file) => ({ file, time: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time || (a.file < b.file ? 1 : -1))
    .map(({ file }) => file)
}

/**
 * @param {string} [name] a path, `last` for the newest, or its number in `list`
 * @returns {string}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function findDump (name = 'last') {
  const number = name === 'last' ? 1 : /^[1-9]\d{0,5}$/.test(name) && !fs.existsSync(name) ? Number(name) : 0
  if (number === 0) return name
  const directory = dumpDirectory()
  const dumps = dumpsIn(directory)
  if (number > dumps.length) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', dumps.length === 0 ? `there is no dump in ${directory}` : `there are only ${dumps.length} dumps in ${directory}`, {
      hint: 'name a dump, or set CRASH_COLLECTOR_DIR to where the dumps are'
    })
  }
  return dumps[number - 1]
}

module.exports = { findDump, dumpsIn, dumpDirectory }
