'use strict'
// The good dumps of which mutants are made.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const { EXTENSION } = require('../../../lib/dump/format')
const { CAUSES_RECORDS } = require('../../helpers/causes-dump')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { dumpBytes } = require('../../helpers/make-dump')

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
 * @param {string} directory of further dumps; '' for none
 * @returns {import('./mutate-dump').Base[]}
 */
function loadBases (directory) {
  const made = [CHECKOUT_RECORDS, KINDS_RECORDS, CAUSES_RECORDS].map(records => dumpBytes(records))
  return [...dumpsIn(GOLDEN), ...made, ...(directory === '' ? [] : dumpsIn(directory))].map(bytes =>
    zlib.gunzipSync(bytes).toString().trimEnd().split('\n')
  )
}

module.exports = { loadBases }
