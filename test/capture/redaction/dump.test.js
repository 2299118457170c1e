'use strict'
// A process that holds the corpus of secrets crashes. None of them is in the bytes of its dump.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')

const { leaks } = require('../../fixtures/redaction/leaks')
const { ROOT, UNCAUGHT_THROWS } = require('../../helpers/crash')
const { searched } = require('../../helpers/redaction-plants')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/redaction/holds-secrets.js')
const EARLY = 'the early bird sings'
const ARGUMENT = 'swordfish and chips'

/**
 * @param {import('tap').Test} t
 * @param {number} seed
 * @param {Record<string, string>} [env]
 */
async function crash (t, seed, env = {}) {
  const directory = t.testdir()
  const expected = path.join(directory, 'expected.json')
  const { file } = await runToDump(t, [PROGRAM, String(seed), expected, '--password', ARGUMENT], {
    cwd: directory,
    env: {
      EARLY_SECRET: EARLY,
      ...UNCAUGHT_THROWS,
      // The corpus is larger than a service: nothing of it may be left out, or the test would say nothing.
      CRASH_COLLECTOR_DEADLINE_MS: '60000',
      CRASH_COLLECTOR_BUDGET_PERCENT: '0', // what is copied is read with all limits
      CRASH_COLLECTOR_MAX_BYTES: '200MB',
      CRASH_COLLECTOR_MAX_OBJECTS: '100000',
      CRASH_COLLECTOR_MAX_STRING_LENGTH: '20000',
      CRASH_COLLECTOR_MAX_BUFFER_BYTES: '4096',
      ...env
    }
  })
  const raw = zlib.gunzipSync(fs.readFileSync(file)).toString()
  return { raw, ...JSON.parse(fs.readFileSync(expected, 'utf8')) }
}

t.test('nothing of it is there', async t => {
  const { raw, secrets, kept } = await crash(t, 11)
  const { records, bytes } = searched(raw)
  t.ok(secrets.length > 300, `${secrets.length} secrets`)
  for (const { kind, secret } of secrets) {
    const leaked = leaks(records, secret) ?? leaks(bytes, secret)
    if (leaked !== null) {
      t.fail(`${kind}: ${leaked}`, {
        around: records.slice(Math.max(0, records.indexOf(leaked) - 300), records.indexOf(leaked) + 60)
      })
    }
  }
  for (const text of kept) if (!records.includes(text) && !bytes.includes(text)) t.fail(`${text} isn't in the dump`)
  // Private fields come another way than properties do.
  t.match(records, /"name":"#password","value":{"type":"string","value":"\[redacted\]"/)
})

t.test('switched off', async t => {
  const { raw, secrets } = await crash(t, 11, { CRASH_COLLECTOR_REDACT: '0' })
  const { records } = searched(raw)
  const found = secrets.filter(({ secret }) => leaks(records, secret) !== null)
  t.ok(found.length > secrets.length * 0.9, `the search finds ${found.length} of ${secrets.length} when they are there`)
})
