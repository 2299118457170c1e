'use strict'
// Each rule explains programs that really crash. Each program names in a comment the expected diagnosis, or says that
// there must be none.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { explain } = require('../../../packages/inspect/explain')
const { ROOT, UNCAUGHT_THROWS } = require('../../helpers/crash')
const { runToDump } = require('../../helpers/run-to-dump')

const FIXTURES = path.join(ROOT, 'test/fixtures/explain')
const AT_ONCE = 2
const BLOCKED_LOOP = { CRASH_COLLECTOR_TRIGGERS: 'blockedLoop', CRASH_COLLECTOR_BLOCKED_LOOP_MS: '300' }

/**
 * @param {import('tap').Test} t
 * @param {string} name
 */
async function diagnosisOf (t, name) {
  const directory = t.testdir()
  const source = fs.readFileSync(path.join(FIXTURES, name), 'utf8')
  const { file } = await runToDump(t, [path.join(FIXTURES, name)], {
    cwd: FIXTURES,
    env: {
      CRASH_COLLECTOR_DIR: directory,
      HOME: directory,
      ...(/\/\/ UNCAUGHT_THROWS$/m.test(source) && UNCAUGHT_THROWS),
      ...(/\/\/ BLOCKED_LOOP$/m.test(source) && BLOCKED_LOOP)
    }
  })
  return explain(await readDump(file))
}

t.jobs = AT_ONCE
/** @type {Set<string>} */
const rules = new Set()

for (const name of fs.readdirSync(FIXTURES).filter(each => each.endsWith('.js'))) {
  t.test(name, async t => {
    const text = fs.readFileSync(path.join(FIXTURES, name), 'utf8')
    const expected = /^\/\/ DIAGNOSIS (.*)$/m.exec(text)?.[1]
    t.ok(expected !== undefined || /^\/\/ SILENT$/m.test(text), 'the program says what is expected of it')
    const found = await diagnosisOf(t, name)
    if (expected === undefined) return t.equal(found, null)
    if (!name.includes('.silent.')) rules.add(found?.rule ?? '')
    if (expected.startsWith('/')) t.match(found?.text, new RegExp(expected.slice(1, -1)))
    else t.equal(found?.text, expected)
  })
}

t.test('every rule has a program, and its words in the documentation', async t => {
  const directory = path.join(ROOT, 'packages/inspect/explain/rules')
  const names = fs
    .readdirSync(directory)
    .map(file => file.replace('.js', ''))
    .sort()
  // headlines.test.js runs these programs.
  const headlines = path.join(ROOT, 'test/fixtures/headlines')
  for (const file of fs.readdirSync(headlines).filter(each => each.endsWith('.js'))) {
    const rule = /^\/\/ HEADLINE ([a-z-]+): /m.exec(fs.readFileSync(path.join(headlines, file), 'utf8'))?.[1]
    if (rule !== undefined) rules.add(rule)
  }
  t.same([...rules].sort(), names)
  const doc = fs.readFileSync(path.join(ROOT, 'docs/explain.md'), 'utf8')
  for (const name of names) t.ok(doc.includes(`\`${name}\``), name)
})
