'use strict'
// Writes the dump of a process that ends itself: with the error that it has caught, if there is one, and with the stack
// and the variables of the call of process.exit().

const { findCauses, findSnapshots } = require('../capture/match/find-snapshots')
const { ArrayIncludes, process } = require('../safe/primordials')
const { WeakSetHas } = require('../safe/reflection')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { ENDS_WITHIN_MS } = require('./throw-hooks')
const { isApplicationFrame, isInPackage } = require('../capture/write/frame-records')
const { newReport, saveDump } = require('../capture/write/save-dump')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../capture/types').Snapshot} Snapshot
 */

/**
 * Call this at the end of the process. An error counts as the reason of the end if the functions that call
 * process.exit() have it as a variable, as in `catch (error) { log(error); process.exit(1) }`. Or else it counts if its
 * stack was read, as all do that print an error, and that of no other error was, but for its causes.
 *
 * @param {Context} context
 * @param {number} exitCode
 * @param {boolean} isCall true if process.exit() is on the stack; false if the process ends because nothing is left to
 *   do
 * @returns {{ saved: import('../capture/types').Saved, value: unknown } | null} null if the settings want no dump of
 *   this end, or the addon cannot read the stack; value: the error
 */
function saveExit (context, exitCode, isCall) {
  const { captures, config, native } = context
  const wantsExit = isCall && isWanted(config, 'exit')
  const wantsCaught = exitCode !== 0 && isWanted(config, 'caught')
  if (native === null || !captures.areNative || (!wantsExit && !wantsCaught)) return null
  context.redactor()
  const { id, caught } = isCall ? native.captureExit(ENDS_WITHIN_MS) : { id: 0, caught: undefined }
  const ofExit = nativeSnapshot(native, id)
  // A test runner sets the exit code if a test fails.
  const isOfRunner = ofExit === null && captures.areOfTests
  const isOurs = wantsCaught && !isOfRunner && (ofExit === null ? isApplication() : isCalledByApplication(ofExit))
  const found = isOurs ? (caught ?? onlyPrinted(context, native)) : undefined
  // The error of a test is the runner's to report.
  const error = WeakSetHas(captures.ofTests, found) ? undefined : found
  if (error === undefined && (ofExit === null || !wantsExit)) return null
  const ofError = error === undefined ? null : findSnapshots(context, error, true)
  const snapshots = ofError?.read() ?? []
  if (ofExit !== null) snapshots[snapshots.length] = ofExit
  const foundBy = error === undefined ? undefined : error === caught ? 'variable' : 'printed'
  const report = newReport(context, error === undefined ? 'exit' : 'caught', {
    exit: { code: exitCode, foundBy },
    exception: error === undefined ? null : { value: error },
    snapshots,
    match: ofError?.match ?? 'identity',
    causes: error === undefined ? [] : findCauses(context, error)
  })
  const saved = saveDump(context, report)
  return { saved, value: error }
}

/**
 * True if functions outside of node_modules have ended the process. Tools that are installed end with a message and an
 * exit code whenever their user errs: those ends are no crashes.
 * @param {Snapshot} ofExit
 */
function isCalledByApplication ({ callFrames: { frames }, awaiting }) {
  for (let i = 0; i < frames.length; i++) if (isApplicationFrame(frames[i])) return true
  for (let i = 0; i < awaiting.length; i++) if (isApplicationFrame(awaiting[i])) return true
  return false
}

/**
 * @param {Context} context
 * @param {import('../addon/native-functions').Native} native
 * @returns {unknown} undefined if no error was printed, or several, of which nothing tells the reason
 */
function onlyPrinted (context, native) {
  const printed = native.printedErrors(ENDS_WITHIN_MS)
  // An error is printed before its causes or after them, so each may be the one that stands on the others.
  for (let i = 0; i < printed.length; i++) if (standsOn(context, printed[i], printed)) return printed[i]
  return undefined
}

/**
 * @param {Context} context
 * @param {unknown} error
 * @param {unknown[]} others
 * @returns {boolean} true if the others are causes of the error
 */
function standsOn (context, error, others) {
  const causes = others.length === 1 ? [] : findCauses(context, error)
  for (let i = 0; i < others.length; i++) if (others[i] !== error && !isCause(causes, others[i])) return false
  return true
}

/**
 * @param {import('../capture/types').Cause[]} causes
 * @param {unknown} value
 */
function isCause (causes, value) {
  for (let i = 0; i < causes.length; i++) if (causes[i].value === value) return true
  return false
}

/**
 * True if the program is none of node_modules, and no test of node:test, which sets the exit code if a test fails
 * (https://nodejs.org/api/test.html#test-runner-execution-model).
 */
function isApplication () {
  const program = process.argv[1]
  if (process.env.NODE_TEST_CONTEXT !== undefined) return false
  return typeof program !== 'string' || !isInPackage(program)
}

/**
 * @param {import('../../packages/shared/config').Config} config
 * @param {import('../../packages/shared/dump/terms').Trigger} trigger
 */
function isWanted ({ triggers }, trigger) {
  return ArrayIncludes(triggers, trigger)
}

module.exports = { saveExit }
