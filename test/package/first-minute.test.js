'use strict'
// docs/platforms.md shows the slowest run of `npm run test:first-minute` with each package manager.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { MANAGERS } = require('../../scripts/long-tests/first-minute/managers')
const { PACKAGE } = require('./own-files')

/** @typedef {{ manager: string, version: string, from: string, seconds: Record<string, number> }} Row */

const RESULTS = fs.readFileSync(path.join(PACKAGE, 'test', 'results', 'first-minute.jsonl'), 'utf8')
const PAGE = fs.readFileSync(path.join(PACKAGE, 'docs', 'platforms.md'), 'utf8')
const COLUMNS = ['install', 'run', 'page', 'devtools', 'vscode']
const TWO_MINUTES = 120
/** @type {Row[]} */
const rows = RESULTS.trim().split('\n').map(line => JSON.parse(line))

for (const [name, { title }] of Object.entries(MANAGERS)) {
  t.test(title, async t => {
    const own = rows.filter(({ manager, from }) => manager === name && from === 'local')
    const [{ version, seconds }] = own.sort((a, b) => b.seconds.vscode - a.seconds.vscode)
    t.ok(Math.max(...Object.values(seconds)) <= TWO_MINUTES, 'all was open within two minutes')
    const shown = COLUMNS.map(each => seconds[each]).join(' | ')
    t.match(PAGE, `${version}${name === 'pnp' ? ", Plug'n'Play" : ''} | ${shown} |`)
  })
}
