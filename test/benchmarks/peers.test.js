'use strict'
// A value counts as shown only below its own name, and a run counts only if the tool has left something.

const path = require('node:path')

const t = require('tap')
const { MARK, corpus, shownBy } = require('../../benchmarks/scenarios/peers/corpus')
const { evidenceOf } = require('../../benchmarks/scenarios/peers/evidence')
const { PATIENT, UNCAUGHT_THROWS } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const COLLECTOR = path.join(__dirname, '..', '..')

/** @param {string} name @param {string} directory @param {string[]} nodeArgs @param {Record<string, string>} [more] */
async function crash (name, directory, nodeArgs, more) {
  const program = corpus().find(program => program.name === name)
  if (program === undefined) throw new Error(`no program ${name}`)
  const env = { ...PATIENT, BENCH_MARK: MARK, CRASH_COLLECTOR_DIR: path.join(directory, 'crashes'), ...more }
  return { values: program.values, ...(await runNode([...nodeArgs, program.file], { cwd: directory, env })) }
}

/** @type {{ name: string, env?: Record<string, string>, shows?: string[] }[]} shows: default: all values */
const SHOWN = [
  { name: 'map-and-set.js' },
  { name: 'private-fields.js' },
  // Something other than an Error: without the setting, the dump has the value and no variables.
  { name: 'thrown-object.js', shows: ['code', 'detail'] },
  { name: 'thrown-object.js', env: UNCAUGHT_THROWS }
]
for (const { name, env, shows } of SHOWN) {
  t.test(`${name}${env === undefined ? '' : ', uncaughtThrows'}: what a dump shows`, async t => {
    const directory = t.testdir()
    const beforeNs = process.hrtime.bigint()
    const { values, stdout, exitCode, stderr } = await crash(name, directory, ['--require', COLLECTOR], env)
    t.equal(exitCode, 1, stderr)
    const evidence = evidenceOf('on-demand', directory, [])
    t.equal(evidence.problem, undefined)
    const names = shows ?? values.map(({ name }) => name)
    t.same(shownBy(evidence, values).shown, names)
    const elsewhere = values.map(({ name }) => ({ name, holder: 'nobody' }))
    t.same(shownBy(evidence, elsewhere).shown, [], 'not below another name')
    t.same(shownBy(evidence, elsewhere).contained, names)
    const thrownNs = BigInt(stdout.trimEnd().split('\n').at(-1) ?? '')
    t.ok(thrownNs > beforeNs && thrownNs < process.hrtime.bigint(), 'the time of the throw', { stdout })
  })
}

t.test("Node.js's own report has no values", async t => {
  const directory = t.testdir()
  const { values } = await crash('map-and-set.js', directory, ['--report-uncaught-exception'])
  const evidence = evidenceOf('report', directory, [])
  t.equal(evidence.problem, undefined)
  t.ok(evidence.bytes > 1000)
  t.same(shownBy(evidence, values), { shown: [], contained: [] })
})

t.test('of an event only what a frame has, or the thrown object, counts as shown', async t => {
  const value = { name: 'order', holder: 'order' }
  const text = `crv-order-${MARK}`
  const shown = (/** @type {string} */ tool, /** @type {object} */ event) =>
    shownBy(evidenceOf(tool, '', [JSON.stringify(event)]), [value])
  const sentry = (/** @type {object} */ rest) => ({ event_id: '1', platform: 'node', ...rest })
  t.same(
    shown('sentry', sentry({ exception: { values: [{ stacktrace: { frames: [{ vars: { order: text } }] } }] } })).shown,
    ['order']
  )
  t.same(shown('sentry', sentry({ extra: { __serialized__: { order: { id: text } } } })).shown, ['order'])
  t.same(shown('sentry', sentry({ order: text })), { shown: [], contained: ['order'] })
  t.same(shown('rollbar', { data: { body: { trace_chain: [{ frames: [{ locals: { order: text } }] }] } } }).shown, [
    'order'
  ])
  t.same(shown('rollbar', { data: { order: { message: text } } }), { shown: [], contained: ['order'] })
})

t.test('a tool that has left nothing has a problem', async t => {
  const directory = t.testdir()
  t.equal(evidenceOf('on-demand', directory, []).problem, '0 dumps')
  t.equal(evidenceOf('sentry', directory, ['{"sid":"1"}']).problem, 'no event was received')
  t.equal(evidenceOf('rollbar', directory, []).problem, 'no event was received')
  t.equal(evidenceOf('report', directory, []).problem, '0 reports')
  t.match(evidenceOf('core', directory, []).problem, /^0 core files; core_pattern is ./)
  t.equal(evidenceOf('off', directory, []).problem, undefined, 'nothing is due')
})
