'use strict'
// `npm test` runs every test but those on a list, and the manifest of the root has no packages of others that only a
// few tests need.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const manifest = require('../../package.json')
const ecosystem = require('../ecosystem/package.json')
const { ONLY_ALL, testFiles } = require('../../scripts/test')
const { PACKAGE } = require('./own-files')

/** The one package that is in both, since examples need it; the workspace of mcp brings it anyway. */
const OF_EXAMPLES = ['express']

t.test('what only the whole suite runs is there', async t => {
  const files = testFiles()
  for (const each of ONLY_ALL) {
    t.ok(files.some(file => file === each || file.startsWith(`${each}/`)), each)
  }
  t.equal(new Set(ONLY_ALL).size, ONLY_ALL.length, 'once')
})

t.test('tests take packages of others from test/ecosystem alone', async t => {
  const others = Object.keys(ecosystem.dependencies).filter(name => !OF_EXAMPLES.includes(name))
  t.same(others.filter(name => manifest.devDependencies[name] !== undefined), [])
  for (const file of testFiles()) {
    const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
    for (const name of others) t.notOk(text.includes(`= require('${name}')`), `${file} requires ${name}`)
  }
})
