'use strict'
// Counts the instructions that a program executes, by QEMU's user mode and a plugin of the lab. Counts do not depend on
// how busy the machine is: two runs of the same program differ by millionths, where times differ by percents. What
// they leave out is how long an instruction takes, above all when it waits for memory.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const SOURCE = path.join(__dirname, 'counter.c')
/** @type {Partial<Record<NodeJS.Architecture, string>>} names that QEMU has for them */
const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' }

/**
 * What makes V8 do the same work in the same order each time: it compiles on the main thread, and has no clocks and
 * random numbers of its own. The young generation is so large that nothing is collected while instructions are counted:
 * whether a collection falls into a run or just after it would decide between counts that differ by percents.
 */
const PREDICTABLE = ['--single-threaded', '--predictable', '--min-semi-space-size=256', '--max-semi-space-size=256']

/**
 * What makes V8 compile the code of a service within some thousand requests, where it takes up to 20,000 by itself. V8
 * compiles on the thread that is counted, so until then what a window counts depends on what is compiled in it.
 */
const COMPILES_SOON = [
  '--invocation-count-for-turbofan=300',
  '--invocation-count-for-maglev=60',
  '--invocation-count-for-osr=100',
  '--minimum-invocations-after-ic-update=50'
]

/** @type {Map<string, string[]>} */
const soon = new Map()

/** @param {string} node @returns {string[]} flags of V8 that this Node.js knows: 20 lacks one */
function compilesSoon (node) {
  const known = soon.get(node)
  if (known !== undefined) return known
  const { stdout } = spawnSync(node, ['--v8-options'], { encoding: 'utf8' })
  const flags = COMPILES_SOON.filter(flag => stdout.includes(`  ${flag.split('=')[0]} (`))
  soon.set(node, flags)
  return flags
}

/** @type {string | undefined} path of the plugin, built once for the lab's process */
let plugin

/** @returns {string} @throws if there is no QEMU, or no compiler */
function pluginPath () {
  if (plugin !== undefined) return plugin
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench-counter-'))
  process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
  const built = path.join(directory, 'counter.so')
  const { status, stderr, error } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', built, SOURCE], {
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(`counting instructions needs a C compiler: ${error?.message ?? stderr}`)
  const probe = path.join(directory, 'probe')
  const { status: works, stderr: why, error: none } = spawnSync(
    qemu(),
    [...pluginArgs(built, probe), process.execPath, '--version'],
    { encoding: 'utf8' }
  )
  if (works !== 0 || readCounter(probe) === 0) {
    throw new Error(`counting instructions needs QEMU's user mode, 7.2 to 8.2 (qemu-user): ${none?.message ?? why}`)
  }
  return (plugin = built)
}

function qemu () {
  return `qemu-${ARCHITECTURES[process.arch] ?? process.arch}`
}

/** @param {string} built @param {string} counter */
function pluginArgs (built, counter) {
  return ['-plugin', `${built},counter=${counter}`]
}

/**
 * @param {string[]} command of a Node.js
 * @param {string} counter path of the file that will have the count, which readCounter() reads
 * @returns {string[]} the command that counts
 * @throws if the machine lacks what is needed
 */
function countedCommand ([node, ...args], counter) {
  return ['/usr/bin/env', qemu(), ...pluginArgs(pluginPath(), counter), node, ...PREDICTABLE, ...args]
}

/** @param {string} counter path @returns {number} instructions so far */
function readCounter (counter) {
  return fs.existsSync(counter) ? Number(fs.readFileSync(counter).readBigUInt64LE()) : 0
}

module.exports = { compilesSoon, countedCommand, readCounter }
