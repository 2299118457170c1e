'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

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
