'use strict'
// npm run build:matrix: builds prebuilds/<platform>-<arch>/node-v<ABI>.node for the Node.js that runs this script and
// for each of the matrix with another major version.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { makeBundle } = require('./bundle')
const { makePage } = require('./bundle-page')
const { MATRIX, matrixNode } = require('./matrix-node')
const { PACKAGE, compileFor } = require('./node-gyp')

/**
 * @param {string} node
 * @returns {string} path of the addon
 */
function buildFor (node) {
  const { abi, folder } = compileFor(node)
  const target = execFileSync(node, ['-p', 'process.platform + "-" + process.arch'], { encoding: 'utf8' }).trim()
  const addon = path.join(PACKAGE, 'prebuilds', target, `node-v${abi}.node`)
  fs.mkdirSync(path.dirname(addon), { recursive: true })
  // The new file is renamed over the old one, because a process that has mapped the old one must not see it change.
  fs.copyFileSync(path.join(folder, 'crash_collector.node'), `${addon}.new`)
  fs.renameSync(`${addon}.new`, addon)
  execFileSync(node, ['-e', `require(${JSON.stringify(addon)})`])
  return addon
}

const running = process.versions.node.split('.', 1)[0]
const nodes = [
  process.execPath,
  ...Object.keys(MATRIX)
    .filter(major => major !== running)
    .map(matrixNode)
]
for (const node of nodes) {
  const started = Date.now()
  const addon = buildFor(node)
  console.log(`${path.relative(PACKAGE, addon)}  ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
makePage()
makeBundle(nodes).catch(error => {
  console.error(error)
  process.exitCode = 1
})
