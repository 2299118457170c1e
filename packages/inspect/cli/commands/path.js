'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { listDumps } = require('crash-collector-shared/dump/store')
const { filledDirectory, findDump } = require('../../dumps/find-dump')
const { openDump } = require('../../dumps/open-dump')
const { createPaint } = require('../../text/colours')
const { jsonText } = require('../../text/terminal-text')
const { UsageError } = require('../usage')
const { countDumps } = require('../progress')
const { unreadLine } = require('../unread-dump')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../types').Output} Output */

const HINT = {
  hint:
    'a dump has one if CRASH_COLLECTOR_EXECUTION_PATH is `request` and the error came from a request, a job or a ' +
    'test of mocha'
}

/** @type {Record<string, (dumps: Dump[]) => string>} */
const FORMATS = {
  v8: dumps => jsonText({ result: coverage().v8Coverage(scriptsOf(dumps)) }),
  istanbul: dumps => jsonText(coverage().istanbulCoverage(scriptsOf(dumps))),
  lcov: dumps => coverage().lcov(scriptsOf(dumps))
}

/** @type {import('../types').Command} */
const pathCommand = {
  usage: 'crash-collector path [dump|directory] [--union] [--format <name>] [--json]',
  summary: 'Show what the failing request ran, or what the requests of all dumps of a directory ran together.',
  flags: [
    ['--union', 'for a directory: which files, functions and packages any request ran, and which none did'],
    ['--format <name>', 'as coverage, for other tools: v8, istanbul or lcov']
  ],
  options: { union: { type: 'boolean' }, format: { type: 'string' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    const { format, union, json } = flags
    if (format !== undefined && !Object.hasOwn(FORMATS, String(format))) {
      throw new UsageError(`--format takes ${Object.keys(FORMATS).join(', ')}`)
    }
    if (format === 'lcov' && json === true) throw new UsageError('lcov is not JSON')
    if (union !== true && name !== undefined && fs.statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`${name} is a directory, which --union takes`)
    }
    const dumps = union === true
      ? await dumpsOf(name ?? filledDirectory(), output)
      : [await openDump(findDump(name, output))]
    const withPath = dumps.filter(({ executionPath }) => executionPath !== null)
    if (withPath.length === 0) throw new CrashCollectorError('NO_EXECUTION_PATH', 'there is no execution path', HINT)
    if (format !== undefined) output.write(FORMATS[String(format)](withPath))
    else if (union === true) writeUnion(withPath, json === true, output)
    else writePath(withPath[0], json === true, output)
    return 0
  }
}

/**
 * @param {string} directory
 * @param {Output} output is told which dumps can't be read
 * @returns {Promise<Dump[]>} the newest first
 */
async function dumpsOf (directory, output) {
  const dumps = []
  const files = listDumps(directory)
  const count = countDumps(output, files.length)
  for (const { path: file } of files) {
    try {
      dumps.push(await openDump(file))
      count()
    } catch (error) {
      // A damaged dump must not hide the others.
      if (!(error instanceof CrashCollectorError)) throw error
      output.writeError(`${unreadLine('', file, error, output)}\n`)
    }
  }
  return dumps
}

/** @param {Dump[]} dumps @param {boolean} json @param {Output} output */
function writeUnion (dumps, json, { write, columns, isTerminal }) {
  const union = require('../../execution-path/union').unionOfPaths(dumps, dependenciesHere())
  if (json) write(jsonText(union))
  else {
    const { unionText } = require('../../execution-path/union-text')
    write(unionText(union, { columns: Math.min(columns, 100), paint: createPaint(isTerminal) }))
  }
}

/** @returns {string[]} the dependencies of the application in whose directory the command runs */
function dependenciesHere () {
  try {
    return Object.keys(JSON.parse(fs.readFileSync(path.resolve('package.json'), 'utf8')).dependencies ?? {})
  } catch {
    return []
  }
}

/** @param {Dump} dump @param {boolean} json @param {Output} output */
function writePath (dump, json, { write, columns, isTerminal }) {
  const { describePath } = require('../../execution-path/describe-path')
  const { renderPath } = require('../../execution-path/path')
  if (json) write(jsonText(dump.derived(describePath)))
  else {
    const view = { dump, columns: Math.min(columns, 100), paint: createPaint(isTerminal) }
    write(renderPath(view).join('\n') + '\n')
  }
}

function coverage () {
  return require('../../execution-path/coverage')
}

/** @param {Dump[]} dumps */
function scriptsOf (dumps) {
  return require('../../execution-path/covered-scripts').coveredScripts(dumps).scripts
}

module.exports = { pathCommand }
