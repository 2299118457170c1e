'use strict'

const path = require('node:path')
const { version } = require('../package.json')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { dumpDirectory, filledDirectory } = require('crash-collector-inspect/dumps/find-dump')
const { dumpsBelow, dumpsIn } = require('crash-collector-inspect/dumps/user-dumps')
const { SCHEMA_VERSION, TABLES } = require('../tables/schema')
const { cut, plain, plainJson, widthOf } = require('crash-collector-inspect/text/terminal-text')
const { UsageError } = require('crash-collector-inspect/cli/usage')

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const sql = {
  usage: 'crash-collector sql [question] [directory] [--from <directory>] [--csv] [--parquet <path>] [--json]',
  flags: [
    [
      'question',
      'a SELECT, or the name of a table (crashes, frames, variables, tasks, process) or of a usual question; without ' +
        'one, all names are listed'
    ],
    ['--from <directory>', 'a directory with directories of dumps, such as one for each machine'],
    ['--csv', 'print CSV'],
    ['--parquet <path>', 'write the answer to a new file; without a question all tables, to a new directory']
  ],
  options: { from: { type: 'string' }, csv: { type: 'boolean' }, parquet: { type: 'string' } },
  maxArguments: 2,
  async run ([question, given], flags, output) {
    if ([flags.json === true, flags.csv === true, flags.parquet !== undefined].filter(Boolean).length > 1) {
      throw new UsageError('--json, --csv and --parquet exclude each other')
    }
    if (flags.from !== undefined && (flags.dir ?? given) !== undefined) {
      throw new UsageError('--from and a directory exclude each other')
    }
    const directory = String(flags.from ?? given ?? (question === undefined ? dumpDirectory() : filledDirectory()))
    if (question?.trim() === '') throw new UsageError('the question is empty')
    const { VIEWS, ask, writeAnswer, writeTables } = require('../fleet')
    const source = sourceOf(output, flags.from !== undefined)
    if (typeof flags.parquet === 'string') {
      if (question === undefined) await writeTables(source, { directory, into: flags.parquet })
      else await writeAnswer(source, { directory, sql: question, file: flags.parquet })
    } else if (question === undefined) {
      printUsual(VIEWS, flags, output)
    } else {
      const format = flags.json === true ? 'json' : flags.csv === true ? 'csv' : 'table'
      await ask(source, { directory, sql: question, format })
    }
    return 0
  }
}

/**
 * @param {import('crash-collector-inspect/cli/types').Output} output
 * @param {boolean} isDeep the dumps of the directories inside are asked, too
 * @returns what the package needs of this one
 */
function sourceOf ({ write, writeError, say, isTerminal, columns }, isDeep) {
  return {
    version,
    schemaVersion: SCHEMA_VERSION,
    tables: TABLES,
    readRows: require.resolve('../tables/read-rows'),
    isDeep,
    dumpsIn: (/** @type {string} */ directory) => {
      const files = isDeep ? dumpsBelow(directory) : dumpsIn(directory)
      return files.map(file => ({ ...file, name: path.relative(directory, file.path) }))
    },
    write,
    note: (/** @type {string} */ text) => writeError(`crash-collector: ${plain(text)}\n`),
    progress: (/** @type {number} */ done, /** @type {number} */ all) =>
      say?.(`the index has ${done} of ${all} new dumps; the next question reads only later ones`),
    error: (/** @type {string} */ code, /** @type {string} */ message, /** @type {string | undefined} */ hint) =>
      new CrashCollectorError(code, message, { hint }),
    plain,
    cut,
    widthOf,
    plainJson,
    isTerminal,
    columns
  }
}

/**
 * @param {readonly { name: string, text: string }[]} views
 * @param {import('crash-collector-inspect/cli/types').Flags} flags
 * @param {import('crash-collector-inspect/cli/types').Output} output
 */
function printUsual (views, flags, { write }) {
  if (flags.json === true) {
    write(plainJson(JSON.stringify(views.map(({ name, text }) => ({ name, text })), null, 2)) + '\n')
    return
  }
  write('The usual questions, such as `npx crash-collector sql groups`:\n\n')
  for (const { name, text } of views) write(`  ${name.padEnd(14)}${text}\n`)
  write('\nThe tables:\n\n')
  for (const [table, columns] of Object.entries(TABLES)) {
    write(`  ${table.padEnd(11)}${Object.keys(columns).join(', ')}\n`)
  }
}

module.exports = { sql }
