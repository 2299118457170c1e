'use strict'
// Reads the last lines of the files to which the process logs, when a dump is written: of stdout and stderr if they are
// files, and of files that are open for appending and look like a log. Nothing is recorded for that while the process
// lives. On Linux, which lists the open files in /proc.

const {
  S_IFMT, S_IFREG, atStart, closeSync, openSync, readSync, readdirSync, readlinkSync, statSync
} = require('../../safe/node-builtins')
const {
  BufferAllocUnsafeSlow,
  BufferUtf8Slice,
  ObjectCreate,
  RegExpExec,
  StringIndexOf
} = require('../../safe/primordials')
const { END_BYTES, find, lastLines, readText } = require('./text-files')

const MAX_FILES = 7
/** stdout and stderr, which come first. */
const STREAMS = ['1', '2']
/** Number of descriptors that are looked at. A process with more has sockets. */
const MAX_DESCRIPTORS = 1000
const DESCRIPTORS = '/proc/self/fd/'
/** The last octal digits of O_APPEND in the flags of /proc/self/fdinfo: 02000. */
const APPENDS = /[2367]\d{3}$/
/** `app.log`, `app.log.1`, `logs/current`, `/var/log/app/access`, `app.out` */
const LOG_NAME = /(?:[/._-]logs?(?:[/._-]|$)|\.(?:out|err)$)/i
/** Logs are texts. */
const NUL = '\0'

/**
 * @param {(text: string) => string} redact
 * @returns {Record<string, import('./text-files').Written>} by the stream's name, or the file's path
 */
function readLogFiles (redact) {
  /** @type {Record<string, import('./text-files').Written>} */
  const written = ObjectCreate(null)
  if (atStart.platform !== 'linux') return written
  const descriptors = readdirSync(DESCRIPTORS)
  const seen = ObjectCreate(null)
  for (let i = -STREAMS.length, files = 0; i < descriptors.length && i < MAX_DESCRIPTORS && files < MAX_FILES; i++) {
    const descriptor = i < 0 ? STREAMS[i + STREAMS.length] : descriptors[i]
    const stats = statSync(DESCRIPTORS + descriptor, { throwIfNoEntry: false })
    if (stats === undefined || (stats.mode & S_IFMT) !== S_IFREG || stats.size === 0) continue
    const name = logName(descriptor)
    const identity = `${stats.dev}:${stats.ino}`
    if (name === null || identity in seen) continue
    seen[identity] = true
    const end = readEnd(DESCRIPTORS + descriptor, stats.size, END_BYTES)
    if (end === null) continue
    written[name] = { lines: lastLines(end, redact), totalBytes: stats.size }
    files++
  }
  return written
}

/**
 * @param {string} descriptor of a regular file
 * @returns {string | null} null for other files than logs
 */
function logName (descriptor) {
  const flags = find(/^flags:\s*(\d+)/m, readText(`/proc/self/fdinfo/${descriptor}`)) ?? ''
  if (descriptor === '1' || descriptor === '2') {
    const isReadOnly = RegExpExec(/[04]$/, flags) !== null
    return isReadOnly ? null : descriptor === '1' ? 'stdout' : 'stderr'
  }
  if (RegExpExec(APPENDS, flags) === null) return null
  const path = readlinkSync(DESCRIPTORS + descriptor)
  return RegExpExec(LOG_NAME, path) === null ? null : path
}

/**
 * @param {string} file
 * @param {number} size of the file
 * @param {number} maxBytes
 * @returns {{ text: string, isCut: boolean } | null} null if it can't be read, or is no text
 */
function readEnd (file, size, maxBytes) {
  let descriptor = -1
  try {
    descriptor = openSync(file, 'r')
    const from = size > maxBytes ? size - maxBytes : 0
    const bytes = BufferAllocUnsafeSlow(size - from)
    const length = readSync(descriptor, bytes, 0, size - from, from)
    let start = 0
    // The text must not begin in the middle of a UTF-8 character.
    const isCut = from > 0
    if (isCut) while (start < length && (bytes[start] & 0xc0) === 0x80) start++
    const text = BufferUtf8Slice(bytes, start, length)
    return StringIndexOf(text, NUL) === -1 ? { text, isCut } : null
  } catch {
    return null // it may be written only, or is gone
  } finally {
    if (descriptor !== -1) closeSync(descriptor)
  }
}

module.exports = { readLogFiles }
