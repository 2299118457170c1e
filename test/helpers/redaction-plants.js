'use strict'
// Crashes processes that hold planted secrets or harmless values (test/fixtures/redaction), and looks for them in the
// dumps.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const zlib = require('node:zlib')

const { leaks } = require('../fixtures/redaction/leaks')
const { makeNamedHarmless } = require('../fixtures/redaction/named-harmless')
const { EXTENSION } = require('../../packages/shared/dump/terms')
const { PATIENT, ROOT } = require('./crash')
const { runNode } = require('./run-node')

const FIXTURES = path.join(ROOT, 'test/fixtures/redaction')

/** The corpus is larger than a service: nothing of it may be left out, or the search would say nothing. */
const GENEROUS = {
  ...PATIENT,
  CRASH_COLLECTOR_BUDGET_PERCENT: '0', // what is copied is read with all limits
  CRASH_COLLECTOR_MAX_BYTES: '200MB',
  CRASH_COLLECTOR_MAX_OBJECTS: '2000000',
  CRASH_COLLECTOR_MAX_STRING_LENGTH: '20000',
  CRASH_COLLECTOR_MAX_BUFFER_BYTES: '4096'
}

/**
 * @template T
 * @param {(directory: string) => Promise<T>} use
 */
async function inDirectory (use) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'plants-'))
  try {
    return await use(directory)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string[]} argv
 * @param {string} cwd
 * @param {boolean} redact
 * @returns {Promise<string>} the text of the one dump
 */
async function dumpOf (argv, cwd, redact) {
  const env = { ...GENEROUS, CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_REDACT: redact ? 'on' : 'off' }
  const run = await runNode(['--require', ROOT, ...argv], { cwd, env })
  const directory = path.join(cwd, 'dumps')
  const names = fs.existsSync(directory) ? fs.readdirSync(directory).filter(name => name.endsWith(EXTENSION)) : []
  if (names.length !== 1) throw new Error(`${names.length} dumps, exit code ${run.exitCode}: ${run.stderr}`)
  return zlib.gunzipSync(fs.readFileSync(path.join(directory, names[0]))).toString()
}

/**
 * @param {string} raw a dump
 * @returns {{ records: string, bytes: string }} the dump without the texts of programs, where literals stay, and the
 *   bytes that it has as base64
 */
function searched (raw) {
  /** @type {string[]} */
  const bytes = []
  const lines = raw
    .trimEnd()
    .split('\n')
    .map(line =>
      JSON.stringify(JSON.parse(line), (key, value) => {
        if (key === 'base64') {
          const text = Buffer.from(value, 'base64').toString('latin1')
          // Texts in UTF-16 have zeros between their letters.
          bytes.push(text, text.replaceAll('\0', ''))
        }
        return key === 'source' ? undefined : value
      })
    )
  return { records: lines.join('\n'), bytes: bytes.join('\n') }
}

/**
 * Crashes a process that holds the plants.
 * @param {{ seed: number, indices: number[], redact: boolean }} options
 * @returns {Promise<{ index: number, secret: string, leaked: string | null }[]>} each secret, and what is left of it
 */
function crashWithPlants ({ seed, indices, redact }) {
  return inDirectory(async directory => {
    const noted = path.join(directory, 'noted.jsonl')
    const program = path.join(FIXTURES, 'crash-with-plants.js')
    const { records, bytes } = searched(await dumpOf([program, String(seed), noted, indices.join()], directory, redact))
    const lines = fs.existsSync(noted) ? fs.readFileSync(noted, 'utf8').trimEnd().split('\n') : []
    return lines.map(line => {
      const { index, secret } = JSON.parse(line)
      return { index, secret, leaked: leaks(records, secret) ?? leaks(bytes, secret) }
    })
  })
}

/**
 * Crashes a process that holds harmless values.
 * @param {{ seed: number, count: number, second?: boolean }} options second: those of the second corpus
 * @returns {Promise<{ kind: string, name: string, value: string, shown: string | undefined }[]>} the values that are
 *   not in the dump as they were
 */
function crashWithHarmless ({ seed, count, second = false }) {
  return inDirectory(async directory => {
    const program = path.join(FIXTURES, 'crash-with-harmless.js')
    const raw = await dumpOf([program, String(seed), String(count), second ? 'second' : 'first'], directory, true)
    /** @type {Map<string, Record<string, string>>} properties of the objects with a marker */
    const shown = new Map()
    for (const line of raw.trimEnd().split('\n')) {
      const { kind, properties } = JSON.parse(line)
      if (kind !== 'object' || !Array.isArray(properties)) continue
      const values = Object.fromEntries(properties.map(({ name, value }) => [name, value?.value]))
      if (typeof values.marker === 'string') shown.set(values.marker, values)
    }
    return makeNamedHarmless({ seed, count, second })
      .map((each, i) => ({ ...each, shown: shown.get(`value ${i}`)?.[each.name] }))
      .filter(({ value, shown }) => value !== shown)
  })
}

module.exports = { crashWithHarmless, crashWithPlants, searched }
