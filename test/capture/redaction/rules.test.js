'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { createRedactor } = require('../../../lib/redaction')
const { loadNative } = require('../../../lib/addon/native')
const { readConfig } = require('../../../packages/shared/config')
const rules = require('../../../src/redaction/patterns')
const { generate } = require('../../../scripts/generate/generate-redactor-rules')

const HEADER = path.resolve(__dirname, '../../../src/redaction/rules.h')

t.test('C++ has these rules', async t => {
  t.equal(fs.readFileSync(HEADER, 'utf8'), generate(), 'run node scripts/generate/generate-redactor-rules.js')
})

t.test('no rule is there twice', async t => {
  for (const [name, list] of Object.entries(rules)) {
    const keys = list.map(rule => (typeof rule === 'string' ? rule : rule[0]))
    if (name !== 'COMMON_PAIRS') {
      t.same(
        keys.filter((key, i) => keys.indexOf(key) !== i),
        [],
        name
      )
    }
  }
})

t.test('only names in small letters can match', async t => {
  const {
    SENSITIVE_WORDS,
    SENSITIVE_PAIRS,
    HARMLESS_LAST_WORDS,
    HARMLESS_FIRST_WORDS,
    SUSPICIOUS_LAST_WORDS,
    HARMLESS_BEFORE_KEY
  } = rules
  for (const words of [
    ...SENSITIVE_WORDS,
    ...HARMLESS_LAST_WORDS,
    ...HARMLESS_FIRST_WORDS,
    ...SUSPICIOUS_LAST_WORDS,
    ...HARMLESS_BEFORE_KEY
  ]) {
    t.match(words, /^(?:\p{Ll}|\p{Lo}|\p{Lm})+$/u)
  }
  for (const words of SENSITIVE_PAIRS) t.match(words, /^[a-z]+ [a-z]+$/)
})

t.test('a key of LaunchDarkly is hidden whole, also if its UUID has few letters', async t => {
  const { native } = loadNative()
  if (native === null) throw new Error('the addon is missing')
  const redactor = createRedactor(readConfig().config, native)
  const uuid = ['56976414', '94a5', '9122', '0119', '2395d280a60e'].join('-')
  t.equal(redactor.text(`client of sdk-${uuid} failed`), 'client of [redacted] failed')
  for (const text of [uuid, 'sdk-1.2', 'sdk-56976414', `android-sdk-${uuid.slice(0, 20)}`]) {
    t.equal(redactor.text(text), text)
  }
})
