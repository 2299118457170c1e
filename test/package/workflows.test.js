'use strict'
// What runs where packages are published is fixed by its commit: a tag of somebody else's action may be moved.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { PACKAGE } = require('./own-files')

const USES = /^\s*(?:- )?uses: (.+)$/gm
/** dependabot reads the version in the comment, and raises both. */
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

const workflows = path.join(PACKAGE, '.github', 'workflows')
const files = [...fs.readdirSync(workflows).map(name => path.join(workflows, name)), path.join(PACKAGE, 'action.yml')]

for (const file of files) {
  t.test(path.relative(PACKAGE, file), async t => {
    const used = [...fs.readFileSync(file, 'utf8').matchAll(USES)].map(([, action]) => action)
    t.ok(used.length > 0)
    t.same(used.filter(action => !PINNED.test(action)), [])
  })
}
