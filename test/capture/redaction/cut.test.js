'use strict'
// A text that is cut may end with half a secret, which no rule recognises. This half is not written.

const t = require('tap')

const { describeReported } = require('../../../lib/capture/values/error-text')
const { loadNative } = require('../../../lib/addon/native')
const { createRedactor } = require('../../../lib/redaction')
const { leaks } = require('../../fixtures/redaction/leaks')
const { walkGraph } = require('../../native/walk-graph')

const native = /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native)
const CONFIG = { redact: true, redactNames: [], redactExcept: [] }
const SECRET = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')
const TOKEN = 'q1W2e3R4'.repeat(20)
/** So much of the secret stands before the cut. */
const SHOWN = 20
const OVERLAP = 128
/** Shorter texts are those of the format. */
const LONG = 60

/**
 * Where texts are cut: after how many characters, and what holds one.
 * @type {Record<string, { limit: number, hold: (text: string) => unknown }>}
 */
const PLACES = {
  string: { limit: 300, hold: text => text },
  'key of a Map': { limit: 300, hold: text => new Map([[text, 1]]) },
  'regular expression': { limit: 300, hold: text => new RegExp(text) },
  'message of an error': { limit: 1000 - 'Error: '.length, hold: text => new Error(text) },
  'name of an error': { limit: 1000, hold: text => Object.assign(new Error('short'), { name: text }) },
  symbol: { limit: 256, hold: text => Symbol(text) },
  'key of a symbol': { limit: 256, hold: text => Symbol.for(text) },
  'symbol as a name': { limit: 256, hold: text => ({ [Symbol(text)]: 1 }) },
  'name of a property': { limit: 4096, hold: text => ({ [text]: 1 }) },
  'text of a function': {
    limit: 4000 - '() => { /* '.length,
    // eslint-disable-next-line no-eval
    hold: text => (0, eval)(`() => { /* ${text} */ }`)
  }
}

/**
 * What the walk writes of a value: all long texts.
 * @param {unknown} value
 * @param {Record<string, string>} [env]
 */
function textsOf (value, env = {}) {
  createRedactor(CONFIG, native, { env })
  /** @type {string[]} */
  const texts = []
  JSON.stringify([...walkGraph({ value }, { maxStringLength: 300 }).records.values()], (key, each) => {
    if (typeof each === 'string' && each.length > LONG) texts.push(each)
    return each
  })
  return [...new Set(texts)].sort()
}

for (const [place, { limit, hold }] of Object.entries(PLACES)) {
  t.test(`half a secret at the cut: ${place}`, async t => {
    const text = 'x '.repeat(limit).slice(0, limit - SHOWN - 1) + ' ' + SECRET + ' and more'
    const texts = textsOf(hold(text))
    t.ok(
      texts.some(each => each.includes('x x x')),
      'the text is there'
    )
    for (const each of texts) t.equal(leaks(each, SECRET), null, `${each.length} characters, ${each.slice(-80)}`)
  })

  t.test(`half a secret at the end of what was read, where another one was hidden before: ${place}`, async t => {
    const before = `token=${TOKEN} `
    const text =
      before + 'x '.repeat(limit).slice(0, limit + OVERLAP - SHOWN - 1 - before.length) + ' ' + SECRET + ' and more'
    const texts = textsOf(hold(text))
    t.ok(
      texts.some(each => each.includes('[redacted] x x')),
      'the text is there'
    )
    for (const each of texts) t.equal(leaks(each, SECRET), null, `${each.length} characters, ${each.slice(-80)}`)
  })
}

t.test('a secret of several lines in the first line of an error', async t => {
  const secret = 'the first half is long\nas long as the second'
  const texts = textsOf(new Error(`${'x'.repeat(LONG)} ${secret} rest`), { API_TOKEN: secret })
  t.ok(texts.includes(`Error: ${'x'.repeat(LONG)} [redacted] rest`), 'it is there', { texts })
  for (const each of texts) t.equal(leaks(each, secret), null, each)
})

t.test('what the process reports of an error', async t => {
  const { text: redact } = createRedactor(CONFIG, native, { env: {} })
  const before = `token=${TOKEN} `
  const limit = 1000
  const text =
    before + 'x '.repeat(limit).slice(0, limit + OVERLAP - SHOWN - 1 - before.length) + ' ' + SECRET + ' and more'
  for (const reported of [new Error(text), text]) {
    const { description, message: kept = '' } = describeReported(reported, { maxLength: limit, redact })
    t.match(description, '[redacted] x x', 'the text is there')
    t.equal(leaks(description, SECRET), null, description.slice(-200))
    t.equal(leaks(kept, SECRET), null, kept.slice(-80))
  }
})
