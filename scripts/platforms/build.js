'use strict'
// npm run build:platform -- <target>… [--node=<major>,…]: builds the addons of the packages of platforms, for each
// version of Node.js or for those that are named, into .platforms/<target>/. Without a target, or with that of this
// machine on macOS and Windows, builds for the Node.js that runs this script.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { MATRIX, matrixNode } = require('../build/matrix-node')
const { BUILT, PACKAGE, compileFor, nodeGyp } = require('../build/node-gyp')
const { faultsOf } = require('./check-addon')
const { linkForMusl } = require('./musl')
const { linkForOldGlibc } = require('./old-glibc')
const { TARGETS, addonPath, addonsOf, hostTarget } = require('./targets')
const { provideCompiler } = require('./tools')

/**
 * @param {string} target a Linux
 * @param {string[]} majors of Node.js
 */
function buildForLinux (target, majors) {
  const { cpu, libc } = /** @type {{ cpu: 'x64' | 'arm64', libc: string }} */ (TARGETS[target])
  const compiler = provideCompiler(target)
  // npm run build:matrix uses the same folder for the objects of this machine's C library.
  const platform = compiler.join() === 'g++' ? undefined : { name: target, cpu, compiler }
  const linkAddon = libc === 'musl' ? linkForMusl : linkForOldGlibc
  for (const major of majors) {
    const started = Date.now()
    const { abi, folder } = compileFor(major === runningMajor() ? process.execPath : matrixNode(major), platform)
    for (const name of addonsOf(target)) {
      const addon = addonPath(target, abi, name)
      fs.mkdirSync(path.dirname(addon), { recursive: true })
      linkAddon({
        compiler,
        cpu,
        objects: objectsOf(folder, name),
        scratch: path.join(path.dirname(folder), 'link'),
        addon: `${addon}.new`
      })
      finish(target, addon, started)
    }
  }
}

/** Builds for the Node.js that runs this script, by the compiler of this machine. */
function buildForHost () {
  const started = Date.now()
  const target = hostTarget()
  const { ok, output } = nodeGyp(['configure', 'build', '--jobs=max', '--release'], { quiet: true })
  if (!ok) throw new Error(output)
  const abi = Number(process.versions.modules)
  for (const name of addonsOf(target)) {
    const addon = addonPath(target, abi, name)
    fs.mkdirSync(path.dirname(addon), { recursive: true })
    fs.copyFileSync(path.join(BUILT, `${name}.node`), `${addon}.new`)
    if (process.platform === 'darwin') execFileSync('strip', ['-x', `${addon}.new`])
    finish(target, addon, started)
  }
}

/**
 * @param {string} target
 * @param {string} addon
 * @param {number} started
 * @throws {Error} if the addon must not be packed
 */
function finish (target, addon, started) {
  const faults = faultsOf(target, `${addon}.new`)
  if (faults.length > 0) throw new Error(`${addon}.new ${faults.join(', ')}`)
  fs.renameSync(`${addon}.new`, addon)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`${path.relative(PACKAGE, addon)}  ${fs.statSync(addon).size} bytes  ${seconds} s`)
}

/**
 * @param {string} folder in which node-gyp has built
 * @param {string} addon
 * @returns {string[]} the addon's objects, without those that earlier builds made of files that are gone
 */
function objectsOf (folder, addon) {
  const objects = path.join(folder, 'obj.target', addon)
  const names = /** @type {string[]} */ (fs.readdirSync(objects, { recursive: true }))
  const isCurrent = (/** @type {string} */ name) => fs.existsSync(path.join(PACKAGE, name.replace(/\.o$/, '.cc')))
  return names.filter(name => name.endsWith('.o') && isCurrent(name)).sort().map(name => path.join(objects, name))
}

function runningMajor () {
  return process.versions.node.split('.', 1)[0]
}

if (require.main === module) {
  const { positionals: targets, values } = parseArgs({
    allowPositionals: true,
    options: { node: { type: 'string', default: Object.keys(MATRIX).join() } }
  })
  const unknown = targets.filter(name => TARGETS[name]?.compiler === undefined)
  try {
    if (unknown.length > 0 && unknown.join() !== hostTarget()) {
      const buildable = Object.keys(TARGETS).filter(name => TARGETS[name].compiler !== undefined)
      throw new Error(`${unknown} cannot be built here; ${buildable} can`)
    }
    if (targets.length === 0 || unknown.length > 0) buildForHost()
    else for (const target of targets) buildForLinux(target, values.node.split(','))
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
}

module.exports = { objectsOf }
