'use strict'
// Tells how often the group of a crash was seen in the directory of its dump: the same groups as `list --group` shows.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { readDump } = require('../reader')
const { causeChain } = require('../crash/cause-chain')
const { fingerprintOf } = require('../crash/fingerprint')
const { openDump } = require('../dumps/open-dump')
const { dumpsIn } = require('../dumps/user-dumps')
const { readMark } = require('../dumps/read-mark')
const { SourceMaps } = require('../source/source-map')
const { releaseOf } = require('../crash/release')

/** @typedef {import('../reader').Dump} Dump */

/** Reading goes on for so long. Whoever asks about one dump doesn't wait for all others. */
const MAX_MS = 700
const MAX_DUMPS = 100

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {Promise<string>} '' if this is the first of its group
 */
async function seenBefore (dump, sourceMaps) {
  const directory = path.dirname(path.resolve(dump.file))
  const before = earlierThan(dump, directory)
  if (before.length === 0) return ''
  const own = fingerprintOf(dump, sourceMaps)
  const release = releaseOf(dump)
  const end = performance.now() + MAX_MS
  let [count, first, isWhole] = [1, dump.header.time, true]
  let isNew = release !== undefined
  let hasOlder = false
  for (const file of before) {
    if (performance.now() > end) isWhole = false
    if (!isWhole) break
    const other = await readOther(file, dump)
    if (other === null) continue
    const otherRelease = releaseOf(other)
    if (otherRelease !== undefined && otherRelease !== release) hasOlder = true
    if (classOf(other) !== classOf(dump)) continue
    const opened = await openDump(file)
    if (fingerprintOf(opened, new SourceMaps(opened)).id !== own.id) continue
    count++
    if (other.header.time < first) first = other.header.time
    if (otherRelease !== release) isNew = false
  }
  const notKept = readMark(dump.file)?.notKept ?? 0
  if (count + notKept === 1 && !(isNew && hasOlder && isWhole)) return ''
  const times = count + notKept
  const often = times === 1 ? 'the first' : `${isWhole ? '' : 'at least '}the ${ordinal(times)}`
  return [
    `${often} of this group`,
    ...(count > 1 ? [`first ${timeText(first, dump.header.time)}`] : []),
    ...(isNew && hasOlder && isWhole ? [`new in ${release}`] : [])
  ].join(', ')
}

/**
 * @param {Dump} dump
 * @param {string} directory
 * @returns {string[]} files, newest first
 */
function earlierThan (dump, directory) {
  if (!fs.existsSync(directory)) return []
  try {
    const files = dumpsIn(directory).map(each => each.path)
    const at = files.indexOf(path.resolve(dump.file))
    return at === -1 ? [] : files.slice(at + 1, at + 1 + MAX_DUMPS)
  } catch (error) {
    if (error instanceof CrashCollectorError) return [] // the directory can't be listed
    throw error
  }
}

/**
 * @param {string} file
 * @param {Dump} dump
 * @returns {Promise<Dump | null>} null if the file is damaged or gone; this dump is sound
 */
async function readOther (file, dump) {
  try {
    const other = await readDump(file, { summary: true })
    return other.header.time <= dump.header.time ? other : null
  } catch (error) {
    if (error instanceof CrashCollectorError) return null
    throw error
  }
}

/** @param {Dump} dump */
function classOf (dump) {
  const root = causeChain(dump).at(-1)
  const { exception, header } = root === undefined ? dump : dump.seenFrom(root.index)
  return exception?.className ?? header.trigger
}

/** @param {number} count */
function ordinal (count) {
  const ending = count % 100 >= 11 && count % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

/**
 * @param {string} time ISO 8601
 * @param {string} now
 * @returns {string} without the day if it is the same
 */
function timeText (time, now) {
  const clock = time.slice(11, 16)
  return time.slice(0, 10) === now.slice(0, 10) ? clock : `${time.slice(0, 10)} ${clock}`
}

module.exports = { seenBefore }
