'use strict'
// `list --group`: prints one line for each kind of crash.

const path = require('node:path')
const { CrashCollectorError } = require('../../../errors')
const { notKeptBeside, readMark } = require('../../dumps/read-mark')
const { openDump } = require('../../dumps/open-dump')
const { createPaint } = require('../../text/colours')
const { fingerprintOf } = require('../../crash/fingerprint')
const { SourceMaps } = require('../../source/source-map')
const { cut, jsonText, plain, widthOf } = require('../../text/terminal-text')
const { unreadLine } = require('./unread-dump')

/**
 * @typedef {object} Group
 * @property {string} fingerprint
 * @property {string} className
 * @property {string} message normalised
 * @property {string[]} frames
 * @property {number} count number of dumps
 * @property {number} [notKept] number of further crashes whose dumps were not kept
 * @property {string} firstSeen
 * @property {string} lastSeen
 * @property {{ file: string, number: number, time: string }[]} dumps newest first; number: as in `list`
 */

/**
 * @param {string[]} files newest first
 * @param {import('../types').Flags} flags
 * @param {import('../types').Output} output
 * @returns {Promise<number>}
 */
async function listGroups (files, flags, output) {
  /** @type {Map<string, Group>} */
  const groups = new Map()
  /** @type {{ file: string, problem: { code: string, message: string } }[]} */
  const unread = []
  /** @type {Set<string>} */
  const counted = new Set()
  for (const [i, file] of files.entries()) {
    try {
      const group = add(groups, file, i + 1, await openDump(file))
      const notKept = notKeptBeside(readMark(file), path.dirname(file), counted)
      if (notKept > 0) group.notKept = (group.notKept ?? 0) + notKept
    } catch (error) {
      // A damaged dump must not hide the others.
      if (!(error instanceof CrashCollectorError)) throw error
      unread.push({ file, problem: { code: error.code, message: error.message } })
    }
  }
  const sorted = [...groups.values()].sort((a, b) => timesOf(b) - timesOf(a) || (a.lastSeen < b.lastSeen ? 1 : -1))
  if (flags.json === true) output.write(jsonText({ groups: sorted, unread }))
  else if (files.length === 0) output.write('no dumps\n')
  else print(sorted, unread, output)
  return 0
}

/**
 * @param {Map<string, Group>} groups
 * @param {string} file
 * @param {number} number
 * @param {import('../../../dump/reader').Dump} dump
 * @returns {Group}
 */
function add (groups, file, number, dump) {
  const { id, className, message, frames } = fingerprintOf(dump, new SourceMaps(dump))
  const { time } = dump.header
  const group = groups.get(id) ?? {
    fingerprint: id,
    className,
    message,
    frames,
    count: 0,
    firstSeen: time,
    lastSeen: time,
    dumps: []
  }
  group.count++
  if (time < group.firstSeen) group.firstSeen = time
  if (time > group.lastSeen) group.lastSeen = time
  group.dumps.push({ file, number, time })
  groups.set(id, group)
  return group
}

/** @param {Group} group */
function timesOf ({ count, notKept = 0 }) {
  return count + notKept
}

/**
 * @param {Group[]} groups
 * @param {{ file: string, problem: { message: string } }[]} unread
 * @param {import('../types').Output} output
 */
function print (groups, unread, { write, columns, isTerminal }) {
  const paint = createPaint(isTerminal)
  const width = Math.min(columns, 100)
  for (const group of groups) {
    const { fingerprint, className, message, frames, count, notKept, firstSeen, lastSeen, dumps } = group
    const start = `${String(timesOf(group)).padStart(4)} ×  `
    const what = cut(plain(`${className}: ${message}`.split('\n', 1)[0]), width - widthOf(start))
    write(`${start}${paint('red', what)}\n`)
    const seen = count === 1 ? timeText(firstSeen) : `${timeText(firstSeen)} to ${timeText(lastSeen)}`
    const numbers = dumps
      .slice(0, 5)
      .map(({ number }) => number)
      .join(' ')
    if (frames.length > 0) write(`        ${paint('cyan', cut(plain(frames[0]), width - 8))}\n`)
    const kept = notKept === undefined ? '' : `  (${notKept} not kept)`
    const where = `${seen}  ${fingerprint}  show ${numbers}${dumps.length > 5 ? ' …' : ''}${kept}`
    write(`        ${paint('grey', cut(where, width - 8))}\n`)
  }
  for (const { file, problem } of unread) write(unreadLine('        ', file, problem, { columns, isTerminal }) + '\n')
}

/** @param {string} time */
function timeText (time) {
  return plain(time)
    .replace('T', ' ')
    .replace(/:\d\d(\.\d+)?Z$/, '')
}

module.exports = { listGroups }
