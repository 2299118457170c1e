'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { crashKey } = require('../../../lib/capture/file/crash-key')
const { readDump } = require('../../../packages/inspect/reader')
const { fingerprintOf } = require('../../../packages/inspect/crash/fingerprint')
const { messageTemplate, normalisedMessage } = require('../../../packages/inspect/crash/fingerprint/message-pattern')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { fingerprintCorpus, judge } = require('../../helpers/fingerprint-corpus')
const { makeDump } = require('../../helpers/make-dump')
const { shopCrash } = require('../../helpers/shop-crash')

t.test('numbers, ids and directories of a message do not count, its words do', t => {
  t.equal(
    normalisedMessage('order 17 of user 6f1c9b1e-7a63-4c1f-9d53-2f0e4a3b7c11 took 2.5 s'),
    'order <n> of user <id> took <n> s'
  )
  t.equal(normalisedMessage('commit 79609bafd2141cd5, at 0x7ffe12'), 'commit <id>, at <id>')
  t.equal(normalisedMessage('no decade in the facade'), 'no decade in the facade')
  t.equal(normalisedMessage("ENOENT, open '/srv/shop-v2/a.json'"), "ENOENT, open '<dir>/a.json'")
  t.equal(normalisedMessage('ENOENT, open C:\\shop\\v2\\a.json'), 'ENOENT, open <dir>/a.json')
  t.equal(normalisedMessage('GET https://host.example/a/b answers no'), 'GET https://host.example/a/b answers no')
  const ofJson = (/** @type {string} */ text) => {
    try {
      return JSON.parse(text)
    } catch (error) {
      return normalisedMessage(/** @type {Error} */ (error).message)
    }
  }
  t.equal(ofJson('<html>'), ofJson(`[${'1, '.repeat(50)}x, 2]`))
  t.not(ofJson('<html>'), ofJson('{"a":'))
  t.end()
})

t.test('a message that was made of a text in the source', t => {
  /* eslint-disable no-template-curly-in-string */
  t.equal(messageTemplate('new Error(`no ${a.b} in ${f(`${c}`)}!`)', 'no anna in vip!'), 'no <…> in <…>!')
  t.equal(messageTemplate("new errors.Missing('no user ' + name, { code })", 'no user anna'), 'no user <…>')
  t.equal(messageTemplate('new Error(\n  "no user"\n)', 'no user'), 'no user')
  for (const construction of [
    '',
    'new Error(name)',
    'new Error(`${a}: ${b}`)',
    "new Error(a ? 'no user' : 'no order')",
    "new Error(format('no user %s', name))",
    "new Error('no user ' + name.slice(1))",
    "new Error('no user\\n')",
    "new Error('no customer')",
    'new Error(`no user'
  ]) {
    t.equal(messageTemplate(construction, 'no user'), undefined, construction)
  }
  /* eslint-enable no-template-curly-in-string */
  t.end()
})

t.test('the same crash has the same fingerprint, another one has not', async t => {
  const directory = t.testdir()
  const of = async (/** @type {any} */ records) => {
    const dump = await readDump(makeDump(path.join(directory, 'a.ccdump'), records))
    return fingerprintOf(dump, new SourceMaps(dump)).id
  }
  const first = await of(shopCrash('no order 17'))
  t.equal(await of(shopCrash('no order 3')), first)
  t.equal(await of(shopCrash('no order 17', { lineNumber: 5 })), first)
  t.not(await of(shopCrash('no customer 17')), first)
  t.not(await of(shopCrash('no order 17', { functionName: 'save' })), first)
})

t.test('the place is that in what was written', async t => {
  const directory = t.testdir()
  // Line 5, column 3 of the generated code, and line 6, of two builds, are line 1 of the original.
  const map = (/** @type {string} */ mappings) =>
    'data:application/json;base64,' +
    Buffer.from(
      JSON.stringify({ version: 3, sources: ['shop.ts'], sourcesContent: ['a'], names: [], mappings })
    ).toString('base64')
  const builds = [
    shopCrash('no', { lineNumber: 4, sourceMapURL: map(';;;;EAAA') }),
    shopCrash('no', { lineNumber: 5, sourceMapURL: map(';;;;;EAAA') })
  ]
  const found = []
  for (const records of builds) {
    const dump = await readDump(makeDump(path.join(directory, 'a.ccdump'), records))
    found.push(fingerprintOf(dump, new SourceMaps(dump)))
  }
  t.match(found[0], { frames: ['load shop'], place: 'load shop.ts:1', expression: 'a' })
  t.equal(found[0].id, found[1].id)
})

t.test('crashes of the corpus, as often together and apart as the documentation says', async t => {
  const ofFingerprints = judge(
    await fingerprintCorpus(t.testdir(), dump => fingerprintOf(dump, new SourceMaps(dump)).id)
  )
  const ofKeys = judge(
    await fingerprintCorpus(t.testdir(), ({ header, exception, causes }) =>
      crashKey(header, exception, /** @type {any} */ (causes.map(cause => ({ cause, described: cause }))))
    )
  )
  const read = (/** @type {string} */ name) =>
    fs.readFileSync(path.join(__dirname, '..', '..', '..', 'docs', name), 'utf8').replace(/\s+/g, ' ')
  const { same, together, different, apart } = ofFingerprints
  t.match(read('groups.md'), `${group(together)} of ${group(same)} pairs of the same crash`)
  t.match(read('groups.md'), `all ${group(different)} pairs of different crashes`)
  t.equal(apart, different)
  const row = (/** @type {string} */ name, /** @type {number[]} */ counts, /** @type {number} */ of) =>
    `| ${name} | ${counts.map(count => `${group(count)} of ${group(of)}`).join(' | ')} |`
  const page = read('decisions/retention-key.md')
  t.match(page, row('same crash, together', [together, ofKeys.together], same))
  t.match(page, row('different crashes, apart', [apart, ofKeys.apart], different))
  t.equal(ofKeys.apart, different, 'retention loses no dump of another crash')
  t.ok(same > 1000 && different > 10_000)
})

/** @param {number} number */
function group (number) {
  return number.toLocaleString('en-US')
}
