'use strict'
// Tells how often the group of a crash was seen in the directory of its dump: the same groups as `list --group` shows.

const { factsOf } = require('../crash/facts')
const { readMark } = require('../dumps/read-mark')
const { neighbourOf } = require('./neighbours')

/** @typedef {import('../reader').Dump} Dump */

/** Reading goes on for so long. Whoever asks about one dump doesn't wait for all others. */
const MAX_MS = 700
const MAX_DUMPS = 100

/**
 * @param {Dump} dump
 * @param {import('./neighbours').Neighbours} neighbours of the dump
 * @returns {Promise<string>} '' if this is the first of its group
 */
async function seenBefore (dump, neighbours) {
  const before = neighbours.earlier.slice(0, MAX_DUMPS)
  if (before.length === 0) return ''
  const { fingerprint, release } = factsOf(dump)
  const { time, className } = neighbourOf(dump)
  const end = performance.now() + MAX_MS
  let [count, first, isWhole] = [1, time, true]
  let isNew = release !== undefined
  for (const file of before) {
    if (performance.now() > end) isWhole = false
    if (!isWhole) break
    const other = await neighbours.about(file)
    if (other === null || other.time > time || other.className !== className) continue
    const { group, release: itsRelease } = await neighbours.whole(file)
    if (group !== fingerprint.id) continue
    count++
    if (other.time < first) first = other.time
    if (itsRelease !== release) isNew = false
  }
  // Releases follow each other, so the oldest dump tells whether there was another one.
  isNew &&= isWhole && ![undefined, release].includes((await neighbours.whole(before[before.length - 1])).release)
  const notKept = readMark(dump.file)?.notKept ?? 0
  if (count + notKept === 1 && !isNew) return ''
  const times = count + notKept
  const often = times === 1 ? 'the first' : `${isWhole ? '' : 'at least '}the ${ordinal(times)}`
  return [
    `${often} of this group`,
    ...(count > 1 ? [`first ${timeText(first, dump.header.time)}`] : []),
    ...(isNew ? [`new in ${release}`] : [])
  ].join(', ')
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
