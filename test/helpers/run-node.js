'use strict'
// Runs a program on the Node.js under test, in an environment that is built from nothing. tap puts its hooks into the
// NODE_OPTIONS of every child, whatever environment the child is given, so env(1) removes them.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/** The Node.js under test; the matrix sets the variable. */
const NODE = process.env.CRASH_COLLECTOR_TEST_NODE || process.execPath
/** The time after which a program is killed. A program that takes a second alone may take half a minute when busy. */
const TIMEOUT_MS = 300_000

/**
 * @typedef {object} Run
 * @property {number|null} exitCode
 * @property {NodeJS.Signals|null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} pid
 */

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {Record<string, string>} [env] variables besides PATH, HOME and TMPDIR
 * @property {string} [node] default: the Node.js under test
 * @property {string|null} [input] text for stdin; default: empty; null: stdin stays open
 * @property {number} [timeoutMs] 0 for no timeout
 * @property {(child: import('node:child_process').ChildProcess) => void} [onSpawn]
 */

/**
 * Runs `node ...argv` to its end.
 * @param {string[]} argv
 * @param {RunOptions} options
 * @returns {Promise<Run>}
 */
function runNode (argv, { cwd, env = {}, node = NODE, input = '', timeoutMs = TIMEOUT_MS, onSpawn }) {
  return new Promise((resolve, reject) => {
    const variables = { PATH: process.env.PATH ?? '', HOME: cwd, TMPDIR: cwd, ...env }
    const [command, args] =
      process.platform === 'win32'
        ? [node, argv]
        : ['env', ['-i', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`), node, ...argv]]
    const child = spawn(command, args, {
      cwd,
      env: variables,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL'
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('error', reject)
    // 'close' and not 'exit', so that the output is complete.
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr, pid: child.pid ?? 0 }))
    child.stdin.on('error', () => {}) // a child may die without reading its input
    if (input !== null) child.stdin.end(input)
    onSpawn?.(child)
  })
}

/** @type {Promise<string>|undefined} */
let version

/** @returns {Promise<string>} the version of the Node.js under test: `v20.20.2` */
function testedVersion () {
  version ??= runNode(['-p', 'process.version'], { cwd: process.cwd() }).then(({ stdout }) => stdout.trim())
  return version
}

/** True if the addon of the Node.js that runs the tests is a prebuilt one, as in an installed package. */
const IS_PREBUILT = fs.existsSync(
  path.join(
    __dirname,
    '../../prebuilds',
    `${process.platform}-${process.arch}`,
    `node-v${process.versions.modules}.node`
  )
)

module.exports = { IS_PREBUILT, runNode, testedVersion, NODE }
