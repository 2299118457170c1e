'use strict'
// Lets a program crash with the preload, and looks into its dump.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { readDump } = require('../../reader')
const { preload } = require('../../preload')
const { withPreload } = require('../preload')

const TIMEOUT_MS = 60_000
/** The file in which the process says how it read its stack (lib/statistics.js). */
const STATISTICS = 'statistics.json'
const ORDER = 7
const PROGRAM = `function pay (order) {
  throw new Error('crash of crash-collector doctor')
}
pay({ id: ${ORDER} })
`

/** @returns {Promise<import('../types').Finding[]>} */
async function crashInChild () {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-doctor-'))
  try {
    return [await findingOf(directory)]
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string} directory for the program and its dump
 * @returns {Promise<import('../types').Finding>}
 */
async function findingOf (directory) {
  const program = path.join(directory, 'pay.js')
  fs.writeFileSync(program, PROGRAM)
  const env = {
    ...process.env,
    NODE_OPTIONS: withPreload(process.env.NODE_OPTIONS),
    CRASH_COLLECTOR_DIR: directory,
    CRASH_COLLECTOR_STATS: path.join(directory, STATISTICS),
    XDG_STATE_HOME: directory, // where the index of this user's dumps would be
    CRASH_COLLECTOR_STDERR: 'text',
    // With `--import` or a loader, Node.js 20 to 26 run the program in a promise.
    CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,unhandledRejection'
  }
  const { stderr, status } = await run(program, env)
  const said = stderr.split('\n').filter(line => line.startsWith('crash-collector: '))
  const file = fs.readdirSync(directory).find(name => name.endsWith('.ccdump'))
  if (file === undefined) {
    const text = `a crash in a child left no dump; exit code ${status}; it said: ${said.join('; ') || 'nothing'}`
    return { state: 'fails', text, remedy: 'see "No dump was written" in docs/troubleshooting.md' }
  }
  const dump = await readDump(path.join(directory, file))
  const pay = dump.callFrames.find(({ functionName }) => functionName === 'pay')
  const order = pay?.scopeChain.flatMap(scope => dump.scope(scope).variables).find(({ name }) => name === 'order')
  const id = dump.object(order?.value?.objectId ?? '')?.properties.find(({ name }) => name === 'id')?.value?.value
  if (id !== ORDER) return withoutVariables(dump)
  const { captureWay, captureWayReason } = JSON.parse(fs.readFileSync(path.join(directory, STATISTICS), 'utf8'))
  const text = 'a crash in a child left a dump with its variables'
  if (captureWay === 'native') return { state: 'ok', text: `${text}, read without the debugger` }
  return {
    state: 'note',
    text: `${text}, read by pausing the debugger, which takes longer (${captureWayReason})`,
    remedy: 'see "By pausing the debugger" in docs/caveats.md'
  }
}

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ stderr: string, status: unknown }>} status: the exit code; null if a signal has ended it
 */
function run (program, env) {
  return new Promise(resolve => {
    execFile(process.execPath, [program], { env, timeout: TIMEOUT_MS }, (error, _, stderr) =>
      resolve({ stderr, status: error === null ? 0 : (error.code ?? null) }))
  })
}

/**
 * @param {import('../../reader').Dump} dump
 * @returns {import('../types').Finding}
 */
function withoutVariables ({ notCaptured }) {
  const reason = notCaptured.find(({ what }) => what === 'callFrames')?.reason ?? 'unknown'
  return {
    state: 'fails',
    text: `a crash in a child left a dump without variables (${reason})`,
    remedy: reason === 'noAddon'
      ? preload().addonRemedy()
      : 'see "The dump has no variables" in docs/troubleshooting.md'
  }
}

module.exports = { crashInChild }
