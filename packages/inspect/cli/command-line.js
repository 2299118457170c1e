'use strict'
// Runs the command that the command line names, and prints help and errors.

const { parseArgs } = require('node:util')
const { closest, distance } = require('fastest-levenshtein')
const { bringStored, isStoreAddress } = require('./stored-dumps')
const { packagedCommand } = require('./packaged-commands')
const { commandHelp, help, takesDirectory, takesOut } = require('./help')
const { intoFile } = require('./into-file')
const { withProgress } = require('./progress')
const { plain } = require('../text/terminal-text')
const { UsageError, isUsageError } = require('./usage')

/** @typedef {import('./types').Command} Command */
/** @typedef {import('./types').Flags} Flags */
/** @typedef {import('./types').Output} Output */

/**
 * Each command is loaded when it is called, so that `list` does not wait for modules of `eval`.
 * @type {Record<string, () => Command>}
 */
const COMMANDS = {
  run: () => require('./commands/run').run,
  list: () => require('./commands/list').list,
  show: () => require('./commands/show').show,
  open: () => require('./commands/open').open,
  eval: () => require('./commands/eval').evalCommand,
  search: () => require('./commands/search').search,
  tasks: () => require('./commands/tasks').tasks,
  common: () => packagedCommand('common'),
  diff: () => require('./commands/diff').diff,
  path: () => require('./commands/path').pathCommand,
  repl: () => require('./commands/repl').repl,
  reproduce: () => packagedCommand('reproduce'),
  verify: () => packagedCommand('verify'),
  scrub: () => packagedCommand('scrub'),
  sql: () => packagedCommand('sql'),
  report: () => packagedCommand('report'),
  upload: () => packagedCommand('upload'),
  prune: () => require('./commands/prune').prune,
  capture: () => require('./commands/capture').capture,
  mcp: () => require('./commands/mcp').mcpOf(runCommand),
  doctor: () => require('./commands/doctor').doctor,
  init: () => require('./commands/init').init,
  where: () => require('./commands/where').where,
  completion: () => require('./commands/completion').completionOf(COMMANDS)
}

/**
 * @param {string[]} argv
 * @param {Output} output
 * @returns {Promise<number>} the exit code: 0; 1 if the dump or the machine is at fault; 2 for wrong usage
 */
async function runCommand (argv, output) {
  const [name, ...rest] = argv
  try {
    if (name === 'help' && rest.length > 0) return await runCommand([rest[0], '--help'], output)
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      output.write(help(output.columns))
      return name === undefined ? 2 : 0
    }
    if (name === '--version' || name === '-v') {
      output.write(`${require('../package.json').version}\n`)
      return 0
    }
    if (!Object.hasOwn(COMMANDS, name)) {
      throw new UsageError(`there is no command ${plain(name)}${meant(name, Object.keys(COMMANDS))}`)
    }
    const command = COMMANDS[name]()
    const isMissing = command.isMissing === true && !rest.includes('--help') && !rest.includes('-h')
    const { values, positionals } = isMissing ? { values: {}, positionals: [] } : parseCommand(command, rest)
    if (values.help === true) {
      output.write(commandHelp(command, output.columns))
      return 0
    }
    if (positionals.length > command.maxArguments) {
      throw new UsageError(`too many arguments: ${plain(positionals.slice(command.maxArguments).join(' '))}`)
    }
    const isDirectoryGiven = command.usage.includes('[directory]') && positionals.length === command.maxArguments
    if (values.dir !== undefined && isDirectoryGiven) {
      throw new UsageError('--dir and a directory exclude each other')
    }
    if (command.passesWords !== true) await bringAll(positionals, values, output)
    const isToFile = typeof values.out === 'string' && command.options?.out === undefined
    const run = (/** @type {Output} */ to) => withProgress(to, each => command.run(positionals, values, each))
    const runInto = () => (isToFile ? intoFile(String(values.out), output, run) : run(output))
    return await (typeof values.dir === 'string' ? inDirectory(values.dir, runInto) : runInto())
  } catch (error) {
    if (isUsageError(error)) {
      const usage = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]().usage : 'crash-collector --help'
      output.writeError(`crash-collector: ${error.message}; usage: npx ${usage}\n`)
      return 2
    }
    if (isOurs(error)) {
      output.writeError(
        `crash-collector: ${plain(error.message)}${error.hint === undefined ? '' : ` (${plain(error.hint)})`}\n`
      )
      return 1
    }
    // The text exceeds V8's string length, or the nesting exceeds the stack: the dump is sound, but too large for this
    // command.
    if (error instanceof RangeError && /stack size|(?:string|array) length|maximum size/.test(error.message)) {
      output.writeError(
        'crash-collector: the dump is too big or nested too deeply for this: ' +
          `${plain(error.message)} (eval, search and open look at a part; zcat and jq read its records one by one)\n`
      )
      return 1
    }
    throw error
  }
}

/**
 * Replaces addresses of stored dumps by the paths of their copies.
 * @param {string[]} positionals
 * @param {Flags} values
 * @param {Output} output
 */
async function bringAll (positionals, values, output) {
  for (const [i, word] of positionals.entries()) positionals[i] = await bringStored(word, output)
  for (const name of ['from', 'dir']) {
    if (isStoreAddress(values[name])) values[name] = await bringStored(String(values[name]), output)
  }
}

/**
 * @template T
 * @param {string} directory in which the dumps are
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
async function inDirectory (directory, run) {
  const before = process.env.CRASH_COLLECTOR_DIR
  process.env.CRASH_COLLECTOR_DIR = directory
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env.CRASH_COLLECTOR_DIR
    else process.env.CRASH_COLLECTOR_DIR = before
  }
}

/**
 * A command of another package may have a copy of this package of its own, with a class of its own.
 * @param {unknown} error
 * @returns {error is import('crash-collector-shared/errors').CrashCollectorError}
 */
function isOurs (error) {
  return error instanceof Error && error.name === 'CrashCollectorError'
}

/**
 * @param {string} name that none of the others is
 * @param {string[]} names
 * @returns {string} the one that was probably meant, as the end of a sentence
 */
function meant (name, names) {
  const nearest = closest(name, names)
  return distance(name, nearest) <= Math.ceil(nearest.length / 3) ? `; did you mean ${nearest}?` : ''
}

/**
 * @param {Command} command
 * @param {string[]} args
 * @returns {{ values: Flags, positionals: string[] }}
 */
function parseCommand (command, args) {
  // The words of the program that is run are its own, whatever they look like.
  const first = command.passesWords === true ? args.findIndex(word => word === '--' || !word.startsWith('-')) : -1
  if (first !== -1 && args[first] !== '--') args = [...args.slice(0, first), '--', ...args.slice(first)]
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        ...(takesDirectory(command) && { dir: { type: 'string' } }),
        ...(takesOut(command) && { out: { type: 'string' } }),
        ...command.options,
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' }
      },
      allowPositionals: true
    })
    return { values: /** @type {Flags} */ (values), positionals }
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('. ', 1)[0] : String(error)
    const [, unknown] = /^Unknown option '(--[\w-]+)/.exec(problem) ?? []
    const known = [...Object.keys(command.options ?? {}), 'json', 'help', 'dir', 'out'].map(option => `--${option}`)
    throw new UsageError(plain(problem) + (unknown === undefined ? '' : meant(unknown, known)))
  }
}

module.exports = { runCommand }
