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
const { pathText } = require('../text/path-text')
const { allDumps, dumpsFor, dumpsIn } = require('./user-dumps')

const GZIP_MAGIC = [0x1f, 0x8b]

/**
 * @returns {string} the directory in which a collector that starts here would write: from the environment, the
 *   configuration file or the default
 */
function dumpDirectory () {
  return readConfig().config.dir
}

/**
 * Dumps that were written with another setting, or before dumps had a directory of the user, lie beside the code.
 * @returns {string | null} how to see dumps that are there, one line; null if there are none
 */
function dumpsBeside () {
  const { isProjectDir } = readConfig().config
  const beside = path.join(projectRoot(process.cwd()), 'crashes')
  if (!isProjectDir || !fs.existsSync(beside) || listDumps(beside).length === 0) return null
  const name = pathText(beside)
  return `there are dumps in ${name}: npx crash-collector list ${name} lists them, or set CRASH_COLLECTOR_DIR=${name}`
}

/**
 * @param {string} [name] a path, of a directory for its newest dump; `last` for the newest dump of this project, a
 *   dump's number in `list`; `e2` for number 2 of `list --everywhere`, or just the number if this project has no dumps;
 *   `-` for a log on stdin
 * @param {{ writeError: (text: string) => void }} [output] is told if the dump is one of another project
 * @returns {string}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function findDump (name = 'last', output) {
  if (name === '-') return dumpFromInput()
  const numbered = /^(e?)([1-9]\d{0,5})$/.exec(name)
  const [, everywhere, digits = 0] = numbered === null || fs.existsSync(name) ? [] : numbered
  if (everywhere) return numberedEverywhere(Number(digits))
  const number = name === 'last' ? 1 : Number(digits)
  if (number === 0) return isDirectory(name) ? newestIn(name) : name
  const { dir: directory, isProjectDir } = readConfig().config
  const hint = dumpsBeside() ?? 'name a dump, or set CRASH_COLLECTOR_DIR to where the dumps are'
  const { files: dumps, elsewhere } = dumpsFor(directory)
  // Somebody who names none means one of this project, and not what another one has left.
  if (elsewhere && name === 'last') projectDumps()
  if (number <= dumps.length) {
    const { path: file } = dumps[number - 1]
    if (elsewhere) output?.writeError(`crash-collector: this project has no dumps; ${name} is ${pathText(file)}\n`)
    return file
  }
  if (!isProjectDir && !fs.existsSync(directory)) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no directory ${pathText(directory)}`, { hint })
  }
  const found =
    dumps.length === 0
      ? 'there is no dump'
      : dumps.length === 1
        ? 'there is only one dump'
        : `there are only ${dumps.length} dumps`
  throw new CrashCollectorError('DUMP_NOT_FOUND', `${found} in ${pathText(directory)}`, { hint })
}

/** @param {number} number in `list --everywhere` */
function numberedEverywhere (number) {
  const dumps = allDumps(dumpDirectory())
  if (number <= dumps.length) return dumps[number - 1].path
  const hint = 'npx crash-collector list --everywhere shows their numbers'
  throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump e${number}, as you have ${dumps.length}`, { hint })
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
 * @param {string} [hint]
 */
function noneIn (directory, hint) {
  return new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump in ${pathText(directory)}`, { hint })
}

/**
 * @returns {import('./user-dumps').DumpFile[]} the dumps of this project, newest first; at least one
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function projectDumps () {
  const directory = dumpDirectory()
  const { files, elsewhere } = dumpsFor(directory)
  if (files.length > 0 && !elsewhere) return files
  const hint = files.length === 0 ? undefined : elsewhereText(files.length, files[0].path)
  throw noneIn(directory, dumpsBeside() ?? hint)
}

/**
 * @returns {string} the directory of this project's dumps, for what reads all that is in it
 * @throws {CrashCollectorError} DUMP_NOT_FOUND if it is not there
 */
function filledDirectory () {
  const directory = dumpDirectory()
  if (!fs.existsSync(directory)) projectDumps()
  return directory
}

/**
 * @param {number} count of this user's dumps of other projects
 * @param {string} [newest] of them
 */
function elsewhereText (count, newest) {
  const which = newest === undefined ? '' : `, the newest is ${pathText(newest)}`
  const dumps = count === 1 ? 'one dump of yours is' : `${count} dumps of yours are`
  return `${dumps} elsewhere${which}; npx crash-collector list --everywhere shows ${count === 1 ? 'it' : 'them'}`
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

module.exports = { dumpDirectory, dumpsBeside, elsewhereText, filledDirectory, findDump, isDirectory, projectDumps }
