'use strict'
// What `show` says first of crashes as they happen: each program of test/fixtures/headlines names in a comment the rule
// and the line, or says that there is none. Most must have one. Those with the comment UNCAUGHT_THROWS throw what was
// made elsewhere, which takes that setting.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { explainRoot } = require('../../../packages/inspect/explain')
const { ROOT, UNCAUGHT_THROWS } = require('../../helpers/crash')
const { runToDump } = require('../../helpers/run-to-dump')

const FIXTURES = path.join(ROOT, 'test/fixtures/headlines')
const AT_ONCE = 2
/** What the project wants: of 54 crashes at least 45 with a headline, and none with a wrong one. */
const WANTED = 45 / 54

t.jobs = AT_ONCE
const files = fs.readdirSync(FIXTURES).filter(name => name.endsWith('.js'))
let explained = 0

const done = files.map(name =>
  t.test(name, async t => {
    const text = fs.readFileSync(path.join(FIXTURES, name), 'utf8')
    const expected = /^\/\/ HEADLINE (?:none|([a-z-]+): (.+))$/m.exec(text)
    t.ok(expected, 'the program says what is expected of it')
    const home = t.testdir()
    const { file } = await runToDump(t, [path.join(FIXTURES, name)], {
      cwd: FIXTURES,
      // The clients ask servers of this machine, so no proxy stands between.
      env: {
        CRASH_COLLECTOR_DIR: home,
        HOME: home,
        NO_PROXY: '*',
        no_proxy: '*',
        ...(/\/\/ UNCAUGHT_THROWS$/m.test(text) && UNCAUGHT_THROWS)
      }
    })
    const found = explainRoot(await readDump(file))
    const [, rule, line] = expected ?? []
    t.equal(found?.rule, rule, found?.text)
    if (line === undefined) return
    explained++
    if (line.startsWith('/')) t.match(found?.text, new RegExp(line.slice(1, -1)))
    else t.equal(found?.text, line)
  })
)

t.test('most crashes have a headline', async t => {
  await Promise.all(done)
  t.ok(files.length >= 54, `${files.length} programs`)
  t.ok(explained / files.length >= WANTED, `${explained} of ${files.length}`)
})
