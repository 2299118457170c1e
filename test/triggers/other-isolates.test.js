'use strict'
// In an isolate that another package has made, V8's flag for uncaught throws would end the process. So it stays off
// where isolated-vm is installed, and the dump says so. A folder of the package's name is enough for that.
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { readDump } = require('../../packages/inspect/reader')
const { collect } = require('../helpers/crash')

const CRASHES = path.join(__dirname, '../fixtures/crashes')
const PROGRAM = `'use strict'
const user = { name: 'bob' }
setImmediate(() => { const total = 42; throw new Error('no price ' + user.name + total) })
`

for (const isInstalled of [false, true]) {
  t.test(isInstalled ? 'isolated-vm is installed' : 'it is not', async t => {
    const application = t.testdir({ 'program.js': PROGRAM })
    if (isInstalled) fs.mkdirSync(path.join(application, 'node_modules', 'isolated-vm'), { recursive: true })
    const { dumps } = await collect(t, { file: path.relative(CRASHES, path.join(application, 'program.js')) })
    const dump = await readDump(dumps[0])
    t.equal(dump.process?.errorHooks?.uncaughtHookWorks, !isInstalled)
    t.match(dump.callFrames[0].scopeChain[0].variables, [{ name: 'total', value: { value: 42 } }])
  })
}
