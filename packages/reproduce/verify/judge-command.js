'use strict'
// Judges an edit by a command of the user's, which must crash as the process did with the code that crashed. The
// collector is preloaded into all of Node.js that the command starts, and the dumps tell what died.

const fs = require('node:fs')
const path = require('node:path')
const { actualOf, expectedOf, isSame, verdictOf } = require('../check/expected')
const { runToEnd } = require('../check/run-to-end')
const { editedFiles } = require('./edited-lines')
const { changesOf, expectedAfter } = require('./sides')
const { NOTHING, TIME_IS_UP, thrownBy } = require('./verification')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { withPreload } = require('crash-collector-inspect/setup/preload')
const { readConfig } = require('crash-collector-shared/config')
const { EXTENSION } = require('crash-collector-shared/dump/terms')

/** @typedef {import('../check/expected').Actual} Actual */
/** @typedef {import('../check/expected').Expected} Expected */
/** @typedef {import('./sides').Side} Side */
/** @typedef {import('./verification').Verification} Verification */

/** A command of each shell that does nothing. */
const NO_COMMAND = process.platform === 'win32' ? 'rem' : ':'
const MAX_DUMPS = 100

/**
 * @param {string} command
 * @param {import('./sides').Sides} sides
 * @param {Pick<import('./verification').Options, 'timeoutMs'|'network'|'say'>} options
 * @returns {Promise<Verification>}
 */
async function judgeCommand (command, sides, { timeoutMs, network, say }) {
  const end = performance.now() + timeoutMs
  /** @type {Set<string>} */
  const refused = new Set()
  const run = async (/** @type {Side} */ side, /** @type {string} */ code) => {
    say?.(`running ${command} with the code ${code}`)
    const ended = await runWithCollector(command, side, Math.ceil(end - performance.now()), network)
    for (const target of ended?.refused ?? []) refused.add(target)
    return ended
  }
  /** @type {string[]} */
  const reasons = []
  for (const commit of sides.commits) {
    const [before, after] = [await sides.crashed(commit), await sides.edited()]
    const expected = expectedOf(before.dump)
    const changes = changesOf(before, after, editedFiles(before.root, after.root))
    const answer = (/** @type {Partial<Verification>} */ facts) =>
      ({ ...NOTHING, ...changes, command, ...facts, refused: [...refused] })
    const crashed = await run(before, 'that crashed')
    if (crashed === null) return answer({ reason: TIME_IS_UP })
    if (!hasDied(crashed, expected)) {
      const [death] = crashed.deaths
      const otherwise = death === undefined ? endText(crashed) : textOf(death)
      reasons.push(`with the code that crashed it does not fail as the process did (${otherwise})`)
      continue
    }
    const now = await run(after, 'as it is now')
    if (now === null) return answer({ reason: TIME_IS_UP })
    const judged = judgedBy(now, crashed, expectedAfter(expected, before, after), after)
    // What fails only sometimes may have missed the edited code by chance.
    const again = judged.verdict === 'gone' ? await run(await sides.crashed(commit), 'that crashed, again') : crashed
    if (again === null) return answer({ reason: TIME_IS_UP })
    if (!hasDied(again, expected)) {
      return answer({ reason: 'with the code that crashed it fails as the process did only sometimes' })
    }
    return answer(judged)
  }
  return { ...NOTHING, command, reason: [...new Set(reasons)].join('; '), refused: [...refused] }
}

/** @typedef {{ deaths: Actual[], how: string, isKilled: boolean, refused: string[] }} Ended */

/**
 * @param {string} command
 * @param {Side} side
 * @param {number} timeoutMs
 * @param {boolean} network
 * @returns {Promise<Ended|null>} null if the time is up
 */
async function runWithCollector (command, { root, dump }, timeoutMs, network) {
  if (timeoutMs <= 0) return null
  const dumps = path.join(path.dirname(root), 'dumps')
  const triggers = readConfig({ cwd: root }).config.triggers
  const env = {
    ...process.env,
    NODE_OPTIONS: withPreload(process.env.NODE_OPTIONS),
    CRASH_COLLECTOR_DIR: dumps,
    CRASH_COLLECTOR_MODE: 'on-demand',
    CRASH_COLLECTOR_TRIGGERS: [...new Set([...triggers, dump.header.trigger])].join(','),
    CRASH_COLLECTOR_RETAIN_SAME: '0',
    // Nobody is to hear of these crashes.
    CRASH_COLLECTOR_ON_DUMP: NO_COMMAND,
    CRASH_COLLECTOR_STDERR: 'none',
    CRASH_COLLECTOR_HEAP: 'none'
  }
  const { how, isKilled, refused } = await runToEnd(command, null, { cwd: root, timeoutMs, network, env })
  /** @type {Actual[]} */
  const deaths = []
  const names = fs.existsSync(dumps) ? fs.readdirSync(dumps).filter(name => name.endsWith(EXTENSION)) : []
  for (const name of names.sort().slice(0, MAX_DUMPS)) {
    const actual = await thrownIn(path.join(dumps, name))
    if (actual !== null) deaths.push(actual)
  }
  return { deaths, how, isKilled, refused }
}

/** @param {string} file of a dump, which may have been cut */
async function thrownIn (file) {
  try {
    return actualOf(await openDump(file, { summary: true }))
  } catch {
    return null
  }
}

/**
 * @param {Ended} ended
 * @param {Expected} expected
 */
function hasDied ({ deaths }, expected) {
  return deaths.some(death => isSame(verdictOf(expected, death, { testFile: '', codeFile: null })))
}

/**
 * @param {Ended} now of the edited code
 * @param {Ended} crashed of the code that crashed
 * @param {Expected} expected
 * @param {Side} after
 * @returns {Partial<Verification>}
 */
function judgedBy (now, crashed, expected, { root }) {
  const isSameDeath = (/** @type {Actual} */ death) => hasDied({ ...now, deaths: [death] }, expected)
  const thrown = (/** @type {Actual} */ death) => thrownBy(death, root)
  const same = now.deaths.find(isSameDeath)
  if (same !== undefined) return { verdict: 'same', thrown: thrown(same) }
  const known = crashed.deaths.map(textOf)
  const other = now.deaths.find(death => !known.includes(textOf(death)))
  if (other !== undefined) return { verdict: 'other', thrown: thrown(other) }
  if (now.isKilled) return { reason: `with the code as it is now ${endText(now)}` }
  return now.how === 'exit code 0' ? { verdict: 'gone' } : { verdict: 'other', how: now.how }
}

/** @param {Actual} death */
function textOf ({ className, message }) {
  return className === '' ? message : `${className}: ${message}`
}

/** @param {Ended} ended */
function endText ({ how, isKilled }) {
  return isKilled ? 'it did not come to its end in time (--timeout gives more)' : `it ended with ${how}`
}

module.exports = { judgeCommand }
