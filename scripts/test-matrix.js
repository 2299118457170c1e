'use strict'
// npm run test:matrix [-- major… tap's arguments…]: runs the suite, including tap, on each Node.js of the matrix. Needs
// `npm run build:matrix` before.

const { MATRIX, matrixNode } = require('./build/matrix-node')
const { tap } = require('./test')

const running = process.versions.node.split('.', 1)[0]
const known = [...new Set([running, ...Object.keys(MATRIX)])]
const words = process.argv.slice(2)
const wanted = known.filter(major => words.includes(major))
const tapArguments = words.filter(word => !known.includes(word))

/** @type {string[]} */
const failed = []
for (const major of wanted.length > 0 ? wanted : known) {
  const node = major === running ? process.execPath : matrixNode(major)
  console.log(`\nNode.js ${major}: ${node}`)
  if (tap(tapArguments, node, { ...process.env, CRASH_COLLECTOR_TEST_NODE: node }) !== 0) failed.push(major)
}
console.log(failed.length === 0 ? '\nthe suite passed on each' : `\nthe suite failed on Node.js ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
