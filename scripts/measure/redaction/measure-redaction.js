'use strict'
// Measures redaction: plants secrets of every kind and harmless texts in a process, and counts which of them its dump
// hides. Writes a row for each kind and the table of docs/redaction.md.
// `node scripts/measure/redaction/measure-redaction.js`

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { createRedactor } = require('../../../lib/redaction')
const { loadNative } = require('../../../lib/addon/native')
const { makeHarmless } = require('../../../test/fixtures/redaction/harmless')
const { harmlessKinds, kindsOf } = require('../../../test/fixtures/redaction/halves')
const { heldOutHarmless, heldOutSecrets, laterHarmless } = require('../../../test/fixtures/redaction/held-out')
const { leaks } = require('../../../test/fixtures/redaction/leaks')
const { plantSecrets } = require('../../../test/fixtures/redaction/planted')
const { createRandom } = require('../../../test/fixtures/redaction/random')
const { PLAIN_SHAPES, makeShapes } = require('../../../test/fixtures/redaction/shapes')
const { walkGraph } = require('../../../test/native/walk-graph')

const ROOT = path.join(__dirname, '../../..')
const ROWS = path.join(ROOT, 'benchmarks/results/redaction.jsonl')
const DOCUMENT = path.join(ROOT, 'docs/redaction.md')
const TABLE = /(<!-- figures -->\n)[^]*?(<!-- \/figures -->)/

const SEEDS = [1, 2, 3, 4, 5]
const PER_KIND = 200
const HARMLESS = 20_000
const ROUNDS = 100
const HARMLESS_PER_KIND = 10
const FIFTH = /** @type {const} */ ({ half: 'fifth' })
const SIXTH = /** @type {const} */ ({ half: 'sixth' })

/**
 * `development documented` and the like are the parts of the third corpus, in two halves, of the fourth (`later`), of
 * the fifth, whose secrets are held out, and of the sixth, which has harmless values alone.
 * @typedef {'development' | 'held-out' | 'later' | 'fifth' | 'sixth'} Half
 * @typedef {'secret' | 'object' | 'harmless' | `${Half} ${'documented' | 'reasonable' | 'harmless'}`} Part
 * @typedef {{ part: Part, kind: string, count: number, found: number }} Row
 */

/** @returns {Row[]} */
function measure () {
  const { native, problem } = loadNative()
  if (native === null) throw new Error(`the addon can't be loaded: ${problem}`)
  const redactor = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, native, { env: {} })
  /** @type {Map<string, Row>} */
  const rows = new Map()
  const count = (/** @type {Row['part']} */ part, /** @type {string} */ kind, /** @type {boolean} */ found) => {
    const key = `${part} ${kind}`
    const row = rows.get(key) ?? { part, kind, count: 0, found: 0 }
    row.count++
    if (found) row.found++
    rows.set(key, row)
  }
  for (const seed of SEEDS) {
    for (const { kind, text, secret } of plantSecrets({ seed, perKind: PER_KIND })) {
      count('secret', kind, leaks(redactor.text(text), secret) === null)
    }
    for (const { kind, value, secrets } of makeShapes(PLAIN_SHAPES, { seed, rounds: ROUNDS })) {
      const redacted = JSON.stringify(redactor.data(value))
      for (const secret of secrets) count('object', kind, leaks(redacted, secret) === null)
    }
    for (const { kind, value } of makeHarmless({ seed, count: HARMLESS })) {
      count('harmless', kind, redactor.text(value) !== value)
    }
  }
  const kinds = [
    ...kindsOf(),
    ...heldOutSecrets().map(each => ({ ...each, ...FIFTH, documented: false }))
  ]
  const harmless = [
    ...harmlessKinds,
    ...heldOutHarmless.map(each => ({ ...each, ...FIFTH })),
    ...laterHarmless.map(each => ({ ...each, ...SIXTH }))
  ]
  for (const seed of SEEDS) {
    for (const [i, { kind, half, documented, make }] of kinds.entries()) {
      /** @type {string[]} */
      const secrets = []
      const note = (/** @type {string} */ secret) => {
        secrets.push(secret)
        return secret
      }
      const redacted = captured(make(createRandom(seed * 10_007 + i), note, text => text))
      const part = /** @type {const} */ (`${half} ${documented ? 'documented' : 'reasonable'}`)
      for (const secret of secrets) count(part, kind, leaks(redacted, secret) === null)
    }
    for (const [i, { kind, half, make }] of harmless.entries()) {
      for (let n = 0; n < HARMLESS_PER_KIND; n++) {
        const value = make(createRandom(seed * 10_007 + i * 100 + n))
        count(`${half} harmless`, kind, captured(value).includes('redacted'))
      }
    }
  }
  return [...rows.values()]
}

/**
 * @param {unknown} held
 * @returns {string} what a capture writes of it, which sees a value and all that stands beside it
 */
function captured (held) {
  return JSON.stringify([...walkGraph({ held }).records.values()])
}

/** @param {string} kind of the held-out half, whose kinds are not to be read */
function idOf (kind) {
  return createHash('sha256').update(kind).digest('hex').slice(0, 8)
}

/** @param {Row[]} rows */
function totals (rows) {
  return rows.reduce((sum, { count, found }) => ({ count: sum.count + count, found: sum.found + found }), {
    count: 0,
    found: 0
  })
}

/**
 * @param {Row[]} rows
 * @returns {string} Markdown
 */
function table (rows) {
  const lines = ['| what | kinds | values | found |', '| --- | --- | --- | --- |']
  for (const [part, title] of /** @type {[Row['part'], string][]} */ ([
    ['secret', 'secrets in texts'],
    ['object', 'secrets in objects, by their names'],
    ['harmless', 'harmless values']
  ])) {
    const own = rows.filter(row => row.part === part)
    const { count, found } = totals(own)
    lines.push(
      `| ${title} | ${own.length} | ${count} | ` +
        `${found} (${(Math.floor((10_000 * found) / count) / 100).toFixed(2)} %) |`
    )
  }
  return lines.join('\n') + '\n'
}

const rows = measure()
const header = {
  part: 'header',
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  command: 'node scripts/measure/redaction/measure-redaction.js',
  seeds: SEEDS
}
fs.mkdirSync(path.dirname(ROWS), { recursive: true })
const kept = rows.map(row => (/^(held-out|later|fifth|sixth)/.test(row.part) ? { ...row, kind: idOf(row.kind) } : row))
fs.writeFileSync(ROWS, [header, ...kept].map(row => JSON.stringify(row)).join('\n') + '\n')
fs.writeFileSync(
  DOCUMENT,
  fs.readFileSync(DOCUMENT, 'utf8').replace(TABLE, (_, before, after) => before + table(rows) + after)
)
// Of the held-out half nothing but the sums is printed: rules must not be written with it.
for (const part of new Set(rows.map(row => row.part).filter(part => part.includes(' ')))) {
  const { count, found } = totals(rows.filter(row => row.part === part))
  console.log(`${part}: ${found} of ${count}`)
}
for (const { part, kind, count, found } of rows.filter(row => !row.part.includes(' '))) {
  if (part === 'harmless' ? found > 0 : found < count) console.log(`${part}: ${kind}: ${found} of ${count}`)
}
console.log(table(rows))
