'use strict'
// Says whether an edit has taken a crash away: runs the reproduction with the code that crashed, where it must fail as
// the process did, and then with the code of the project as it is now. Both run in copies of the project.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { reproductionsOf } = require('..')
const { checkReproduction } = require('../check')
const { isSame, placeOf } = require('../check/expected')
const { isModulePackage, removeFiles, writeFiles } = require('../files')
const { restoreCommitted } = require('./committed')
const { editDump, projectScripts } = require('./edit-dump')
const { editedFiles, hasRun } = require('./edited-lines')
const { moveDump, rootOf } = require('./move-dump')
const { applyPatch } = require('./patch')
const { WORKSPACE, copyProject } = require('./project-copy')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { commitOf } = require('crash-collector-inspect/dumps/repository')
const { fileOf } = require('crash-collector-inspect/source/location')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('../types').Reproduction} Reproduction */
/** @typedef {import('../check/expected').Actual} Actual */

/** How many reproductions are run with the code that crashed. */
const MAX_CHECKED = 12
/** How many that failed as the process did are run with the edited code. */
const MAX_JUDGED = 5
const TIME_IS_UP = 'the time was up (--timeout gives more)'

/**
 * @typedef {object} Options
 * @property {string} project absolute path
 * @property {string} [patch] path of a unified diff; without it the project is as the user has edited it
 * @property {string} out directory of the test below the project, relative
 * @property {import('../types').Runner} runner
 * @property {number} timeoutMs in all
 * @property {boolean} network
 * @property {(doing: string) => void} [say]
 */

/** @typedef {{ className: string, message: string, file: string|null, line: number|null }} Thrown */

/**
 * gone: the test passes; same: it fails as before; other: it fails otherwise; unknown: nothing was judged
 * @typedef {'gone'|'same'|'other'|'unknown'} Judgement
 */

/**
 * @typedef {object} Verification
 * @property {Judgement} verdict
 * @property {string|null} reason why nothing was judged
 * @property {Reproduction|null} reproduction that was judged; its files are those of the test to keep
 * @property {Thrown|null} thrown by the edited code; file: relative to the project
 * @property {string[]} changed files of the project whose code is not what ran, relative
 * @property {string[]} changedSinceCommit files that the dump does not have whose code differs from the commit that the
 *   process ran, or is changed by the patch, relative
 * @property {boolean} stillFailsAlone gone, and a function further in still fails if it is called as it was
 * @property {string[]} refused what the tests wanted to reach
 */

/**
 * @param {string} file of a dump
 * @param {Options} options
 * @returns {Promise<Verification>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} PROJECT_TOO_BIG, PATCH_REFUSED, RUNNER_MISSING
 */
async function verify (file, options) {
  const dump = await openDump(file)
  if (dump.exception === null) return unjudged('no error was thrown')
  const from = rootOf(dump, options.project)
  if (from === null) return unjudged('the dump does not say in which directory the process ran')
  const workspace = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), WORKSPACE))
  try {
    const end = performance.now() + options.timeoutMs
    options.say?.('copying the project')
    const after = await editedProject(file, from, workspace, options)
    const syntaxError = syntaxErrorIn(after)
    if (syntaxError !== null) {
      return { ...NOTHING, verdict: 'other', thrown: syntaxError, changed: after.changed }
    }
    // The process may have run code that was not committed, so the project's other files are tried as they are, too.
    const commits = [...new Set([commitOf(dump), null])]
    /** @type {Verification|null} */
    let first = null
    for (const commit of commits) {
      const before = await crashedProject(file, from, path.join(workspace, String(commit)), commit, options)
      const result = await judge(before, after, end, options)
      if (result.reproduction !== null) return result
      first ??= result
    }
    return /** @type {Verification} */ (first)
  } finally {
    fs.rmSync(workspace, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** @type {Verification} */
const NOTHING = {
  verdict: 'unknown',
  reason: null,
  reproduction: null,
  thrown: null,
  changed: [],
  changedSinceCommit: [],
  stillFailsAlone: false,
  refused: []
}

/** @param {string} reason @returns {Verification} */
function unjudged (reason) {
  return { ...NOTHING, reason }
}

/**
 * @typedef {object} Side a copy of the project, and the dump as if it had crashed there
 * @property {string} root
 * @property {string} directory of the tests
 * @property {Dump} dump
 */

/**
 * @param {string} file
 * @param {string} from
 * @param {string} folder
 * @param {Options} options
 * @returns {Promise<Side>}
 */
async function sideOf (file, from, folder, { project, out }) {
  const root = path.join(folder, path.basename(project) || 'project')
  copyProject(project, root)
  const directory = path.join(root, out)
  fs.mkdirSync(directory, { recursive: true })
  const dump = await openDump(file)
  moveDump(dump, from, root)
  return { root, directory, dump }
}

/**
 * The project as it was when it crashed, as far as it is known.
 * @param {string} file
 * @param {string} from
 * @param {string} folder
 * @param {string|null} commit
 * @param {Options} options
 */
async function crashedProject (file, from, folder, commit, options) {
  const side = await sideOf(file, from, folder, options)
  if (commit !== null) await restoreCommitted(options.project, side.root, commit)
  for (const { file: code, source, isTransformed } of projectScripts(side.dump, side.root)) {
    if (isTransformed) continue
    fs.mkdirSync(path.dirname(code), { recursive: true })
    fs.writeFileSync(code, source)
  }
  return side
}

/**
 * @param {string} file
 * @param {string} from
 * @param {string} workspace
 * @param {Options} options
 */
async function editedProject (file, from, workspace, options) {
  const side = await sideOf(file, from, path.join(workspace, 'after'), options)
  if (options.patch !== undefined) applyPatch(side.root, options.patch)
  const edits = editDump(side.dump, side.root)
  return { ...side, edits, changed: edits.changed.map(each => path.relative(side.root, each)) }
}

/** @typedef {Awaited<ReturnType<typeof editedProject>>} EditedSide */

/**
 * @param {EditedSide} side
 * @returns {Thrown|null} of a file of the crash that can't be parsed any more
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

/**
 * @param {Side} before
 * @param {EditedSide} after
 * @param {number} end when the time is up, as performance.now() tells it
 * @param {Options} options
 * @returns {Promise<Verification>}
 */
async function judge (before, after, end, options) {
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
    const verdict = now.verdict === 'noError' ? 'gone' : isSame(now.verdict) ? 'same' : 'other'
    const kept = reproduction.way === 'module' && verdict === 'gone' ? fixed : reproduction
    const run = coverage === undefined ? null : { root: after.root, coverage, copy: copyOf(fixed, after) }
    if (verdict === 'same' && edited.length > 0 && run !== null && !hasRun(edited, run)) {
      besideEdit ??= { ...unjudged(besideEditReason(edited, name)), reproduction: kept }
      continue
    }
    const thrown = now.actual === null ? null : thrownBy(now.actual, fixed, after)
    judged.push({ ...NOTHING, verdict, reproduction: kept, thrown })
    if (verdict === 'gone') break
  }
  const best =
    judged.find(({ verdict }) => verdict === 'gone') ??
    judged.find(({ verdict }) => verdict === 'other') ??
    judged[0] ??
    besideEdit ??
    unjudged([...new Set(unknown)].slice(0, 3).join('; ') || 'no function of the application was running')
  const inDump = new Set(projectScripts(before.dump, before.root).map(({ file }) => path.relative(before.root, file)))
  return {
    ...best,
    stillFailsAlone: best.verdict === 'gone' && judged.length > 1,
    changed: after.changed,
    changedSinceCommit: edited.map(({ file }) => file).filter(file => !inDump.has(file)),
    refused: [...refused]
  }
}

/**
 * @param {Side} side
 * @param {import('../types').Runner} runner
 * @returns {import('../types').Options}
 */
function testOptions ({ directory }, runner) {
  return { directory, runner, isModulePackage: isModulePackage(directory) }
}

/**
 * Writes a test into a copy of the project, runs it, and takes it away.
 * @param {Reproduction} reproduction
 * @param {Side} side
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
 * @param {Side} before
 * @param {EditedSide} after
 * @returns {Reproduction|string} what is to be run; or why nothing is
 */
function editedAs (reproduction, fixed, before, { root, dump, edits }) {
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
  const old = path.join(root, path.relative(before.root, expected.file))
  const lines = expected.lines.flatMap(line => edits.linesFor(old, line))
  return { ...fixed, expected: { ...expected, file: old, lines } }
}

/**
 * @param {Reproduction} reproduction
 * @param {Side} side
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

/**
 * @param {Actual} actual
 * @param {Reproduction} reproduction
 * @param {Side} side
 * @returns {Thrown}
 */
function thrownBy (actual, reproduction, side) {
  const { files } = reproduction
  const { root, directory } = side
  const place = placeOf(actual, path.join(directory, files[0].name))
  const copy = copyOf(reproduction, side)
  const file = place === undefined ? null : path.relative(root, place.file === copy?.file ? copy.copyOf : place.file)
  return { className: actual.className, message: actual.message, file, line: place?.line ?? null }
}

module.exports = { verify }
