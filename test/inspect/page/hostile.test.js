'use strict'
// No value of a dead process runs as code, becomes markup, or changes the direction of text on the page.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { makeDump, num, object, ref, str, undef } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')

const ATTACKS = [
  '</script><script>window.attacked = 1</script>',
  '<img src=x onerror="window.attacked = 1">',
  '<!--<script>',
  ']]><svg onload=window.attacked=1>',
  '"><iframe src="javascript:parent.attacked=1">',
  "';window.attacked=1;//",
  '\u2028window.attacked=1\u2029',
  '${window.attacked=1}', // eslint-disable-line no-template-curly-in-string
  '&lt;b&gt;'
]
const BIDI = 'user\u202e\u2066// admin\u2069\u200b'
const INVISIBLE = /[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/

/** @param {string} attack @returns {import('../../../packages/shared/dump/format').DumpRecord[]} */
function recordsWith (attack) {
  return [
    {
      kind: 'exception',
      value: ref(attack, attack, 'error'),
      className: attack,
      message: attack,
      description: `${attack}\n    at ${attack} (${attack}:1:1)`,
      stack: [{ functionName: attack, url: attack, lineNumber: 0, columnNumber: 0 }]
    },
    {
      kind: 'callFrame',
      index: 0,
      functionName: attack,
      url: attack,
      scriptId: '1',
      lineNumber: 0,
      columnNumber: 0,
      internal: false,
      this: undef,
      scopeChain: [
        {
          type: 'local',
          name: attack,
          scopeId: attack,
          variables: [
            { name: attack, value: str(attack) },
            { name: 'o', value: ref(attack) }
          ]
        },
        { type: 'closure', name: attack, variables: [{ name: attack, value: num(1) }] }
      ]
    },
    object(
      attack,
      { [attack]: str(attack) },
      { className: attack, description: attack, notCaptured: [{ reason: 'depth', what: attack }] }
    ),
    { kind: 'process', argv: [attack], env: { [attack]: attack }, [attack]: attack },
    {
      kind: 'asyncTask',
      taskId: attack,
      functionName: attack,
      url: attack,
      scriptId: '1',
      lineNumber: 0,
      columnNumber: 0,
      scopeChain: [{ type: 'local', variables: [{ name: attack, value: str(attack) }] }]
    },
    {
      kind: 'script',
      scriptId: '1',
      url: attack,
      length: attack.length,
      source: `${attack}\n${attack}`,
      sourceMapURL: attack
    }
  ]
}

/** @param {ReturnType<typeof openPage>} page */
function openEverything (page) {
  for (const details of page.document.querySelectorAll('details')) {
    details.querySelector('summary')?.click()
  }
  for (let round = 0; round < 4; round++) {
    for (const toggle of page.document.querySelectorAll('.toggle[aria-expanded=false]')) {
      const button = /** @type {HTMLElement} */ (toggle)
      button.click()
    }
  }
}

for (const attack of [...ATTACKS, BIDI]) {
  t.test(encodeURI(attack), async t => {
    const file = makeDump(path.join(t.testdir(), 'a.ccdump'), recordsWith(attack), {
      header: { node: attack, platform: attack, arch: attack, collectorVersion: attack, limits: { [attack]: attack } },
      end: { notCaptured: [{ reason: 'bytes', what: attack, detail: attack }], captureErrors: [attack] }
    })
    const page = openPage(await readDump(file))
    openEverything(page)
    const hits = await page.search(attack.slice(0, 6))
    t.ok(hits.length > 0, 'found by the search')
    t.same(page.errors, [], 'no error in the page')
    t.notOk('attacked' in page.window, 'nothing ran')
    t.equal(page.document.querySelectorAll('img, svg, iframe, b').length, 0, 'no markup came of it')
    t.equal(page.document.querySelectorAll('script').length, 3, 'no script beside ours')
    t.notMatch(page.html, INVISIBLE, 'the file itself holds nothing invisible')
    const shown = page.document.getElementById('page')?.textContent ?? ''
    t.ok(shown.length > 100, 'something is shown')
    t.notMatch(shown, INVISIBLE, 'neither does what is shown')
    t.notMatch(page.document.title, INVISIBLE)
    page.window.close()
  })
}

t.test('text that turns the reading direction is written as escapes', async t => {
  const page = openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), recordsWith(BIDI))))
  t.match(page.texts('h1')[0], '\\u202e')
  t.match(page.texts('.row').join('\n'), "'user\\u202e\\u2066// admin\\u2069\\u200b'")
})

t.test('a string of 10 MB is cut, and there is more of it for the asking', async t => {
  const long = 'abcdefghij'.repeat(1024 * 1024)
  const records = recordsWith('x').map(each =>
    each.kind === 'callFrame'
      ? {
          ...each,
          scopeChain: [{ type: /** @type {const} */ ('local'), variables: [{ name: 'long', value: str(long) }] }]
        }
      : each
  )
  records[0] = { kind: 'exception', value: str(long), description: long }
  const page = openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records)))
  t.same(page.errors, [])
  t.ok((page.document.getElementById('page')?.textContent ?? '').length < 50_000, 'little of it is shown')
  const before = page.texts('.detail .row')[0]
  t.match(before, /^long: 'abcdefghij.*' … 10,485,460 more characters: show more$/)
  page.click('.detail .row .more')
  t.match(page.texts('.detail .row')[0], /… 10,482,760 more characters: show more$/)
  page.window.close()
})

t.test('properties of an evil name are properties', async t => {
  const records = recordsWith('x')
  const own = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'toJSON']
  records[2] = { ...object('x', {}), properties: own.map(name => ({ name, value: str(`value of ${name}`) })) }
  const page = openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records)))
  /** @type {string[]} */
  const copied = []
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: {
      writeText: async (/** @type {string} */ text) => {
        copied.push(text)
      }
    }
  })
  page.click('.detail .toggle', /^o: /)
  for (const name of own) {
    t.ok(page.texts('.tree .tree .row').some(each => each === `${name}: 'value of ${name}'`), name)
  }
  page.click('.detail .copy')
  await page.settled(() => copied.length > 0)
  t.match(copied[0], /"__proto__": "value of __proto__"/)
  t.match(copied[0], /"toJSON": "value of toJSON"/)
  t.same(page.errors, [])
})
