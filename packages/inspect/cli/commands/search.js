'use strict'

const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { openDump } = require('../../dumps/open-dump')
const { listDumps } = require('crash-collector-shared/dump/store')
const { createPaint } = require('../../text/colours')
const { describeValue } = require('../../values/describe-value')
const { findDump, isDirectory } = require('../../dumps/find-dump')
const { valueToJson } = require('../../show/json')
const { findReferrers } = require('../../search/find-referrers')
const { findValues, createMatcher } = require('../../search/find-values')
const { placeText } = require('../../search/place-text')
const { cut, cutStart, jsonText, plain, widthOf } = require('../../text/terminal-text')
const { countDumps } = require('../progress')
const { UsageError, wholeNumber } = require('../usage')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../search/walk-values').Found} Found */

/** How many hits are printed by default; the rest is counted. */
const MAX_HITS = 100
const MAX_TEXT = 200

/** @type {import('../types').Command} */
const search = {
  usage: 'crash-collector search <text|/regex/> [dump|directory] [--referrers] [--max <n>] [--json]',
  summary: 'Find a text in all values of a dump, or of every dump of a directory, with the path to each.',
  flags: [
    ['--referrers', 'find what refers to an object: give its place, as `search` prints it, instead of a text'],
    ['--max <n>', `how many hits are printed for each dump (${MAX_HITS})`]
  ],
  options: { max: { type: 'string' }, referrers: { type: 'boolean' } },
  maxArguments: 2,
  async run ([words, name], flags, output) {
    if (words === undefined) throw new UsageError('a text is missing')
    const find = flags.referrers === true
      ? (/** @type {Dump} */ dump) => findReferrers(dump, words)
      : matchingIn(createMatcher(words))
    const max = wholeNumber(flags, 'max') ?? MAX_HITS
    const isMany = name !== undefined && isDirectory(name)
    const files = isMany ? listDumps(name).map(each => each.path) : [findDump(name, output)]
    const results = []
    let found = 0
    const count = countDumps(output, files.length)
    for (const file of files) {
      try {
        const dump = await openDump(file)
        const hits = find(dump)
        count()
        found += hits.length
        if (flags.json === true) {
          results.push({
            file,
            count: hits.length,
            hits: hits.slice(0, max).map(({ root, path, value }) => ({ root, path, value: valueToJson(value, dump) }))
          })
        } else printHits(dump, hits, max, isMany, output)
      } catch (error) {
        // A damaged dump must not hide the others.
        if (!isMany || !(error instanceof CrashCollectorError)) throw error
        if (flags.json === true) results.push({ file, problem: { code: error.code, message: error.message } })
        else output.writeError(`crash-collector: ${plain(error.message)}\n`)
      }
    }
    if (flags.json === true) output.write(jsonText(results))
    else if (isMany && files.length === 0) output.write(`no dumps in ${plain(name)}\n`)
    else if (isMany && found === 0) output.write('nothing found\n')
    return 0
  }
}

/** @param {(text: string) => boolean} matches */
function matchingIn (matches) {
  return (/** @type {Dump} */ dump) => [...findValues(dump, matches)]
}

/**
 * @param {Dump} dump
 * @param {Found[]} hits
 * @param {number} max
 * @param {boolean} isMany
 * @param {import('../types').Output} output
 */
function printHits (dump, hits, max, isMany, { write, columns, isTerminal }) {
  const paint = createPaint(isTerminal)
  if (hits.length === 0) return isMany ? undefined : write('nothing found\n')
  if (isMany) write(paint('bold', plain(path.basename(dump.file))) + '\n')
  for (const { root, path, value } of hits.slice(0, max)) {
    const where = placeText({ root, path })
    const text = cut(plain(describeValue(value, dump)), MAX_TEXT)
    const start = isTerminal ? cutStart(where, Math.floor(columns * 0.6)) : where
    write(`${paint('cyan', start)}  ${isTerminal ? cut(text, Math.max(20, columns - widthOf(start) - 2)) : text}\n`)
  }
  if (hits.length > max) write(paint('grey', `… ${hits.length - max} more (--max shows them)`) + '\n')
}

module.exports = { search }
