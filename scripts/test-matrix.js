'use strict'
// npm run test:matrix [major…] [-- tap's arguments]: the suite, with the programs that crash run by each Node.js of the matrix. tap itself
// runs on the Node.js of this process; CRASH_COLLECTOR_TEST_NODE names the one under test.

const { spawnSync } = require('node:child_process')

const { MATRIX, matrixNode } = require('./matrix-node')
const { PACKAGE } = require('./node-gyp')

const words = process.argv.slice(2)
const majors = words.filter(word => MATRIX[word] !== undefined)
const tapArguments = words.filter(word => MATRIX[word] === undefined)
// The rest of the suite does not start the Node.js under test.
if (tapArguments.length === 0) tapArguments.push('test/triggers', 'test/capture', 'test/native')

const running = process.versions.node.split('.', 1)[0]
let failed = 0
for (const major of majors.length > 0 ? majors : [running, ...Object.keys(MATRIX)]) {
  const node = major === running ? process.execPath : matrixNode(major)
  console.log(`\nNode.js ${major}: ${node}`)
  const { status } = spawnSync(process.execPath, [require.resolve('tap/dist/esm/run.mjs'), ...tapArguments], {
    cwd: PACKAGE, stdio: 'inherit', env: { ...process.env, CRASH_COLLECTOR_TEST_NODE: node }
  })
  if (status !== 0) failed++
}
console.log(failed === 0 ? '\nall of them passed' : `\n${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
