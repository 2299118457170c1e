'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { Readable } = require('node:stream')
const { pipeline } = require('node:stream/promises')
const { heapSnapshotPath } = require('crash-collector-shared/dump/store')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { readDump } = require('../../reader')
const { byteText } = require('../../text/words')
const { findDump } = require('../../dumps/find-dump')
const { lostObjects, lostObjectsText } = require('../../heap-snapshot/lost-objects')
const { heapSnapshotText } = require('../../heap-snapshot/unpack')
const { jsonText, plain } = require('../../text/terminal-text')

/** @type {import('../types').Command} */
const heap = {
  usage: 'crash-collector heap [dump] [--out <file>] [--json]',
  summary: 'Unpack the heap snapshot beside a dump, for the Memory panel of DevTools (Load). It is not redacted.',
  flags: [['--out <file>', "where to; the dump's name with .heapsnapshot in the working directory unless said"]],
  options: { out: { type: 'string' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    const dump = findDump(name)
    const file = heapSnapshotPath(dump)
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      throw new CrashCollectorError('NO_HEAP_SNAPSHOT', `there is no ${file}`, {
        hint: 'a process that dies with CRASH_COLLECTOR_HEAP=snapshot leaves one beside its dump'
      })
    }
    const to =
      typeof flags.out === 'string' ? flags.out : path.basename(file).replace(/\.heapsnapshot\b.*$/, '.heapsnapshot')
    const descriptor = create(to)
    try {
      await pipeline(Readable.from(heapSnapshotText(file)), fs.createWriteStream(to, { fd: descriptor }))
    } catch (error) {
      // No tool opens an incomplete snapshot.
      fs.rmSync(to, { force: true })
      throw error instanceof CrashCollectorError ? error : notWritten(to, /** @type {NodeJS.ErrnoException} */ (error))
    }
    const bytes = fs.statSync(to).size
    const { lost, problem } = await lostOf(dump)
    if (flags.json === true) {
      output.write(
        jsonText({
          dump,
          file: to,
          bytes,
          lostObjects: lost,
          ...(problem && { problem: { code: problem.code, message: problem.message } })
        })
      )
    } else {
      output.write(
        `${plain(to)} (${byteText(bytes)})\n${lost !== null && lost > 0 ? `${lostObjectsText(lost)}\n` : ''}`
      )
    }
    // The snapshot can be unpacked without the dump, and may be all that is left of the process. The command still
    // fails if the dump can't be read, because the user named the dump.
    if (problem !== null) throw problem
    return 0
  }
}

/**
 * @param {string} file of the dump
 * @returns {Promise<{ lost: number|null, problem: CrashCollectorError|null }>} problem: why `lost` is not known
 */
async function lostOf (file) {
  try {
    return { lost: await lostObjects(await readDump(file)), problem: null }
  } catch (error) {
    if (!(error instanceof CrashCollectorError)) throw error
    return { lost: null, problem: error }
  }
}

/**
 * Opens the file before anything is read. If reading fails later, the file that is removed is this one and not a file
 * that existed before.
 * @param {string} to
 * @returns {number} its descriptor
 * @throws {CrashCollectorError} NOT_WRITTEN
 */
function create (to) {
  try {
    return fs.openSync(to, 'wx', 0o600)
  } catch (error) {
    throw notWritten(to, /** @type {NodeJS.ErrnoException} */ (error))
  }
}

/**
 * @param {string} to
 * @param {NodeJS.ErrnoException} error
 */
function notWritten (to, error) {
  return new CrashCollectorError('NOT_WRITTEN', `cannot write ${to}: ${error.code ?? error.message}`, {
    hint: 'name another file with --out',
    cause: error
  })
}

module.exports = { heap }
