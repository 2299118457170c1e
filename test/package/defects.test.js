'use strict'
// docs/development/defects.md names tests and programs that are there.
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

const CRASHES = 'fixtures/crashes'
const FOLDERS = ['', CRASHES, `${CRASHES}/unchanged`, 'fixtures/redaction', 'triggers', 'inspect/hostile']

t.test('each path of the list', async t => {
  const text = fs.readFileSync(path.join(PACKAGE, 'docs', 'development', 'defects.md'), 'utf8')
  const paths = [...text.matchAll(/`([\w./-]+\.js)`/g)].map(([, file]) => file)
  t.ok(paths.length > 50)
  for (const file of paths) {
    t.ok(FOLDERS.some(folder => fs.existsSync(path.join(PACKAGE, 'test', folder, file))), file)
  }
})
