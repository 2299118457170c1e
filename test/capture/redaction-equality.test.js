'use strict'
// The addon and its JavaScript counterpart give the same answers to texts cut and joined at random. ASCII, because the one
// counts bytes and the other UTF-16 units where a limit is near.

const t = require('tap')

const { loadNative } = require('../../lib/native')
const { createTextRedactor } = require('../../lib/capture/redaction/text-redactor')
const { makeHarmless } = require('../fixtures/redaction/harmless')
const { plantSecrets } = require('../fixtures/redaction/planted')
const { createRandom } = require('../fixtures/redaction/random')

const TEXTS = 20_000
const SEED = 7
/** Read again from each of their names, texts of this length would take minutes. */
const LONG = 1_000_000
const GLUE = [
  '', '', '=', ':', '"', '\'', '`', '\\"', ' ', '; ', '&', '://', '@', '.', '-', '_', '\n', '%', '{', '[', 'token=', '"password":"', 'Bearer ', 'sk-', 'eyJ', '$2b$',
  '-----BEGIN ', 'Q~', '4111 ', 'acme_', 'swordfish99'
]
const OPTIONS = {
  enabled: true,
  names: ['tenantHandle'],
  exceptNames: ['sessionToken'],
  values: ['swordfish99', 'swordfish99 and more', 'x'.repeat(100)],
  exceptValues: ['swordfish98'],
  prefixes: ['acme_']
}

t.test('the same answers', async t => {
  const { native, problem } = loadNative()
  if (native === null) return t.fail(`the addon can't be loaded: ${problem}`)
  native.configureRedactor(OPTIONS)
  const own = createTextRedactor(OPTIONS)
  const random = createRandom(SEED)
  const texts = [...plantSecrets({ seed: SEED, perKind: 4 }).map(({ text }) => text), ...makeHarmless({ seed: SEED, count: 500 }).map(({ value }) => value)]
  let hidden = 0
  for (let i = 0; i < TEXTS; i++) {
    let text = ''
    for (let parts = 1 + random.integer(4); parts > 0; parts--) {
      const from = random.pick(texts)
      const start = random.integer(from.length)
      text += from.slice(start, start + random.integer(90)) + random.pick(GLUE)
    }
    const flags = random.integer(8) === 0 ? 1 : 0
    const redacted = native.redactText(text, flags)
    if (redacted !== text) hidden++
    if (own.redactText(text, flags) !== redacted) return t.fail('different texts', { text, native: redacted, own: own.redactText(text, flags) })
    const bytes = Buffer.from(text)
    const ownBytes = Buffer.from(text)
    native.redactBytes(bytes, flags)
    own.redactBytes(ownBytes, flags)
    if (!bytes.equals(ownBytes)) return t.fail('different bytes', { text, native: bytes.toString(), own: ownBytes.toString() })
    if (bytes.length !== Buffer.byteLength(text)) return t.fail('bytes have moved', { text })
  }
  t.ok(hidden > TEXTS / 20 && hidden < TEXTS * 0.95, `both outcomes were met: ${hidden} of ${TEXTS} hidden`)
})

t.test('the same answers to long texts that are full of names', async t => {
  const { native, problem } = loadNative()
  if (native === null) return t.fail(`the addon can't be loaded: ${problem}`)
  native.configureRedactor(OPTIONS)
  const own = createTextRedactor(OPTIONS)
  for (const [part, last, shows] of /** @type {[part: string, last: string, shows: boolean][]} */ ([
    ['password:(', '', true], ['password: (', ' x', true], ['password:', '(', true], ['password:word.', '('.padEnd(LONG, '.'), true],
    ['password:(password:hunter2 ', '', false], ['password:1', '', false], ['basic%20-', '', true], ['swordfish99 password=hunter2 ', '', false]
  ])) {
    const text = part.repeat(LONG / part.length) + last
    const redacted = native.redactText(text)
    t.equal(redacted === text, shows, `${part}… ${shows ? 'shows' : 'is hidden'}`)
    t.ok(own.redactText(text) === redacted, `${part}…${last.slice(0, 9)}: in JavaScript, too`)
  }
})

t.test('the same answers to a prefix that ends with a sign of the sentence', async t => {
  const { native, problem } = loadNative()
  if (native === null) return t.fail(`the addon can't be loaded: ${problem}`)
  const options = { ...OPTIONS, prefixes: ['acme:'] }
  native.configureRedactor(options)
  const own = createTextRedactor(options)
  for (const [text, expected] of [
    ['acme:s3same99 and more', '[redacted] and more'],
    ['acme:. and more', 'acme:. and more'],
    ['they begin with acme:., all of them', 'they begin with acme:., all of them']
  ]) {
    t.equal(native.redactText(text, 0), expected)
    t.equal(own.redactText(text, 0), expected)
  }
})
