'use strict'
// Installs packed packages as a user would, and lets a program crash.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { MATRIX, matrixNode } = require('../build/matrix-node')
const { PACKAGE } = require('../build/node-gyp')
const { pack } = require('./pack')
const { TARGETS, hostTarget, packageName } = require('./targets')

/** A machine that has just compiled for an hour is busy, so the limits of time are generous. */
const PATIENT = {
  CRASH_COLLECTOR_DEADLINE_MS: '60000',
  CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '60000',
  CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '60000',
  CRASH_COLLECTOR_RATION_TENTATIVE_DEADLINE_MS: '60000'
}
const PROGRAM = "function pay (amount) { throw new Error('declined') }\npay(17)\n"

/**
 * Makes an application that has the packages installed. npm gets no network and runs no script; the dependencies are
 * those of this checkout.
 *
 * @param {import('./pack').Packed[]} packed
 * @param {string} [target] npm installs for it, as on such a machine; default: this one
 * @returns {string} its directory
 * @throws {Error} if npm has installed the package of another platform
 */
function installPacked (packed, target = hostTarget()) {
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-release-')))
  /** @type {Record<string, string>} */
  const dependencies = {}
  for (const name of installedDependencies().map(each => each.slice(0, each.lastIndexOf('@')))) {
    dependencies[name] = `file:${pack(path.join(PACKAGE, 'node_modules', name), directory).file}`
  }
  /** @type {Record<string, string>} */
  const optionalDependencies = {}
  for (const { name, file } of packed) {
    const ofPlatform = name !== require('../../package.json').name
    ;(ofPlatform ? optionalDependencies : dependencies)[name] = `file:${file}`
  }
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ dependencies, optionalDependencies }))
  const { os: system, cpu, libc } = TARGETS[target]
  const platform = [`--os=${system}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])]
  const how = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', path.join(directory, 'npm')]
  execFileSync('npm', ['install', ...how, ...platform], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = Object.keys(TARGETS).filter(each =>
    fs.existsSync(path.join(directory, 'node_modules', packageName(each)))
  )
  if (installed.join() !== target) throw new Error(`npm has installed ${installed}, and not ${target} alone`)
  return directory
}

/** @returns {string[]} the packages on which this package depends, directly or not, as `name@version` */
function installedDependencies () {
  const names = new Set(Object.keys(require('../../package.json').dependencies))
  const found = []
  for (const name of names) {
    const { version, dependencies = {} } = require(path.join(PACKAGE, 'node_modules', name, 'package.json'))
    for (const each of Object.keys(dependencies)) names.add(each)
    found.push(`${name}@${version}`)
  }
  return found
}

/**
 * @param {import('./pack').Packed[]} packed
 * @param {string[]} targets
 * @returns {string[]} what was found, in lines
 * @throws {Error} if a dump lacks the variable
 */
function tryPacked (packed, targets) {
  const host = hostTarget()
  if (!targets.includes(host)) return [`not tried: there is no package for this machine (${packageName(host)})`]
  const directory = installPacked(packed)
  try {
    const running = process.versions.node.split('.', 1)[0]
    const majors = Object.keys(MATRIX)
    return majors.map(major => crash(directory, major === running ? process.execPath : matrixNode(major)))
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string} directory
 * @param {string} node
 * @returns {string} what was found
 */
function crash (directory, node) {
  fs.rmSync(path.join(directory, 'crashes'), { recursive: true, force: true })
  fs.writeFileSync(path.join(directory, 'app.js'), PROGRAM)
  const env = { PATH: process.env.PATH, HOME: directory, ...PATIENT }
  const run = (/** @type {string[]} */ ...args) => spawnSync(node, args, { cwd: directory, env, encoding: 'utf8' })
  const died = run('--require', 'crash-collector', 'app.js')
  const shown = run(path.join('node_modules', 'crash-collector', 'bin', 'crash-collector.js'), 'show', '--json')
  const [frame] = JSON.parse(shown.stdout || '{}').callFrames ?? []
  const amount = frame?.scopeChain[0].variables.amount?.value
  const version = run('--version').stdout.trim()
  if (died.status !== 1 || amount !== 17) {
    throw new Error(`no dump with variables from what was packed, on Node.js ${version}\n${died.stderr}${shown.stderr}`)
  }
  return `installed without network and scripts: a crash on Node.js ${version} left its dump with variables`
}

module.exports = { installPacked, installedDependencies, tryPacked }
