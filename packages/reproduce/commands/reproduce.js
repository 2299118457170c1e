'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { cut, jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { pathText } = require('crash-collector-inspect/text/path-text')
const { UsageError, wholeNumber } = require('crash-collector-inspect/cli/usage')
const { isSame } = require('../check/expected')
const { useText } = require('../check/private-uses')
const { isModulePackage, removeFiles, writeFiles } = require('../files')
const { FLAGS, OPTIONS, offlineText, runnerOf } = require('./test-options')

/** @typedef {import('../types').Reproduction} Reproduction */
/** @typedef {import('../check/expected').Verdict} Verdict */

/** The command itself takes up to a second more on a busy machine; a person waits 15 seconds at most. */
const TIMEOUT_MS = 13_000
const MAX_CHECKED = 12
const MAX_NOTES = 12

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const reproduce = {
  usage:
    'crash-collector reproduce [dump] [--check] [--runner <name>] [--out <dir>] [--force] [--timeout <ms>] ' +
    '[--network] [--json]',
  flags: [
    FLAGS.runner,
    ['--out <dir>', 'where the test is written (the current directory)'],
    ['--check', "run the test, which runs the dump's code, and say if it fails with the same error at the same line"],
    ['--timeout <ms>', `how long --check may take, in all (${TIMEOUT_MS})`],
    FLAGS.network,
    FLAGS.force
  ],
  options: { ...OPTIONS, check: { type: 'boolean' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    const { out = '.' } = flags
    const runner = runnerOf(flags)
    const timeoutMs = wholeNumber(flags, 'timeout', { what: 'milliseconds' }) ?? TIMEOUT_MS
    const directory = path.resolve(String(out))
    if (fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new UsageError(`${plain(String(out))} is not a directory`)
    }
    const dump = await openDump(findDump(name, output))
    const { reproductionsOf } = require('..')
    const options = { directory, runner, isModulePackage: isModulePackage(directory) }
    if (dump.exception === null) throw cannot('no error was thrown, so there is nothing to reproduce')
    output.say?.('writing a test')
    const { reproductions, reasons } = reproductionsOf(dump, options)
    if (reproductions.length === 0) throw cannot(whyNone(dump, reasons))
    const [mayOverwrite, network] = [flags.force === true, flags.network === true]
    const settings = { ...options, timeoutMs, mayOverwrite, network }
    const result =
      flags.check === true
        ? await firstThatFails(reproductions, settings, output)
        : { reproduction: reproductions[0], verdict: null, actual: null, refused: [] }
    if (flags.check !== true) writeFiles(result.reproduction, settings)
    if (flags.json === true) output.write(jsonText(toJson(result, directory)))
    else print(result, directory, output)
    return result.verdict === null || isSame(result.verdict) ? 0 : 1
  }
}

/** @param {string} message */
function cannot (message) {
  return new CrashCollectorError('NO_REPRODUCTION', message)
}

/**
 * @param {import('crash-collector-inspect/reader').Dump} dump
 * @param {{ place: string, reason: string }[]} reasons
 */
function whyNone (dump, reasons) {
  if (reasons.length > 0) {
    return `no function can be called alone: ${reasons.map(({ place, reason }) => `${place}: ${reason}`).join('; ')}`
  }
  return dump.callFrames.length === 0
    ? 'the dump has no frames of this error'
    : 'no function of the application was running'
}

/** @typedef {import('../types').Runner} Runner */
/**
 * @typedef {{ directory: string, runner: Runner, timeoutMs: number, mayOverwrite: boolean, network: boolean }} Settings
 */
/**
 * @typedef {Omit<import('../check').Checked, 'verdict'> & { reproduction: Reproduction, verdict: Verdict|null }} Result
 */

/**
 * Runs the tests one after the other until one fails as the process did. Its files stay; else those of the first, or
 * of the first that may have failed so.
 * @param {Reproduction[]} reproductions
 * @param {Settings} settings
 * @param {import('crash-collector-inspect/cli/types').Output} output
 * @returns {Promise<Result>}
 */
async function firstThatFails (reproductions, settings, { say }) {
  const { checkReproduction } = require('../check')
  /** @type {Result|null} */
  let first = null
  const end = performance.now() + settings.timeoutMs
  for (const reproduction of reproductions.slice(0, MAX_CHECKED)) {
    const timeoutMs = Math.ceil(end - performance.now())
    if (timeoutMs <= 0) break
    writeFiles(reproduction, settings)
    const tell = (waitsFor = '') => {
      const left = Math.ceil((end - performance.now()) / 1000)
      say?.(`running ${plain(reproduction.files[0].name)}, ${left} s at most${waitingFor(waitsFor, 'waits')}`)
    }
    tell()
    const checked = await checkReproduction(reproduction, { ...settings, timeoutMs, onWait: tell })
    const result = { reproduction, ...checked }
    if (isSame(result.verdict)) return result
    // It failed as the process did, as far as can be seen.
    if (first === null || (result.verdict === 'notProven' && first.verdict !== 'notProven')) first = result
    removeFiles(reproduction, settings.directory)
  }
  writeFiles(/** @type {Result} */ (first).reproduction, settings)
  return /** @type {Result} */ (first)
}

/**
 * @param {string} service empty if none is known
 * @param {string} verb
 */
function waitingFor (service, verb) {
  return service === '' ? '' : `; it ${verb} for ${plain(service)}`
}

/**
 * @param {Result} result
 * @param {string} directory
 * @param {import('crash-collector-inspect/cli/types').Output} output
 */
function print (result, directory, { write }) {
  const { reproduction, verdict, refused, waitedFor = '' } = result
  const { files, notes, throwsByStub } = reproduction
  for (const { name } of files) write(`${pathText(path.join(directory, name))}\n`)
  const notRun = "not run: --check runs it, and with it the dump's code"
  write(`${verdict === null ? notRun : verdictText(verdict, result)}${waitingFor(waitedFor, 'waited')}\n`)
  if (refused.length > 0) write(`${offlineText(refused)}\n`)
  if (throwsByStub) write('a stand-in for what the function called throws the error of the crash\n')
  if (notes.length > 0) write('not as it was:\n')
  for (const note of notes.slice(0, MAX_NOTES)) write(`  ${plain(note)}\n`)
  if (notes.length > MAX_NOTES) write(`  and ${notes.length - MAX_NOTES} more\n`)
}

/**
 * @param {Verdict} verdict
 * @param {Result} result
 */
function verdictText (verdict, { actual, privates }) {
  const thrown = actual === null ? '' : cut(plain(`${actual.className} ${actual.message}`.trim()), 200)
  switch (verdict) {
    case 'reproduced':
      return 'reproduced: the test fails with the same error at the same line'
    case 'sameValue':
      return 'reproduced: the test fails with the same value, which is not an error and has no line'
    case 'sameError':
      return 'reproduced: the test fails with the same error, whose stack has no line of the application in either'
    case 'notProven':
      return `not proven: the same error, but ${privateText(privates)}`
    case 'noError':
      return 'not reproduced: the test passes'
    case 'noEnd':
      return 'not reproduced: the test did not come to its end'
    case 'notLoaded':
      return `not reproduced: the test cannot be loaded: ${thrown}`
    case 'otherLine':
      return `not reproduced: the same error, at another line: ${thrown}`
    case 'otherError':
      return `not reproduced: another error: ${thrown}`
  }
}

/** @param {Result['privates']} privates */
function privateText (privates) {
  return privates ? plain(useText(privates)) : ''
}

/**
 * @param {Result} result
 * @param {string} directory
 */
function toJson ({ reproduction, verdict, actual, refused, waitedFor = '', privates }, directory) {
  const { way, functionName, files, notes, throwsByStub } = reproduction
  return {
    files: files.map(({ name }) => path.join(directory, name)),
    function: functionName,
    way,
    checked: verdict !== null,
    reproduced: verdict === null ? null : isSame(verdict),
    verdict,
    ...(verdict === 'notProven' && { reason: privateText(privates) }),
    thrown: actual === null ? null : { className: actual.className, message: actual.message },
    refused,
    ...(waitedFor !== '' && { waitedFor }),
    throwsByStub,
    notCarried: notes
  }
}

module.exports = { reproduce }
