'use strict'
// The good dumps of which mutants are made: whole ones, and small ones of the same kinds of records, which are read
// faster.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const { EXTENSION } = require('../../../packages/shared/dump/terms')
const { CAUSES_RECORDS } = require('../../helpers/causes-dump')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { dumpBytes } = require('../../helpers/make-dump')

/** Characters of a dump that counts as small. */
const SMALL = 32_000
/** Number of records of each kind that a reduced dump keeps of a large one. */
const KEPT_OF_EACH_KIND = 10

const GOLDEN = path.join(__dirname, '../../fixtures/dumps')

/**
 * @param {string} directory
 * @returns {Buffer[]} the dumps in it
 */
function dumpsIn (directory) {
  return fs
    .readdirSync(directory)
    .filter(name => name.endsWith(EXTENSION))
    .sort()
    .map(name => fs.readFileSync(path.join(directory, name)))
}

/**
 * @param {string[]} lines
 * @returns {string[]} the first records of each kind
 */
function reduce (lines) {
  /** @type {Map<string, number>} */
  const kept = new Map()
  return lines.filter(line => {
    const { kind } = JSON.parse(line)
    kept.set(kind, (kept.get(kind) ?? 0) + 1)
    return (kept.get(kind) ?? 0) <= KEPT_OF_EACH_KIND
  })
}

/** @param {string[]} lines */
const isSmall = lines => lines.reduce((sum, line) => sum + line.length + 1, 0) <= SMALL

/**
 * @param {string} directory of further dumps; '' for none
 * @returns {import('./mutate-dump').Bases}
 */
function loadBases (directory) {
  const made = [CHECKOUT_RECORDS, KINDS_RECORDS, CAUSES_RECORDS].map(records => dumpBytes(records))
  const whole = [...dumpsIn(GOLDEN), ...made, ...(directory === '' ? [] : dumpsIn(directory))].map(bytes =>
    zlib.gunzipSync(bytes).toString().trimEnd().split('\n')
  )
  return { whole, small: whole.map(lines => (isSmall(lines) ? lines : reduce(lines))) }
}

module.exports = { loadBases }
