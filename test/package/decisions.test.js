'use strict'
// docs/decisions/ is about the code as it is: each setting has its use there, and sizes are about those of today.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { SETTINGS } = require('../../packages/shared/config/settings')
const { PACKAGE } = require('./own-files')

const DECISIONS = path.join(PACKAGE, 'docs', 'decisions')
const read = (/** @type {string} */ name) => fs.readFileSync(path.join(DECISIONS, name), 'utf8')

t.test('each setting has a use, and no other one is named', async t => {
  const [uses] = read('settings.md').split('These were settings before')
  const named = [...uses.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => name)
  const settings = Object.keys(SETTINGS)
  t.same(new Set(named), new Set([...settings, 'notCapturedReason']))
  t.match(uses, `There are ${settings.length}.`)
  t.match(read('README.md'), `(settings.md): ${settings.length}, `)
})

t.test('the list has all decisions, and the sizes of files are about those of today', async t => {
  const pages = fs.readdirSync(DECISIONS).filter(name => name !== 'README.md')
  const list = read('README.md')
  for (const page of pages) t.match(list, `](${page})`)
  const texts = pages.map(page => read(page).replaceAll('\n', ' '))
  const sizes = texts.flatMap(text => [...text.matchAll(/`([\w/-]+\.js)`[ ,(]+(\d+) lines/g)])
  t.ok(sizes.length >= 5)
  for (const [, file, said] of sizes) {
    const lines = fs.readFileSync(path.join(PACKAGE, file), 'utf8').split('\n').length - 1
    t.ok(Math.abs(lines - Number(said)) <= lines / 10, `${file}: ${lines} lines, and not ${said}`)
  }
})
