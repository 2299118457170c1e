'use strict'
// npm test: runs tap without its plugin for TypeScript, which compiles our JavaScript and so changes the text and lines
// of functions that tests look for in dumps. tap generates a class from its plugins. The installed class contains that
// plugin, so a fresh clone generates its own.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('./build/node-gyp')

const MODULES = path.join(PACKAGE, 'node_modules')
const TAP = path.join(MODULES, 'tap', 'dist', 'esm', 'run.mjs')
const TEST_CLASS = path.join(MODULES, '@tapjs', 'test', 'test-built', 'dist', 'esm', 'index.js')

/**
 * @param {string[]} args
 * @param {string} [node] runs tap and the tests
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {number} exit code
 */
function tap (args, node = process.execPath, env = process.env) {
  if (fs.readFileSync(TEST_CLASS, 'utf8').includes('@tapjs/typescript')) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TAP, 'build'], { cwd: PACKAGE, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tap could not make its class of plugins\n${stdout}${stderr}`)
  }
  // Node.js 20 reads this file at each start, which takes longer than the rest of the start. No test uses the network.
  const { NODE_EXTRA_CA_CERTS: _, ...testEnv } = env
  const { status, signal } = spawnSync(node, [TAP, ...args], { cwd: PACKAGE, stdio: 'inherit', env: testEnv })
  if (signal !== null) console.error(`tap was ended by ${signal}`)
  return status ?? 1
}

if (require.main === module) process.exitCode = tap(process.argv.slice(2))

module.exports = { tap }
