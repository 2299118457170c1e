'use strict'
// Judges an edit by the reproduction: runs it with the code that crashed, where it must fail as the process did, and
// then with the edited code.

const path = require('node:path')
const { reproductionsOf } = require('..')
const { checkReproduction } = require('../check')
const { isSame } = require('../check/expected')
const { useText } = require('../check/private-uses')
const { isModulePackage, removeFiles, writeFiles } = require('../files')
const { editedFiles, hasRun } = require('./edited-lines')
const { changesOf, expectedAfter } = require('./sides')
const { NOTHING, TIME_IS_UP, thrownBy } = require('./verification')
const { fileOf } = require('crash-collector-inspect/source/location')

/** @typedef {import('../types').Reproduction} Reproduction */
/** @typedef {import('./verification').Verification} Verification */
/** @typedef {import('./verification').Options} Options */

/** How many reproductions are run with the code that crashed. */
const MAX_CHECKED = 12
/** How many that failed as the process did are run with the edited code. */
const MAX_JUDGED = 5

/**
 * @param {import('./sides').Sides} sides
 * @param {import('./sides').EditedSide} after
 * @param {Options} options
 * @returns {Promise<Verification>}
 */
async function judgeTest (sides, after, options) {
  const end = performance.now() + options.timeoutMs
  /** @type {Verification|null} */
  let first = null
  for (const commit of sides.commits) {
    const result = await judgeWith(await sides.crashed(commit), after, end, options)
    if (result.reproduction !== null) return result
    first ??= result
  }
  return /** @type {Verification} */ (first)
}

/**
 * @param {import('./sides').Side} before
 * @param {import('./sides').EditedSide} after
 * @param {number} end when the time is up, as performance.now() tells it
 * @param {Options} options
 * @returns {Promise<Verification>}
 */
async function judgeWith (before, after, end, options) {
  const { runner, say } = options
  const { reproductions, reasons } = reproductionsOf(before.dump, testOptions(before, runner))
  const fixedOnes = reproductionsOf(after.dump, testOptions(after, runner)).reproductions
  const fixedByKey = new Map(fixedOnes.map(each => [each.key, each]))
  const edited = editedFiles(before.root, after.root)
  /** @type {Set<string>} */
  const refused = new Set()
  /** @type {Verification[]} */
  const judged = []
  /** A test that fails as before, and runs nothing that was edited. @type {Verification|null} */
  let besideEdit = null
  const unknown = reasons.map(({ place, reason }) => `${place}: ${reason}`)
  for (const reproduction of reproductions.slice(0, MAX_CHECKED)) {
    if (judged.length === MAX_JUDGED) break
    const name = reproduction.functionName || '(anonymous)'
    say?.(`running ${name} with the code that crashed`)
    const failed = await runTest(reproduction, before, end, options, refused)
    if (failed === null) {
      unknown.push(TIME_IS_UP)
      break
    }
    if (failed.verdict === 'notProven' && failed.privates) {
      unknown.push(`${name}: with the code that crashed its test fails alike, but ${useText(failed.privates)}`)
      continue
    }
    if (!isSame(failed.verdict)) {
      unknown.push(`${name}: with the code that crashed its test does not fail as the process did`)
      continue
    }
    const fixed = editedAs(reproduction, fixedByKey.get(reproduction.key), before, after)
    if (typeof fixed === 'string') {
      unknown.push(`${name}: ${fixed}`)
      continue
    }
    say?.(`running ${name} with the code as it is now`)
    const coverage = runner === 'node' ? path.join(path.dirname(after.root), `coverage-${judged.length}`) : undefined
    const now = await runTest(fixed, after, end, options, refused, coverage)
    if (now === null) {
      unknown.push(TIME_IS_UP)
      break
    }
    if (now.privates) {
      unknown.push(`${name}: ${useText(now.privates)}`)
      continue
    }
    const verdict = now.verdict === 'noError' ? 'gone' : isSame(now.verdict) ? 'same' : 'other'
    const kept = reproduction.way === 'module' && verdict === 'gone' ? fixed : reproduction
    const run = coverage === undefined ? null : { root: after.root, coverage, copy: copyOf(fixed, after) }
    if (verdict === 'same' && edited.length > 0 && run !== null && !hasRun(edited, run)) {
      besideEdit ??= { ...NOTHING, reason: besideEditReason(edited, name), reproduction: kept }
      continue
    }
    const testFile = path.join(after.directory, fixed.files[0].name)
    const thrown = now.actual === null ? null : thrownBy(now.actual, after.root, copyOf(fixed, after), testFile)
    judged.push({ ...NOTHING, verdict, reproduction: kept, thrown })
    if (verdict === 'gone') break
  }
  const best =
    judged.find(({ verdict }) => verdict === 'gone') ??
    judged.find(({ verdict }) => verdict === 'other') ??
    judged[0] ??
    besideEdit ??
    { ...NOTHING, reason: [...new Set(unknown)].slice(0, 3).join('; ') || 'no function of the application was running' }
  return {
    ...best,
    stillFailsAlone: best.verdict === 'gone' && judged.length > 1,
    ...changesOf(before, after, edited),
    refused: [...refused]
  }
}

/**
 * @param {import('./sides').Side} side
 * @param {import('../types').Runner} runner
 * @returns {import('../types').Options}
 */
function testOptions ({ directory }, runner) {
  return { directory, runner, isModulePackage: isModulePackage(directory) }
}

/**
 * Writes a test into a copy of the project, runs it, and takes it away.
 * @param {Reproduction} reproduction
 * @param {import('./sides').Side} side
 * @param {number} end when the time is up, as performance.now() tells it
 * @param {Options} options
 * @param {Set<string>} refused gets what the test wanted to reach
 * @param {string} [coverage] directory into which V8 writes what was run
 * @returns {Promise<Awaited<ReturnType<typeof checkReproduction>>|null>} null if the time is up
 */
async function runTest (reproduction, { directory }, end, { runner, network }, refused, coverage) {
  const timeoutMs = Math.ceil(end - performance.now())
  if (timeoutMs <= 0) return null
  writeFiles(reproduction, { directory, mayOverwrite: true })
  const checked = await checkReproduction(reproduction, { directory, runner, timeoutMs, network, coverage })
  removeFiles(reproduction, directory)
  for (const target of checked.refused) refused.add(target)
  return checked
}

/**
 * @param {Reproduction} reproduction of the code that crashed
 * @param {Reproduction|undefined} fixed the same of the edited code
 * @param {import('./sides').Side} before
 * @param {import('./sides').EditedSide} after
 * @returns {Reproduction|string} what is to be run; or why nothing is
 */
function editedAs (reproduction, fixed, before, after) {
  const { dump, edits } = after
  const { frame, expected, throwsByStub, way } = reproduction
  const same = dump.callFrames.find(({ index }) => index === frame.index)
  const lost = same && edits.lost.get(same)
  if (lost !== undefined) return lost
  if (fixed === undefined) return 'the edited function cannot be called in this way any more'
  const file = same === undefined ? '' : fileOf(same.url)
  if (way !== 'module' && edits.transformed.includes(file)) {
    return 'its code was transformed as it was loaded, and the file cannot be compared with it'
  }
  if (throwsByStub && !fixed.throwsByStub) return 'the call that failed is not found in the edited code'
  return { ...fixed, expected: expectedAfter(expected, before, after) }
}

/**
 * @param {Reproduction} reproduction
 * @param {import('./sides').Side} side
 * @returns {{ file: string, copyOf: string, text: string }|null} the copy of the function's code; copyOf: the file
 *   that has it
 */
function copyOf ({ codeFile, files, frame }, { directory }) {
  if (codeFile === null) return null
  const text = files.find(({ name }) => name === codeFile)?.text ?? ''
  return { file: path.join(directory, codeFile), copyOf: fileOf(frame.url), text }
}

/**
 * @param {import('./edited-lines').EditedFile[]} edited
 * @param {string} name of the function
 */
function besideEditReason (edited, name) {
  const places = edited.slice(0, 3).map(({ file, lines }) => `${file}:${lines[0] + 1}`).join(', ')
  return `${name} still fails if it is called with the values of the crash, which does not run what was edited ` +
    `(${places}); run the program, or its tests`
}

module.exports = { judgeTest }
