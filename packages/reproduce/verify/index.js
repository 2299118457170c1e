'use strict'
// Says whether an edit has taken a crash away: runs the reproduction, or a command of the user's, with the code that
// crashed, where it must fail as the process did, and then with the code of the project as it is now. All run in copies
// of the project.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { judgeCommand } = require('./judge-command')
const { judgeTest } = require('./judge-test')
const { rootOf } = require('./move-dump')
const { WORKSPACE } = require('./project-copy')
const { Sides } = require('./sides')
const { NOTHING } = require('./verification')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')

/** @typedef {import('./verification').Verification} Verification */

/**
 * @param {string} file of a dump
 * @param {import('./verification').Options} options
 * @returns {Promise<Verification>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} PROJECT_TOO_BIG, PATCH_REFUSED, RUNNER_MISSING
 */
async function verify (file, options) {
  const { project, run, wantsTest = false } = options
  const dump = await openDump(file)
  if (dump.exception === null) return { ...NOTHING, reason: 'no error was thrown' }
  const from = rootOf(dump, project)
  if (from === null) return { ...NOTHING, reason: 'the dump does not say in which directory the process ran' }
  const workspace = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), WORKSPACE))
  try {
    options.say?.('copying the project')
    const sides = new Sides(dump, from, workspace, options)
    const after = await sides.edited()
    const syntaxError = syntaxErrorIn(after)
    if (syntaxError !== null) {
      return { ...NOTHING, verdict: 'other', thrown: syntaxError, changed: after.changed }
    }
    const ran = run === undefined ? null : await judgeCommand(run, sides, options)
    if (ran !== null && ran.verdict !== 'unknown' && !wantsTest) return ran
    const tested = await judgeTest(sides, after, options)
    return ran === null ? tested : together(ran, tested)
  } finally {
    fs.rmSync(workspace, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * The command says more than the test, which begins with the values of the crash.
 * @param {Verification} ran
 * @param {Verification} tested
 * @returns {Verification}
 */
function together (ran, tested) {
  const refused = [...new Set([...ran.refused, ...tested.refused])]
  if (ran.verdict === 'unknown') {
    const { reason } = ran
    return tested.verdict === 'unknown'
      ? { ...tested, command: ran.command, reason: `${reason}; ${tested.reason}`, refused }
      : { ...tested, undecided: reason, refused }
  }
  const stillFails = ran.verdict === 'gone' && (tested.verdict === 'same' || tested.verdict === 'other')
  // A test that fails with the fix is none to keep.
  const reproduction = stillFails ? null : tested.reproduction
  return { ...ran, reproduction, stillFailsAlone: stillFails || tested.stillFailsAlone, refused }
}

/**
 * @param {import('./sides').EditedSide} side
 * @returns {import('./verification').Thrown|null} of a file of the crash that can't be parsed any more
 */
function syntaxErrorIn ({ root, edits }) {
  for (const file of edits.unreadable.filter(each => /\.[cm]?js$/.test(each) && fs.existsSync(each))) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', cwd: root })
    const [, message] = /^SyntaxError: (.*)$/m.exec(stderr) ?? []
    if (status === 0 || message === undefined) continue
    const line = Number(/^.*:(\d+)$/m.exec(stderr)?.[1])
    return { className: 'SyntaxError', message, file: path.relative(root, file), line: line || null }
  }
  return null
}

module.exports = { verify }
