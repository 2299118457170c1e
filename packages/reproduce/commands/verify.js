'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { displayPlace } = require('crash-collector-inspect/source/location')
const { cut, jsonText, plain, wrap } = require('crash-collector-inspect/text/terminal-text')
const { pathText } = require('crash-collector-inspect/text/path-text')
const { UsageError, wholeNumber } = require('crash-collector-inspect/cli/usage')
const { projectRoot } = require('crash-collector-shared/config/project-directory')
const { isWithin } = require('crash-collector-shared/path-within')
const { writeFiles } = require('../files')
const { FLAGS, OPTIONS, offlineText, runnerOf } = require('./test-options')

/** @typedef {import('../verify/verification').Verification} Verification */

const TIMEOUT_MS = 60_000
const MAX_FILES = 12
/**
 * 1 is an error of ours, and 2 a wrong usage, as of all commands.
 * @type {Record<import('../verify/verification').Judgement, number>}
 */
const EXIT_CODES = { gone: 0, unknown: 3, same: 4, other: 5 }

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const verify = {
  usage:
    'crash-collector verify [dump] [--project <dir>] [--patch <file>] [--run <command>] [--runner <name>] ' +
    '[--out <dir>] [--force] [--timeout <ms>] [--network] [--json]',
  flags: [
    ['--project <dir>', 'the edited project (the one of the current directory)'],
    ['--patch <file>', 'a unified diff: judge the project with it; the project itself stays as it is'],
    ['--run <command>', 'a command of the shell that crashes as the process did, such as "npm test": it judges'],
    FLAGS.runner,
    ['--out <dir>', 'a directory of the project, which gets the test'],
    FLAGS.force,
    ['--timeout <ms>', `how long all tests may take, and all runs of the command (${TIMEOUT_MS})`],
    FLAGS.network
  ],
  options: { ...OPTIONS, project: { type: 'string' }, patch: { type: 'string' }, run: { type: 'string' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    const { patch, run } = flags
    const runner = runnerOf(flags)
    const timeoutMs = wholeNumber(flags, 'timeout', { what: 'milliseconds' }) ?? TIMEOUT_MS
    const given = path.resolve(String(flags.project ?? projectRoot(process.cwd())))
    if (!fs.statSync(given, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`${plain(given)} is not a directory`)
    }
    if (typeof patch === 'string' && fs.statSync(patch, { throwIfNoEntry: false })?.isDirectory() !== false) {
      throw new UsageError(`there is no file ${plain(patch)}`)
    }
    if (run !== undefined && String(run).trim() === '') throw new UsageError('--run takes a command')
    const project = fs.realpathSync(given)
    const out = path.resolve(String(flags.out ?? project))
    if (out !== project && !isWithin(project, out)) throw new UsageError('--out takes a directory of the project')
    const result = await require('../verify').verify(findDump(name, output), {
      project,
      ...(patch !== undefined && { patch: String(patch) }),
      ...(run !== undefined && { run: String(run) }),
      wantsTest: flags.out !== undefined,
      out: path.relative(project, out),
      runner,
      timeoutMs,
      network: flags.network === true,
      say: output.say
    })
    const print = (/** @type {string[]} */ lines) => output.write(lines.map(line => `${line}\n`).join(''))
    // Whoever can't write the test has its answer all the same.
    const lines = textOf(result, patch === undefined)
    if (flags.json !== true) print(lines.flatMap(line => wrap(line, output.columns, '  ')))
    const files = flags.out === undefined ? [] : keep(result, out, flags.force === true)
    if (flags.json === true) output.write(jsonText(toJson(result, files)))
    else print(files.map(file => pathText(file)))
    return EXIT_CODES[result.verdict]
  }
}

/**
 * @param {Verification} result
 * @param {string} directory
 * @param {boolean} mayOverwrite
 * @returns {string[]} paths of the test
 */
function keep ({ reproduction }, directory, mayOverwrite) {
  if (reproduction === null) return []
  writeFiles(reproduction, { directory, mayOverwrite })
  return reproduction.files.map(file => path.join(directory, file.name))
}

/**
 * @param {Verification} result
 * @param {boolean} isInPlace the project was judged as it is
 * @returns {string[]} lines
 */
function textOf (result, isInPlace) {
  const { verdict, reason, command, undecided, reproduction, thrown, how, changed, changedSinceCommit } = result
  const lines = []
  const ran = command === null ? null : `\`${plain(command)}\``
  const called = ran ?? (reproduction === null ? 'the code' : calledText(reproduction))
  const end = how === null ? 'it did not come to its end' : how
  const error = thrown === null ? end : thrownText(thrown)
  switch (verdict) {
    case 'gone':
      lines.push(`gone: ${called} failed as the process did, and does not fail now`)
      if (result.stillFailsAlone) lines.push('what it calls still fails if it is called with the values of the crash')
      break
    case 'same':
      lines.push(`same: ${called} still fails as the process did: ${error}`)
      break
    case 'other':
      lines.push(`other: ${called} fails otherwise now: ${error}`)
      break
    case 'unknown':
      lines.push(`unknown: ${ran === null ? '' : `${ran}: `}${plain(String(reason))}`)
  }
  if (undecided !== null) lines.push(`the command was not judged: ${plain(undecided)}`)
  if (reproduction?.throwsByStub) lines.push('a stand-in for what was called threw the error of the crash')
  const by = isInPlace ? '' : 'by the patch, or '
  if (changed.length > 0) lines.push(`changed ${by}since the crash: ${fileNames(changed)}`)
  if (changedSinceCommit.length > 0) lines.push(`changed ${by}since its commit: ${fileNames(changedSinceCommit)}`)
  if (isInPlace && changed.length + changedSinceCommit.length === 0) {
    lines.push('no file that the dump has was changed since the crash')
  }
  if (result.refused.length > 0) lines.push(offlineText(result.refused))
  return lines
}

/** @param {string[]} files */
function fileNames (files) {
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : ''
  return files.slice(0, MAX_FILES).map(plain).join(', ') + more
}

/** @param {import('../types').Reproduction} reproduction */
function calledText ({ functionName, way }) {
  const name = plain(functionName) || '(anonymous)'
  return way === 'file' ? `loading ${name}` : way === 'module' ? name : `${name} (a copy of its code)`
}

/** @param {import('../verify/verification').Thrown} thrown */
function thrownText ({ className, message, file, line }) {
  const place = file === null ? '' : ` at ${displayPlace({ url: file, lineNumber: (line ?? 1) - 1, columnNumber: 0 })}`
  return cut(plain(`${className}: ${message}`), 200) + place.replace(/:\d+$/, '')
}

/**
 * @param {Verification} result
 * @param {string[]} files
 */
function toJson (result, files) {
  const { verdict, reason, command, undecided, reproduction, thrown, how, stillFailsAlone, refused } = result
  return {
    verdict,
    reason,
    command,
    undecided,
    function: reproduction?.functionName ?? null,
    way: reproduction?.way ?? null,
    thrown,
    how,
    changed: [...result.changed, ...result.changedSinceCommit],
    stillFailsAlone,
    throwsByStub: reproduction?.throwsByStub ?? false,
    refused,
    files,
    notCarried: reproduction?.notes ?? []
  }
}

module.exports = { verify }
