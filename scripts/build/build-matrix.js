'use strict'
// npm run build:matrix [-- --asan]: builds prebuilds/<platform>-<arch>/node-v<ABI>.node, and the addon of the trigger
// `signal` beside it, for the Node.js that runs this script and for each of the matrix with another major version. With
// --asan these addons need a preloaded AddressSanitizer, so nothing but npm run test:stress works in the checkout until
// they are built again.

const { execFileSync } = require('node:child_process')
const path = require('node:path')

const { makeBundle } = require('./bundle')
const { makePage } = require('./bundle-page')
const { MATRIX, matrixNode } = require('./matrix-node')
const { PACKAGE, compileFor, copyAddons } = require('./node-gyp')

/**
 * @param {string} node
 * @returns {string[]} paths of the addons
 */
function buildFor (node) {
  const { abi, folder } = compileFor(node, undefined, sanitizer)
  const target = execFileSync(node, ['-p', 'process.platform + "-" + process.arch'], { encoding: 'utf8' }).trim()
  const addons = copyAddons(folder, path.join(PACKAGE, 'prebuilds', target), abi)
  if (sanitizer !== undefined) return addons
  for (const addon of addons) execFileSync(node, ['-e', `require(${JSON.stringify(addon)})`])
  return addons
}

const sanitizer = process.argv.includes('--asan') ? 'asan' : undefined
const running = process.versions.node.split('.', 1)[0]
const nodes = [
  process.execPath,
  ...Object.keys(MATRIX)
    .filter(major => major !== running)
    .map(matrixNode)
]
for (const node of nodes) {
  const started = Date.now()
  const addons = buildFor(node).map(addon => path.relative(PACKAGE, addon))
  console.log(`${addons.join(', ')}  ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
// The bundle is not made with a sanitized addon: making it runs the addon.
if (sanitizer === undefined) {
  makePage()
  makeBundle(nodes).catch(error => {
    console.error(error)
    process.exitCode = 1
  })
}
