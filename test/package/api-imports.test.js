'use strict'
// The API is there by the names of its types in CommonJS and in ES modules.

const t = require('tap')
const { ROOT } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const NAMES = ['annotate', 'capture', 'configure', 'executionPath']

t.test('in an ES module', async t => {
  const program = `import all, { ${NAMES.join(', ')} } from 'crash-collector'
for (const [name, value] of Object.entries({ ${NAMES.join(', ')} })) console.log(name, value === all[name])`
  const { stdout, stderr } = await runNode(['--input-type=module', '-e', program], { cwd: ROOT })
  t.equal(stdout, NAMES.map(name => `${name} true\n`).join(''), 'all of them', { stderr })
})

t.test('in CommonJS', async t => {
  const program = `const all = require('crash-collector')
for (const name of ${JSON.stringify(NAMES)}) console.log(name, typeof all[name])`
  t.equal((await runNode(['-e', program], { cwd: ROOT })).stdout, NAMES.map(name => `${name} function\n`).join(''))
})
