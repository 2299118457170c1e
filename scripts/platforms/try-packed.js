'use strict'
// Installs packed packages as a user would, and lets a program crash.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { MATRIX, matrixNode } = require('../build/matrix-node')
const { PACKAGE } = require('../build/node-gyp')
const { OF_MAIN, PRELOAD_NAME, pack } = require('./pack')
const { name: MAIN } = require('../../package.json')
const { TARGETS, hostTarget, packageName } = require('./targets')

/** A machine that has just compiled for an hour is busy, so the limits of time are generous. */
const PATIENT = {
  CRASH_COLLECTOR_DEADLINE_MS: '60000',
  CRASH_COLLECTOR_BUDGET_PERCENT: '100'
}
const PROGRAM = "function pay (amount) { throw new Error('declined') }\npay(17)\n"

/**
 * Makes an application that has packed packages installed. npm gets no network and runs no script; what the packages
 * depend on is that of this checkout.
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
  for (const name of installedDependencies(packed).map(each => each.slice(0, each.lastIndexOf('@')))) {
    dependencies[name] = `file:${pack(path.join(PACKAGE, 'node_modules', name), directory).file}`
  }
  /** @type {Record<string, string>} */
  const optionalDependencies = {}
  for (const { name, file } of packed) {
    ;(isOfPlatform(name) ? optionalDependencies : dependencies)[name] = `file:${file}`
  }
  // A packed package names the others by their versions, which are in no registry yet.
  const overrides = Object.fromEntries(packed.map(({ name }) => [name, `$${name}`]))
  fs.writeFileSync(
    path.join(directory, 'package.json'),
    JSON.stringify({ dependencies, optionalDependencies, overrides })
  )
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

/** @param {string} name of a package */
function isOfPlatform (name) {
  return Object.keys(TARGETS).some(target => packageName(target) === name)
}

/**
 * @param {{ name: string }[]} packed
 * @returns {string[]} the packages of others on which these depend, directly or not, as `name@version`
 */
function installedDependencies (packed) {
  const own = packed.flatMap(({ name }) => Object.keys(manifestOf(name)?.dependencies ?? {}))
  const names = new Set(own.filter(name => manifestOf(name) === null))
  const found = []
  for (const name of names) {
    const { version, dependencies = {} } = require(path.join(PACKAGE, 'node_modules', name, 'package.json'))
    for (const each of Object.keys(dependencies)) names.add(each)
    found.push(`${name}@${version}`)
  }
  return found
}

/** @param {string} name @returns {any} null for a package of others */
function manifestOf (name) {
  if (name === MAIN || name === PRELOAD_NAME) return require('../../package.json')
  const folder = path.join(PACKAGE, 'packages', name.replace(`${MAIN}-`, ''))
  return name.startsWith(`${MAIN}-`) && fs.existsSync(folder) ? require(path.join(folder, 'package.json')) : null
}

/**
 * @param {{ platforms: import('./pack').Packed[], main: import('./pack').Packed, preload: import('./pack').Packed,
 *   extras: import('./pack').Packed[] }} packed
 * @param {string[]} targets
 * @returns {string[]} what was found, in lines
 * @throws {Error} if a dump lacks the variable
 */
function tryPacked ({ platforms, main, preload, extras }, targets) {
  const host = hostTarget()
  if (!targets.includes(host)) return [`not tried: there is no package for this machine (${packageName(host)})`]
  const tools = extras.filter(({ name }) => OF_MAIN.includes(name))
  const whole = installPacked([...platforms, main, ...tools])
  const alone = installPacked([...platforms, preload])
  try {
    const command = path.join(whole, 'node_modules', main.name, 'bin', 'crash-collector.js')
    return Object.keys(MATRIX).flatMap(major => {
      const node = major === process.versions.node.split('.', 1)[0] ? process.execPath : matrixNode(major)
      return [crash(whole, main.name, node, command), crash(alone, preload.name, node, command)]
    })
  } finally {
    for (const directory of [whole, alone]) fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string} directory
 * @param {string} name of the package that is preloaded
 * @param {string} node
 * @param {string} command that shows the dump
 * @returns {string} what was found
 */
function crash (directory, name, node, command) {
  fs.rmSync(path.join(directory, 'crashes'), { recursive: true, force: true })
  fs.writeFileSync(path.join(directory, 'app.js'), PROGRAM)
  const env = { PATH: process.env.PATH, HOME: directory, ...PATIENT }
  const run = (/** @type {string[]} */ ...args) => spawnSync(node, args, { cwd: directory, env, encoding: 'utf8' })
  const died = run('--require', name, 'app.js')
  const shown = run(command, 'show', '--json')
  const [frame] = JSON.parse(shown.stdout || '{}').callFrames ?? []
  const amount = frame?.scopeChain[0].variables.amount?.value
  const version = run('--version').stdout.trim()
  if (died.status !== 1 || amount !== 17) {
    throw new Error(`no dump with variables from what was packed, on Node.js ${version}\n${died.stderr}${shown.stderr}`)
  }
  return `${name}, installed without network and scripts: a crash on Node.js ${version} left its dump with variables`
}

module.exports = { installPacked, installedDependencies, tryPacked }
