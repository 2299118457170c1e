'use strict'
// `list --group`: prints one entry for each kind of crash, and marks kinds as fixed.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { factsOf } = require('../../crash/facts')
const { findGroup, isNewSince, readGroups, timesOf } = require('../../groups/read-groups')
const { directoryOf, readFixed, withMarks, writeFixed } = require('../../groups/fixed')
const { createPaint } = require('../../text/colours')
const { cut, jsonText, plain, widthOf } = require('../../text/terminal-text')
const { countDumps } = require('../progress')
const { unreadLine } = require('../unread-dump')

/** @typedef {import('../../groups/read-groups').Group} Group */
/** @typedef {import('../../groups/read-groups').Groups} Groups */
/** @typedef {import('../../groups/fixed').FixedState} FixedState */
/** @typedef {import('../../groups/fixed').ListedGroup} ListedGroup */

/** How many releases and hosts are named. */
const MAX_NAMES = 4

/**
 * @param {string[]} files newest first
 * @param {import('../types').Flags} flags
 * @param {import('../types').Output} output
 * @param {{ most: number, none: string }} options most: groups that are listed; none: said if there are no dumps
 * @returns {Promise<number>}
 */
async function listGroups (files, flags, output, { most, none }) {
  const count = countDumps(output, files.length)
  /** @type {Map<Group, string>} the first line of `show` of the newest dump of each group */
  const headlines = new Map()
  const all = await readGroups(files, (dump, group) => {
    count()
    const text = group.dumps.length > 1 ? undefined : factsOf(dump).diagnosis?.text
    if (text !== undefined) headlines.set(group, text)
  })
  if (typeof flags.fixed === 'string') mark(all, flags.fixed, true)
  if (typeof flags['reopen'] === 'string') mark(all, flags['reopen'], false)
  const listed = wanted(all, flags['new-in']).slice(0, most).map(group => {
    const headline = headlines.get(group)
    return headline === undefined ? group : { ...group, headline }
  })
  const groups = withMarks(listed)
  if (flags.json === true) output.write(jsonText({ groups, releases: all.releases, unread: all.unread }))
  else if (files.length === 0) output.write(none)
  else print(groups, all.unread, output)
  return 0
}

/**
 * @param {Groups} all
 * @param {string} fingerprint
 * @param {boolean} isFixed
 */
function mark ({ groups, releases }, fingerprint, isFixed) {
  const group = findGroup(groups, fingerprint)
  const directory = directoryOf(group)
  const fixed = readFixed(directory)
  if (isFixed) {
    fixed.set(group.fingerprint, {
      time: new Date().toISOString(),
      releases: releases.map(({ release }) => release)
    })
  } else fixed.delete(group.fingerprint)
  writeFixed(directory, fixed)
}

/**
 * @param {Groups} all
 * @param {unknown} since a release
 * @returns {Group[]}
 */
function wanted ({ groups, releases }, since) {
  if (typeof since !== 'string') return groups
  const release = releases.find(each => each.release === since)
  if (release === undefined) {
    const known = releases.map(each => each.release).slice(-MAX_NAMES)
    throw new CrashCollectorError('RELEASE_NOT_FOUND', `no dump has the release ${since}`, {
      hint: known.length === 0 ? 'no dump names a release' : `there are ${known.join(', ')}`
    })
  }
  return groups.filter(group => isNewSince(group, release, releases))
}

/**
 * @param {ListedGroup[]} groups
 * @param {Groups['unread']} unread
 * @param {import('../types').Output} output
 */
function print (groups, unread, { write, columns, isTerminal }) {
  const paint = createPaint(isTerminal)
  const width = Math.min(columns, 100)
  const line = (/** @type {import('../../text/colours').Style} */ colour, /** @type {string} */ text) =>
    write(`        ${paint(colour, cut(plain(text), width - 8))}\n`)
  for (const group of groups) {
    const { fingerprint, className, message, place, headline, notKept, firstSeen, lastSeen, dumps } = group
    const start = `${String(timesOf(group)).padStart(4)} ×  `
    const what = cut(plain(`${className}: ${message}`.split('\n', 1)[0]), width - widthOf(start))
    write(`${start}${paint('red', what)}\n`)
    if (place !== '') line('cyan', place)
    if (headline !== undefined) line('bold', headline)
    const seen = [...new Set([timeText(firstSeen), timeText(lastSeen)])].join(' to ')
    const numbers = dumps.slice(0, 5).map(({ number }) => number).join(' ')
    const kept = notKept === undefined ? '' : `  (${notKept} not kept)`
    line('grey', `${seen}  ${fingerprint}  show ${numbers}${dumps.length > 5 ? ' …' : ''}${kept}`)
    const where = [named('release', group.releases), named('host', group.hosts)].filter(text => text !== '')
    if (where.length > 0) line('grey', where.join('  '))
    const { fixed } = group
    if (fixed !== undefined) line(fixed.state === 'regressed' ? 'yellow' : 'green', fixedText(fixed))
  }
  if (groups.length === 0 && unread.length === 0) write('no such crashes\n')
  for (const { file, problem } of unread) write(unreadLine('        ', file, problem, { columns, isTerminal }) + '\n')
}

/**
 * @param {string} word
 * @param {string[]} names newest last
 */
function named (word, names) {
  if (names.length === 0) return ''
  const more = names.length > MAX_NAMES ? `… ${names.length - MAX_NAMES} more, ` : ''
  return `${word}${names.length > 1 ? 's' : ''} ${more}${names.slice(-MAX_NAMES).join(', ')}`
}

/** @param {FixedState} fixed */
function fixedText ({ state, since, again, inOldReleases }) {
  const old = inOldReleases === 0 ? '' : `, ${inOldReleases} × in earlier releases`
  const marked = `marked as fixed ${timeText(since)}`
  return state === 'regressed' ? `came back ${again} ×, ${marked}${old}` : `${marked}${old}`
}

/** @param {string} time */
function timeText (time) {
  return time.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, '')
}

module.exports = { listGroups }
