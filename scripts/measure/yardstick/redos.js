'use strict'
// The regular expressions of SecBench.js that take for ever (Bhuiyan, Parthasarathy, Vasilakis, Pradel, Staicu:
// https://github.com/cristianstaicu/SecBench.js): redos/<package>_<version>, each with its dependency and a test of
// jest. What an expression and its input are is found out by a run without the collector that notes each call.

const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { plain } = require('../../../packages/inspect/text/terminal-text')
const { PATIENT, ROOT, runNode } = require('../run-program')
const { installPackages } = require('./install-packages')

const RUN_MS = 12_000
const BLOCKED_MS = 300
const CLI = path.join(ROOT, 'bin/crash-collector.js')

/** What the tests use of jest. They begin in a turn of the loop, as the code of a server does. */
const HARNESS = `global.test = global.it = (name, run) => setTimeout(run, 20)
global.describe = (name, suite) => suite()
global.beforeEach = global.afterEach = global.beforeAll = global.afterAll = () => {}
global.jest = { setTimeout () {} }
const any = new Proxy(() => any, { get: () => any })
global.expect = any
`

/** A program may be blocked by several calls, one after the other. */
const SLOW_MS = 100
const MAX_SLOW = 50

/** Notes the slow calls of regular expressions, and each before it, because it may never return. */
const NOTE = `const fs = require('node:fs')
let slow = 0
// Of replace(), split() and others the whole call counts: they call exec() for each match.
let depth = 0
// One file that stays open, because some programs call expressions millions of times.
const file = fs.openSync(process.env.REDOS_NOTE, 'w')
const write = text => fs.writeSync(file, text.padEnd(2000), 0)
const noteOf = (regexp, text, ms) => JSON.stringify({
  source: String(regexp.source).slice(0, 300), length: String(text).length, head: String(text).slice(0, 40), ms
})
for (const key of ['exec', 'test', Symbol.match, Symbol.replace, Symbol.search, Symbol.split, Symbol.matchAll]) {
  const original = RegExp.prototype[key]
  RegExp.prototype[key] = function (text, ...rest) {
    const isLong = depth === 0 && String(text).length > 20
    if (isLong) write(noteOf(this, text, -1))
    const start = performance.now()
    depth++
    try { return original.call(this, text, ...rest) } finally {
      depth--
      const ms = performance.now() - start
      if (isLong && ms > ${SLOW_MS} && slow++ < ${MAX_SLOW}) {
        fs.appendFileSync(process.env.REDOS_NOTE + '.slow', noteOf(this, text, ms) + '\\n')
      }
      // What has returned was not the one that never does.
      if (isLong) write('')
    }
  }
}
`

/**
 * @param {string} corpus folder of SecBench.js
 * @returns {{ part: string, name: string, folder: string, utils: string }[]}
 */
function expressionsOf (corpus) {
  const root = path.join(corpus, 'redos')
  return fs
    .readdirSync(root)
    .filter(name => fs.existsSync(path.join(root, name, 'package.json')))
    .map(name => ({ part: 'redos', name, folder: path.join(root, name), utils: path.join(root, 'utils.js') }))
}

/**
 * @param {{ part: string, name: string, folder: string, utils: string }} one
 * @param {string} work
 */
async function measureExpression ({ part, name, folder, utils }, work) {
  const cwd = path.join(work, name)
  const row = { part, name }
  if (!fs.existsSync(path.join(cwd, 'node_modules'))) {
    fs.cpSync(folder, cwd, { recursive: true })
    fs.copyFileSync(utils, path.join(work, 'utils.js'))
    try {
      // A test may need what its package only names as a peer.
      installPackages(cwd, ['--legacy-peer-deps=false'])
    } catch {
      return { ...row, outcome: 'notInstalled' }
    }
  }
  const [harness, noter] = [path.join(work, 'harness.js'), path.join(work, 'note.js')]
  fs.writeFileSync(harness, HARNESS)
  fs.writeFileSync(noter, NOTE)
  const test = path.join(cwd, fs.readdirSync(cwd).find(each => each.endsWith('.test.js')) ?? '')
  const note = path.join(cwd, 'note.json')
  const dumps = path.join(cwd, 'dumps')
  for (const each of [note, `${note}.slow`, dumps]) fs.rmSync(each, { recursive: true, force: true })
  const base = { cwd, timeoutMs: RUN_MS }
  await runNode(['--require', harness, '--require', noter, test], { ...base, env: { REDOS_NOTE: note } })
  const slow = slowCallsIn(note)
  if (!slow.some(({ ms }) => ms === -1 || ms >= BLOCKED_MS)) return { ...row, outcome: 'notSlow' }
  const env = {
    ...PATIENT,
    CRASH_COLLECTOR_DIR: dumps,
    CRASH_COLLECTOR_TRIGGERS: 'blockedLoop',
    CRASH_COLLECTOR_BLOCKED_LOOP_MS: String(BLOCKED_MS)
  }
  await runNode(['--require', ROOT, '--require', harness, test], { ...base, env })
  const [file] = dumpsIn(dumps).sort()
  if (file === undefined) return { ...row, outcome: 'noDump' }
  const dump = await openDump(file)
  const show = await runNode([CLI, 'show', file], { cwd, env: { COLUMNS: '80', NO_COLOR: '1' }, timeoutMs: 60_000 })
  const at = dump.callFrames[0]
  const named = slow.map(each => ({ ...namedIn(show.stdout, each), ...each }))
  const best = named.sort((one, other) => partsNamed(other) - partsNamed(one) || other.ms - one.ms)[0]
  return {
    ...row,
    outcome: 'dump',
    place: at === undefined ? null : `${path.basename(at.url)}:${at.lineNumber + 1}`,
    headline: show.stdout.split('\n\n', 1)[0].replace(/\s+/g, ' ').slice(0, 200),
    ...best
  }
}

/** @param {{ namesExpression: boolean, namesInput: boolean }} named */
function partsNamed ({ namesExpression, namesInput }) {
  return Number(namesExpression) + Number(namesInput)
}

/**
 * @param {string} note
 * @returns {{ source: string, length: number, head: string, ms: number }[]} ms: -1 if it did not return
 */
function slowCallsIn (note) {
  return [note, `${note}.slow`].flatMap(file => {
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
    // The process may have been ended while it wrote.
    return lines.map(line => line.trim()).filter(line => line.endsWith('}')).map(line => JSON.parse(line))
  })
}

/**
 * @param {string} text what `show` prints
 * @param {{ source: string, head: string }} truth
 */
function namedIn (text, { source, head }) {
  const flat = text.replace(/\s+/g, '')
  const has = (/** @type {string} */ wanted, /** @type {number} */ length) =>
    [wanted, plain(wanted), plain(JSON.stringify(wanted).slice(1, -1))]
      .some(each => flat.includes(each.slice(0, length).replace(/\s+/g, '')))
  return { namesExpression: has(source, 60), namesInput: has(head, 12) }
}

module.exports = { expressionsOf, measureExpression }
