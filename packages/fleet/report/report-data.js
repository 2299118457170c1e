'use strict'
// Collects what the page of all crashes shows.

const { compareFacts } = require('../common/compare-facts')
const { comparableFacts } = require('../common/facts')
const { withMarks } = require('crash-collector-inspect/groups/fixed')
const { isNewSince, readGroups, timesOf } = require('crash-collector-inspect/groups/read-groups')

/** @typedef {import('../common/facts').Facts} Facts */
/** @typedef {import('../common/compare-facts').CommonFact} CommonFact */
/** @typedef {import('crash-collector-inspect/groups/fixed').ListedGroup} ListedGroup */
/** @typedef {import('crash-collector-inspect/groups/read-groups').Release} Release */

/**
 * @typedef {object} GroupFacts
 * @property {number} crashes with those whose dumps were not kept
 * @property {number[]} overTime
 * @property {boolean} isNew it came with the newest release
 * @property {boolean} isGone the newest release has none
 * @property {CommonFact[]} facts
 */
/** @typedef {ListedGroup & GroupFacts} ReportGroup */
/** @typedef {Release & { crashes: number, groups: number, fresh: number, gone: number }} ReportRelease */

/**
 * @typedef {object} ReportData
 * @property {ReportGroup[]} groups the most frequent one first
 * @property {ReportRelease[]} releases newest first. fresh: groups that came with it; gone: groups of the release
 *   before that it has not
 * @property {{ from: string, to: string, overTime: number[] }|null} time null if there are no dumps
 * @property {number} dumps
 * @property {number} crashes
 * @property {import('crash-collector-inspect/groups/read-groups').Groups['unread']} unread
 */

/** Number of bars in a chart. */
const BARS = 40
/** How many dumps and groups are compared for what they have in common: each takes some tenths of a second. */
const MAX_COMPARED_DUMPS = 1000
const MAX_COMPARED_GROUPS = 20
const MIN_DUMPS = 3
const MAX_CHANCE = 0.05
const MAX_FACTS = 3

/**
 * @param {string[]} files newest first
 * @param {() => void} [count] is called for each dump that was read
 * @returns {Promise<ReportData>}
 */
async function reportData (files, count = () => {}) {
  /** @type {{ fingerprint: string, facts: Facts }[]} */
  const compared = []
  const { groups, releases, unread } = await readGroups(files, (dump, { fingerprint }) => {
    count()
    if (compared.length < MAX_COMPARED_DUMPS) compared.push({ fingerprint, facts: comparableFacts(dump) })
  })
  const times = groups.flatMap(({ dumps }) => dumps.map(({ time }) => time)).sort()
  const [from, to] = [times[0], times[times.length - 1]]
  const newest = releases[releases.length - 1]
  const shown = withMarks(groups).map((group, i) => ({
    ...group,
    crashes: timesOf(group),
    overTime: barsOf(group.dumps, from, to),
    isNew: releases.length > 1 && isNewSince(group, newest, releases),
    isGone: releases.length > 1 && !group.releases.includes(newest.release),
    facts: i < MAX_COMPARED_GROUPS ? factsOfGroup(group.fingerprint, compared) : []
  }))
  return {
    groups: shown,
    releases: releases.map((release, i) => releaseFacts(release, releases[i - 1], shown, releases)).reverse(),
    time: from === undefined ? null : { from, to, overTime: barsOf(groups.flatMap(({ dumps }) => dumps), from, to) },
    dumps: times.length,
    crashes: shown.reduce((sum, { crashes }) => sum + crashes, 0),
    unread
  }
}

/**
 * @param {{ time: string }[]} dumps
 * @param {string} from
 * @param {string} to
 * @returns {number[]} how many dumps are of each part of the time
 */
function barsOf (dumps, from, to) {
  const bars = new Array(BARS).fill(0)
  const [start, end] = [Date.parse(from), Date.parse(to)]
  for (const { time } of dumps) {
    const share = end > start ? (Date.parse(time) - start) / (end - start) : 0
    bars[Math.min(BARS - 1, Math.max(0, Math.floor(share * BARS)))]++
  }
  return bars
}

/**
 * @param {string} fingerprint
 * @param {{ fingerprint: string, facts: Facts }[]} compared
 * @returns {CommonFact[]}
 */
function factsOfGroup (fingerprint, compared) {
  const [here, elsewhere] = [true, false].map(isHere =>
    compared.filter(each => (each.fingerprint === fingerprint) === isHere).map(({ facts }) => facts)
  )
  if (here.length < MIN_DUMPS || elsewhere.length === 0) return []
  return compareFacts(here, elsewhere).facts.filter(({ chance }) => Number(chance) < MAX_CHANCE).slice(0, MAX_FACTS)
}

/**
 * @param {Release} release
 * @param {Release|undefined} before
 * @param {ReportGroup[]} groups
 * @param {Release[]} releases
 * @returns {ReportRelease}
 */
function releaseFacts (release, before, groups, releases) {
  const own = groups.filter(group => group.releases.includes(release.release))
  const dumps = own.flatMap(group => group.dumps.filter(dump => dump.release === release.release))
  return {
    ...release,
    crashes: dumps.length,
    groups: own.length,
    fresh: before === undefined ? 0 : own.filter(group => isNewSince(group, release, releases)).length,
    gone: groups.filter(group => group.releases.includes(before?.release ?? '') && !own.includes(group)).length
  }
}

module.exports = { reportData }
