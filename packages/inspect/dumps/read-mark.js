'use strict'
// Reads the mark at the beginning of a dump (packages/shared/dump/crash-mark.js), which `list` needs for each dump.

const fs = require('node:fs')

const { MARK_LENGTH, parseMark } = require('crash-collector-shared/dump/crash-mark')

/**
 * @param {string} file
 * @returns {import('crash-collector-shared/dump/crash-mark').CrashMark | null} null when the dump has none, or can't be
 *   read
 */
function readMark (file) {
  let descriptor = -1
  try {
    descriptor = fs.openSync(file, 'r')
    const bytes = Buffer.alloc(MARK_LENGTH)
    return parseMark(bytes.toString('latin1', 0, fs.readSync(descriptor, bytes, 0, MARK_LENGTH, 0)))
  } catch {
    return null
  } finally {
    if (descriptor !== -1) fs.closeSync(descriptor)
  }
}

/**
 * @param {import('crash-collector-shared/dump/crash-mark').CrashMark | null} mark of a dump; the newest dumps come
 *   first
 * @param {string} directory of the dump
 * @param {Set<string>} counted is added to
 * @returns {number} number of crashes of the kind whose dumps were not kept; 0 for all dumps of a kind but the newest
 */
function notKeptBeside (mark, directory, counted) {
  const kind = `${mark?.key} ${directory}`
  if (mark === null || counted.has(kind)) return 0
  counted.add(kind)
  return mark.notKept
}

module.exports = { notKeptBeside, readMark }
