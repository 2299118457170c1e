'use strict'
// Makes dumps by processes that crash: those that the dumps in the repository have no record of.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const zlib = require('node:zlib')

const { EXTENSION } = require('../../../packages/shared/dump/terms')
const { CRASHES, PATIENT, ROOT } = require('../../helpers/crash')
const { NODE, runNode } = require('../../helpers/run-node')

/** @type {[program: string, env: Record<string, string>, nodeArgs?: string[]][]} */
const PROGRAMS = [
  ['signals/abort.js', { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,signal' }],
  ['execution-path/ten-requests.js', { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }],
  ['out-of-memory/objects.js', {}, ['--max-old-space-size=40']],
  ['threads/worker-spins.js', {}],
  ['rejection/suspended.js', { CRASH_COLLECTOR_HEAP: 'classes' }],
  ['unsettled/awaited-row.mjs', {}]
]

/** @param {string} directory to which the dumps are added */
async function makeFreshDumps (directory) {
  fs.mkdirSync(directory, { recursive: true })
  for (const [i, [program, env, nodeArgs = []]] of PROGRAMS.entries()) {
    const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'fresh-'))
    const file = path.join(CRASHES, program)
    const allEnv = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env }
    await runNode(['--require', ROOT, ...nodeArgs, file], { cwd, env: allEnv })
    const dumps = path.join(cwd, 'dumps')
    const name = fs.readdirSync(dumps).find(each => each.endsWith(EXTENSION))
    if (name === undefined) throw new Error(`${program} left no dump`)
    const text = zlib.gunzipSync(fs.readFileSync(path.join(dumps, name))).toString()
    // The symbols of a native stack are read from the program, which takes half a second for each reading.
    const bytes = zlib.gzipSync(text.replaceAll(JSON.stringify(NODE), '"/absent/node"'))
    fs.writeFileSync(path.join(directory, `${i}${EXTENSION}`), bytes)
    fs.rmSync(cwd, { recursive: true, force: true })
  }
}

module.exports = { makeFreshDumps }
