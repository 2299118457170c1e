'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { displayPlace } = require('crash-collector-inspect/source/location')
const { cut, jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { UsageError, wholeNumber } = require('crash-collector-inspect/cli/usage')
const { projectRoot } = require('crash-collector-shared/config/project-directory')
const { RUNNERS, writeFiles } = require('../files')
const { isWithin } = require('../verify/project-copy')

/** @typedef {import('../verify').Verification} Verification */

const TIMEOUT_MS = 60_000
/** Neither 1, which says that the crash is still there, nor 0. */
const UNKNOWN = 3

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const verify = {
  usage:
    'crash-collector verify [dump] [--project <dir>] [--patch <file>] [--runner <name>] [--out <dir>] [--force] ' +
    '[--timeout <ms>] [--network] [--json]',
  flags: [
    ['--project <dir>', 'the edited project (the one of the current directory)'],
    ['--patch <file>', 'a unified diff: judge the project with it; the project itself stays as it is'],
    ['--runner <name>', 'node:test (the default), vitest, jest or mocha'],
    ['--out <dir>', 'write the test that failed with the code that crashed there, a directory of the project'],
    ['--force', 'overwrite files'],
    ['--timeout <ms>', `how long it may take, in all (${TIMEOUT_MS})`],
    ['--network', 'let the test reach the network and services of this machine; by default it is offline']
  ],
  options: {
    project: { type: 'string' },
    patch: { type: 'string' },
    runner: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean' },
    timeout: { type: 'string' },
    network: { type: 'boolean' }
  },
  maxArguments: 1,
  async run ([name], flags, output) {
    const { runner = 'node:test', patch } = flags
    if (!Object.hasOwn(RUNNERS, String(runner))) throw new UsageError('--runner takes node:test, vitest, jest or mocha')
    const timeoutMs = wholeNumber(flags, 'timeout', { what: 'milliseconds' }) ?? TIMEOUT_MS
    const given = path.resolve(String(flags.project ?? projectRoot(process.cwd())))
    if (!fs.statSync(given, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`${plain(given)} is no directory`)
    }
    if (typeof patch === 'string' && !fs.existsSync(patch)) throw new UsageError(`there is no ${plain(patch)}`)
    const project = fs.realpathSync(given)
    const out = path.resolve(String(flags.out ?? project))
    if (out !== project && !isWithin(project, out)) throw new UsageError('--out takes a directory of the project')
    const result = await require('../verify').verify(findDump(name), {
      project,
      ...(patch !== undefined && { patch: String(patch) }),
      out: path.relative(project, out),
      runner: RUNNERS[String(runner)],
      timeoutMs,
      network: flags.network === true,
      say: output.say
    })
    const files = flags.out === undefined ? [] : keep(result, out, flags.force === true)
    if (flags.json === true) output.write(jsonText(toJson(result, files)))
    else output.write(textOf(result, files, patch === undefined).map(line => `${line}\n`).join(''))
    return result.verdict === 'gone' ? 0 : result.verdict === 'unknown' ? UNKNOWN : 1
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
 * @param {string[]} files that were written
 * @param {boolean} isInPlace the project was judged as it is
 * @returns {string[]} lines
 */
function textOf ({ verdict, reason, reproduction, thrown, changed, stillFailsAlone, refused }, files, isInPlace) {
  const lines = []
  const called = reproduction === null ? 'the code' : calledText(reproduction)
  const error = thrown === null ? 'it did not come to its end' : thrownText(thrown)
  switch (verdict) {
    case 'gone':
      lines.push(`gone: ${called} failed as the process did, and does not fail now`)
      if (stillFailsAlone) lines.push('what it calls still fails if it is called with the values of the crash')
      break
    case 'same':
      lines.push(`same: ${called} still fails as the process did: ${error}`)
      break
    case 'other':
      lines.push(`other: ${called} fails otherwise now: ${error}`)
      break
    case 'unknown':
      lines.push(`unknown: ${plain(String(reason))}`)
  }
  if (reproduction?.throwsByStub) lines.push('a stand-in for what was called threw the error of the crash')
  const since = isInPlace ? 'since the crash' : 'by the patch, or since the crash'
  if (changed.length > 0) lines.push(`changed ${since}: ${changed.map(plain).join(', ')}`)
  else if (isInPlace) lines.push('no file that the dump has was changed since the crash')
  if (refused.length > 0) {
    lines.push(`the test wanted to reach ${refused.map(plain).join(', ')}, and was kept offline: --network lets it`)
  }
  for (const file of files) lines.push(plain(path.relative('', file)))
  return lines
}

/** @param {import('../types').Reproduction} reproduction */
function calledText ({ functionName, way }) {
  const name = plain(functionName) || '(anonymous)'
  return way === 'file' ? `loading ${name}` : way === 'module' ? name : `${name} (a copy of its code)`
}

/** @param {import('../verify').Thrown} thrown */
function thrownText ({ className, message, file, line }) {
  const place = file === null ? '' : ` at ${displayPlace({ url: file, lineNumber: (line ?? 1) - 1, columnNumber: 0 })}`
  return cut(plain(`${className}: ${message}`), 200) + place.replace(/:\d+$/, '')
}

/**
 * @param {Verification} result
 * @param {string[]} files
 */
function toJson ({ verdict, reason, reproduction, thrown, changed, stillFailsAlone, refused }, files) {
  return {
    verdict,
    reason,
    function: reproduction?.functionName ?? null,
    way: reproduction?.way ?? null,
    thrown,
    changed,
    stillFailsAlone,
    throwsByStub: reproduction?.throwsByStub ?? false,
    refused,
    files,
    notCarried: reproduction?.notes ?? []
  }
}

module.exports = { verify }
