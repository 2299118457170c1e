'use strict'
// Finds the dump that the words of a user name.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { readConfig } = require('crash-collector-shared/config')
const { projectRoot } = require('crash-collector-shared/config/project-directory')
const { EXTENSION } = require('crash-collector-shared/dump/terms')
const { LOG_MARK, listDumps } = require('crash-collector-shared/dump/store')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { dumpsFor, dumpsIn } = require('./user-dumps')

const GZIP_MAGIC = [0x1f, 0x8b]

/**
 * @returns {string} the directory in which a collector that starts here would write: from the environment, the
 *   configuration file or the default
 */
function dumpDirectory () {
  return readConfig().config.dir
}

/**
 * Before dumps had a directory of the user, they were written beside the code.
 * @returns {string | null} what to do about dumps that are still there, one line; null if there are none
 */
function earlierDumps () {
  const { dir, isProjectDir } = readConfig().config
  const before = path.join(projectRoot(process.cwd()), 'crashes')
  if (!isProjectDir || !fs.existsSync(before) || listDumps(before).length === 0) return null
  return `dumps of an earlier version are in ${before}: move them to ${dir}, or set CRASH_COLLECTOR_DIR=crashes`
}

/**
 * @param {string} [name] a path, of a directory for its newest dump; `last` for the newest dump of this project, a
 *   dump's number in `list`, or `-` for a log on stdin
 * @returns {string}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function findDump (name = 'last') {
  if (name === '-') return dumpFromInput()
  const number = name === 'last' ? 1 : /^[1-9]\d{0,5}$/.test(name) && !fs.existsSync(name) ? Number(name) : 0
  if (number === 0) return isDirectory(name) ? newestIn(name) : name
  const directory = dumpDirectory()
  const hint = earlierDumps() ?? 'name a dump, or set CRASH_COLLECTOR_DIR to where the dumps are'
  const { files: dumps, elsewhere } = dumpsFor(directory)
  // Somebody who names none means one of this project, and not what another one has left.
  if (elsewhere && name === 'last') throw onlyElsewhere(directory, dumps[0].path)
  if (number <= dumps.length) return dumps[number - 1].path
  if (!fs.existsSync(directory)) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no directory ${directory}`, { hint })
  }
  const found =
    dumps.length === 0
      ? 'there is no dump'
      : dumps.length === 1
        ? 'there is only one dump'
        : `there are only ${dumps.length} dumps`
  throw new CrashCollectorError('DUMP_NOT_FOUND', `${found} in ${directory}`, { hint })
}

/** @param {string} name */
function isDirectory (name) {
  try {
    return fs.statSync(name).isDirectory()
  } catch {
    return false // opening the path as a dump fails with the reason
  }
}

/** @param {string} directory */
function newestIn (directory) {
  const [newest] = dumpsIn(directory)
  if (newest === undefined) throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump in ${directory}`)
  return newest.path
}

/**
 * @param {string} directory
 * @param {string} newest dump of this user
 */
function onlyElsewhere (directory, newest) {
  const wanted = path.relative('', directory) || '.'
  return new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump in ${wanted}`, {
    hint: `the newest dump of yours elsewhere is ${newest}; npx crash-collector list --everywhere shows all`
  })
}

/**
 * Takes the last dump out of a log on stdin, or a whole dump, into a file that goes when this process ends.
 * @returns {string} its path
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function dumpFromInput () {
  const dump = dumpInLog(fs.readFileSync(0))
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-'))
  process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
  const file = path.join(directory, `stdin${EXTENSION}`)
  fs.writeFileSync(file, dump, { mode: 0o600, flag: 'wx' })
  return file
}

/**
 * Finds the dump in a log: if a process could write no file, the first records stand in a line on stderr.
 * @param {Buffer} log
 * @returns {Buffer} the last dump in it, compressed; the log itself if it is a dump
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function dumpInLog (log) {
  if (log[0] === GZIP_MAGIC[0] && log[1] === GZIP_MAGIC[1]) return log
  const at = log.lastIndexOf(LOG_MARK)
  if (at === -1) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump in the input: no line has ${LOG_MARK}`, {
      hint: 'give the log of the process, or the bytes of a .ccdump file'
    })
  }
  const text = log.toString('latin1', at + LOG_MARK.length)
  return Buffer.from(/^[\w-]*/.exec(text)?.[0] ?? '', 'base64url')
}

module.exports = { dumpDirectory, earlierDumps, findDump, isDirectory }
