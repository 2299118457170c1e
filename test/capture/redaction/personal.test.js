'use strict'
// With `redact=personal` facts about people are not in a dump, and `scrub --personal` takes them out of one.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const zlib = require('node:zlib')

const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')
const { harmlessPersonal, personalKinds } = require('../../fixtures/redaction/personal')
const { createRandom } = require('../../fixtures/redaction/random')
const { ROOT } = require('../../helpers/crash')
const { searched } = require('../../helpers/redaction-plants')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { validateDump } = require('../../helpers/validate-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/redaction/crash-with-people.js')
const SEED = 40
const CORPUS = {
  CRASH_COLLECTOR_MAX_OBJECTS: '100000',
  CRASH_COLLECTOR_MAX_BYTES: '200MB',
  CRASH_COLLECTOR_BUDGET_PERCENT: '0', // what is copied is read with all limits
  CRASH_COLLECTOR_MAX_PROPERTIES: '1000'
}
/** What scrub finds of them, which does not know in whose object a `name` stands. */
const SCRUBBED = 0.9

const facts = personalKinds.map(({ kind, maker }, i) => ({ kind, fact: maker(createRandom(SEED + i)) }))
const texts = (/** @type {string} */ file) => searched(zlib.gunzipSync(fs.readFileSync(file)).toString())
// The shortest are in other texts by chance: `Inés`, `47113`.
const isIn = (/** @type {string} */ records, /** @type {string} */ fact) =>
  fact.length > 8 && (records.includes(fact) || records.includes(encodeURIComponent(fact)))

const { native } = loadNative()

for (const half of /** @type {const} */ (['development', 'held-out'])) {
  t.test(`the ${half} half of the corpus`, async t => {
    const config = { redact: /** @type {const} */ ('personal'), redactNames: [], redactExcept: [] }
    const redactor = createRedactor(config, /** @type {NonNullable<typeof native>} */ (native), { env: {} })
    for (const [i, { kind, maker, put }] of personalKinds.filter(each => each.half === half).entries()) {
      const fact = maker(createRandom(i))
      const redacted = JSON.stringify(redactor.data({ put: put(fact) }))
      t.notOk(redacted.includes(JSON.stringify(fact).slice(1, -1)), kind)
    }
    const hidden = harmlessPersonal
      .filter(each => each.half === half)
      .map(({ kind, make }, i) => ({ kind, value: { held: make(createRandom(i)) } }))
      .filter(({ value }) => JSON.stringify(redactor.data(value)) !== JSON.stringify(value))
    t.same(hidden, [])
  })
}

t.test('in a dump', async t => {
  const { file } = await runToDump(t, [PROGRAM, String(SEED)], {
    env: { ...CORPUS, CRASH_COLLECTOR_REDACT: 'personal' }
  })
  t.same(validateDump(file).problems, [])
  const { records, bytes } = texts(file)
  for (const { kind, fact } of facts) t.notOk(isIn(records, fact), `${kind}: ${fact}`)
  t.notMatch(records, /Weiß"/)
  t.notMatch(records + bytes, /e\.weiss@/)
  t.notMatch(bytes, /firstName":"[^*]/)
  const kept = ['no order for [redacted]', 'Teapot', 'premium', '"value":4711']
  for (const text of kept) t.ok(records.includes(text), text)
  t.match(records, /"redaction":\{"enabled":true,"personal":true\}/)
})

t.test('scrubbed', async t => {
  const { file, cwd } = await runToDump(t, [PROGRAM, String(SEED)], { env: CORPUS })
  const before = facts.filter(({ fact }) => isIn(texts(file).records, fact))
  t.ok(before.length > facts.length / 2, `${before.length} facts are in the dump`)
  const out = path.join(cwd, 'out.ccdump')
  const { exitCode, stderr, stdout } = await runCli(['scrub', file, out, '--personal'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.match(stdout, /\d × personal data/)
  t.same(validateDump(out).problems, [])
  const left = before.filter(({ fact }) => isIn(texts(out).records, fact))
  t.ok(left.length <= before.length * (1 - SCRUBBED), `${left.length} of ${before.length} are left`, { left })
})
