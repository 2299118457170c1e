'use strict'
// Reads the corpus of crashes of which it is known which ones are the same.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { makeDump } = require('./make-dump')

const CORPUS = path.join(__dirname, '..', 'fixtures', 'fingerprints', 'corpus.jsonl.br')

/**
 * A line of the corpus, as scripts/generate/make-fingerprint-corpus.js writes it.
 * @typedef {{ crash: string, variant: string, node: string, records: any[] }} Row
 */
/** @typedef {{ crash: string, variant: string, node: string, id: string }} Fingerprinted */

/** @returns {Row[]} */
function corpusRows () {
  return zlib
    .brotliDecompressSync(fs.readFileSync(CORPUS))
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/**
 * @param {string} directory for the dumps
 * @param {(dump: import('../../packages/inspect/reader').Dump) => string} fingerprint
 * @returns {Promise<Fingerprinted[]>}
 */
async function fingerprintCorpus (directory, fingerprint) {
  const found = []
  for (const { records, ...row } of corpusRows()) {
    const [header, ...others] = records
    const dump = await openDump(makeDump(path.join(directory, 'crash.ccdump'), others, { header }))
    found.push({ ...row, id: fingerprint(dump) })
  }
  return found
}

/**
 * @param {Fingerprinted[]} dumps
 * @returns {{ same: number, together: number, different: number, apart: number }} numbers of pairs
 */
function judge (dumps) {
  const result = { same: 0, together: 0, different: 0, apart: 0 }
  for (const [i, a] of dumps.entries()) {
    for (const b of dumps.slice(i + 1)) {
      const isSame = a.crash === b.crash
      const isEqual = a.id === b.id
      result[isSame ? 'same' : 'different']++
      if (isSame === isEqual) result[isSame ? 'together' : 'apart']++
    }
  }
  return result
}

module.exports = { corpusRows, fingerprintCorpus, judge }
