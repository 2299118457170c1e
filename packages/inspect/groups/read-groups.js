'use strict'
// Reads the dumps of a directory into groups of the same crash.

const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { factsOf } = require('../crash/facts')
const { openDump } = require('../dumps/open-dump')
const { notKeptBeside, readMark } = require('../dumps/read-mark')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @typedef {object} GroupedDump
 * @property {string} file
 * @property {number} number as in `list`
 * @property {string} time
 * @property {string} [release]
 * @property {string} [host]
 */

/**
 * @typedef {object} Group
 * @property {string} fingerprint
 * @property {string} className
 * @property {string} message normalised
 * @property {string[]} frames
 * @property {string} place of the newest dump, `function file:line`; '' if it is not known
 * @property {string} [headline] why the newest dump's process died, if its values prove it: `list --group` finds it
 * @property {number} count number of dumps
 * @property {number} [notKept] number of further crashes whose dumps were not kept
 * @property {string} firstSeen
 * @property {string} lastSeen
 * @property {string[]} releases in the order in which the group came to them
 * @property {string[]} hosts
 * @property {GroupedDump[]} dumps newest first
 */

/**
 * @typedef {object} Release
 * @property {string} release
 * @property {string} firstSeen time of the first dump of it
 * @property {string} lastSeen
 */

/**
 * @typedef {object} Groups
 * @property {Group[]} groups the most frequent one first
 * @property {Release[]} releases of all dumps, oldest first
 * @property {{ file: string, problem: { code: string, message: string } }[]} unread
 */

/**
 * @param {string[]} files newest first
 * @param {(dump: Dump, group: Group) => void} [visit] is called with each dump, which is not kept
 * @returns {Promise<Groups>}
 */
async function readGroups (files, visit = () => {}) {
  /** @type {Map<string, Group>} */
  const groups = new Map()
  /** @type {Groups['unread']} */
  const unread = []
  /** @type {Set<string>} */
  const counted = new Set()
  for (const [i, file] of files.entries()) {
    try {
      const dump = await openDump(file)
      const group = add(groups, dump, i + 1)
      const notKept = notKeptBeside(readMark(file), path.dirname(file), counted)
      if (notKept > 0) group.notKept = (group.notKept ?? 0) + notKept
      visit(dump, group)
    } catch (error) {
      // A damaged dump must not hide the others.
      if (!(error instanceof CrashCollectorError)) throw error
      unread.push({ file, problem: { code: error.code, message: error.message } })
    }
  }
  const sorted = [...groups.values()].sort((a, b) => timesOf(b) - timesOf(a) || (a.lastSeen < b.lastSeen ? 1 : -1))
  for (const group of sorted) summarise(group)
  return { groups: sorted, releases: releasesOf(sorted.flatMap(({ dumps }) => dumps)), unread }
}

/**
 * @param {Map<string, Group>} groups
 * @param {Dump} dump
 * @param {number} number
 * @returns {Group}
 */
function add (groups, dump, number) {
  const { fingerprint, release, host } = factsOf(dump)
  const { id, className, message, frames, place } = fingerprint
  const { time } = dump.header
  const group = groups.get(id) ?? {
    fingerprint: id,
    className,
    message,
    frames,
    place,
    count: 0,
    firstSeen: time,
    lastSeen: time,
    releases: [],
    hosts: [],
    dumps: []
  }
  group.count++
  group.dumps.push({ file: dump.file, number, time, ...(release && { release }), ...(host && { host }) })
  groups.set(id, group)
  return group
}

/** @param {Group} group whose dumps are all there */
function summarise (group) {
  const times = group.dumps.map(({ time }) => time).sort()
  group.firstSeen = times[0]
  group.lastSeen = times[times.length - 1]
  group.releases = releasesOf(group.dumps).map(({ release }) => release)
  group.hosts = [...new Set(group.dumps.flatMap(({ host }) => host ?? []))].sort()
}

/**
 * @param {GroupedDump[]} dumps
 * @returns {Release[]} oldest first
 */
function releasesOf (dumps) {
  /** @type {Map<string, Release>} */
  const found = new Map()
  for (const { release, time } of dumps) {
    if (release === undefined) continue
    const known = found.get(release) ?? { release, firstSeen: time, lastSeen: time }
    if (time < known.firstSeen) known.firstSeen = time
    if (time > known.lastSeen) known.lastSeen = time
    found.set(release, known)
  }
  return [...found.values()].sort((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1))
}

/**
 * @param {Group} group
 * @returns {number} of crashes, with those whose dumps were not kept
 */
function timesOf ({ count, notKept = 0 }) {
  return count + notKept
}

/**
 * @param {Group} group
 * @param {Release} since
 * @param {Release[]} releases of all dumps
 * @returns {boolean} true if the group came with that release or a later one. A dump that names no release counts by
 *   its time
 */
function isNewSince (group, since, releases) {
  const earlier = new Set(releases.slice(0, releases.indexOf(since)).map(({ release }) => release))
  return group.dumps.every(({ release, time }) =>
    release === undefined ? time >= since.firstSeen : !earlier.has(release)
  )
}

/**
 * @param {Group[]} groups
 * @param {string} fingerprint or its beginning
 * @returns {Group}
 * @throws {CrashCollectorError} GROUP_NOT_FOUND
 */
function findGroup (groups, fingerprint) {
  const found = groups.filter(group => group.fingerprint.startsWith(fingerprint))
  if (found.length === 1) return found[0]
  const what = found.length === 0 ? 'there is no group of dumps' : `there are ${found.length} groups of dumps`
  throw new CrashCollectorError('GROUP_NOT_FOUND', `${what} with the fingerprint ${fingerprint}`, {
    hint: 'npx crash-collector list --group shows the fingerprints'
  })
}

module.exports = { findGroup, isNewSince, readGroups, timesOf }
