'use strict'
// Words of the command line -> a command of lib/inspect/commands, and what to say when that goes wrong.

const { parseArgs } = require('node:util')
const { CrashCollectorError } = require('../errors')
const { plain } = require('./terminal-text')
const { UsageError } = require('./usage-error')

/**
 * Where a command prints.
 * @typedef {object} Output
 * @property {(text: string) => void} write
 * @property {(text: string) => void} writeError
 * @property {boolean} isTerminal
 * @property {number} columns
 */

/** @typedef {Record<string, string|boolean|undefined>} Flags */

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} summary
 * @property {[string, string][]} flags what `--help` lists
 * @property {import('node:util').ParseArgsConfig['options']} options
 * @property {number} maxArguments
 * @property {(args: string[], flags: Flags, output: Output) => Promise<number>} run resolves to the exit code
 */

/** Loaded when asked for: `list` must not wait for what `eval` needs. @type {Record<string, () => Command>} */
const COMMANDS = {
  list: () => require('./commands/list').list,
  show: () => require('./commands/show').show,
  open: () => require('./commands/open').open,
  eval: () => require('./commands/eval').evalCommand,
  search: () => require('./commands/search').search,
  diff: () => require('./commands/diff').diff,
  repl: () => require('./commands/repl').repl,
  heap: () => require('./commands/heap').heap,
  prune: () => require('./commands/prune').prune,
}

/**
 * @param {string[]} argv
 * @param {Output} output
 * @returns {Promise<number>} the exit code: 0, 1 for what is wrong with the dump or the machine, 2 for wrong usage
 */
async function runCommand (argv, output) {
  const [name, ...rest] = argv
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      output.write(help())
      return name === undefined ? 2 : 0
    }
    if (name === '--version' || name === '-v') {
      output.write(`${require('../../package.json').version}\n`)
      return 0
    }
    if (!Object.hasOwn(COMMANDS, name)) throw new UsageError(`there is no command ${plain(name)}`)
    const command = COMMANDS[name]()
    const { values, positionals } = parseCommand(command, rest)
    if (values.help === true) {
      output.write(commandHelp(command))
      return 0
    }
    if (positionals.length > command.maxArguments) throw new UsageError(`too many words: ${plain(positionals.slice(command.maxArguments).join(' '))}`)
    return await command.run(positionals, values, output)
  } catch (error) {
    if (error instanceof UsageError) {
      const usage = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]().usage : 'crash-collector --help'
      output.writeError(`crash-collector: ${error.message}; usage: ${usage}\n`)
      return 2
    }
    if (error instanceof CrashCollectorError) {
      output.writeError(`crash-collector: ${plain(error.message)}${error.hint === undefined ? '' : ` (${plain(error.hint)})`}\n`)
      return 1
    }
    // A text longer than JavaScript can hold, or nesting deeper than its stack: the dump is sound, and too much for this way of looking at it.
    if (error instanceof RangeError && /stack size|(?:string|array) length|maximum size/.test(error.message)) {
      output.writeError(`crash-collector: the dump is too big or nested too deeply for this: ${plain(error.message)} (eval, search and open look at a part; zcat and jq read its records one by one)\n`)
      return 1
    }
    throw error
  }
}

/**
 * @param {Command} command
 * @param {string[]} args
 * @returns {{ values: Flags, positionals: string[] }}
 */
function parseCommand (command, args) {
  try {
    const { values, positionals } = parseArgs({
      args, options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }, allowPositionals: true
    })
    return { values: /** @type {Flags} */ (values), positionals }
  } catch (error) {
    throw new UsageError(plain(error instanceof Error ? error.message.split('. ', 1)[0] : String(error)))
  }
}

function help () {
  const lines = Object.values(COMMANDS).map((load) => {
    const { usage, summary } = load()
    return `  ${usage.replace('crash-collector ', '')}\n      ${summary}\n`
  })
  return `crash-collector: what a Node.js process knew when it died\n\nUsage: crash-collector <command>\n\n${lines.join('')}
<dump> is a path, or last (the default) for the newest in CRASH_COLLECTOR_DIR or ./crashes.
--json, on any command but repl, prints one JSON document; --help after a command says more.\n`
}

/** @type {[string, string]} */
const JSON_FLAG = ['--json', 'print one JSON document']

/** @param {Command} command */
function commandHelp (command) {
  /** @type {[string, string][]} */
  const flags = [...command.flags, ...(command.usage.includes('[--json]') ? [JSON_FLAG] : []), ['-h, --help', 'print this']]
  const width = Math.max(...flags.map(([flag]) => flag.length))
  return `${command.summary}\n\nUsage: ${command.usage}\n\n${flags.map(([flag, text]) => `  ${flag.padEnd(width)}  ${text}\n`).join('')}`
}

module.exports = { runCommand }
