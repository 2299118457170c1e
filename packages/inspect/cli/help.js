'use strict'
// The texts that `--help` prints.

const { wrap } = require('../text/terminal-text')

/** @typedef {import('./types').Command} Command */

/** The meaning of words in the usage lines. */
const DUMP_WORD = 'a path, a number from list, or last (the default): the newest dump of this project'
const DIRECTORY_WORD = 'with dumps; the one of this project by default'

/**
 * What each command is for, in a line of 80 columns, by what people want to do.
 * @type {Record<string, Record<string, string>>}
 */
const GROUPS = {
  Look: {
    show: 'a crash on one screen: cause, line, request, values, log',
    list: 'the dumps of this project; --group: by kind of crash',
    open: 'a dead process in Chrome DevTools, VS Code or node inspect',
    eval: "an expression on a dead frame's variables",
    repl: 'a prompt: frames, up, vars, source, expressions',
    search: 'where a text occurs in the values',
    tasks: 'what was waiting when the process died, and for what',
    path: 'which lines the failing request ran'
  },
  Compare: {
    diff: 'two dumps: the same crash? what differs?',
    common: 'what the crashes of a group share and others do not',
    report: 'one page about all crashes',
    sql: 'all dumps of a directory, asked in SQL'
  },
  'Hand on': {
    reproduce: 'a test that fails as the process did',
    verify: 'is the crash gone, now that the code was edited?',
    scrub: 'a copy of a dump with less in it',
    upload: 'a dump to S3, a directory, OpenTelemetry or Sentry',
    mcp: 'dumps for an agent, over the Model Context Protocol'
  },
  'Set up': {
    run: 'a program with the collector: run node server.js',
    init: 'the configuration file',
    doctor: 'would a crash here leave a dump?',
    where: 'the path of the preload, for NODE_OPTIONS',
    capture: 'a dump of a running process',
    prune: 'removes old dumps beyond the limits',
    completion: 'for bash, zsh or fish'
  }
}

/**
 * @param {number} columns
 * @returns {string} all commands on one screen
 */
function help (columns) {
  const width = Math.max(...Object.values(GROUPS).flatMap(group => Object.keys(group)).map(name => name.length))
  const lines = Object.entries(GROUPS).flatMap(([title, commands]) => [
    title,
    ...Object.entries(commands).flatMap(([name, text]) => {
      const [first, ...rest] = indented(text, columns, width + 4)
      return [`  ${name.padEnd(width)}${first.slice(width + 2)}`, ...rest]
    })
  ])
  return [
    'crash-collector: what a Node.js process knew when it died',
    'Usage: npx crash-collector <command> [dump] [options]',
    '',
    ...lines,
    '',
    ...wrap(`[dump] is ${DUMP_WORD}.`, columns),
    ...wrap('<command> --help says more; --json prints one JSON document; --dir names the dumps.', columns),
    ''
  ].join('\n')
}

/**
 * @param {Pick<Command, 'usage' | 'options'>} command
 * @returns {boolean} true if `--dir` says where the dumps are that the command looks for
 */
function takesDirectory ({ usage }) {
  return /\[dump|directory\]|<a> <b>|<in>/.test(usage)
}

/**
 * @param {Pick<Command, 'usage' | 'options'>} command
 * @returns {boolean} true if `--out` names a file for what the command prints
 */
function takesOut ({ usage, options }) {
  return usage.includes('[--json]') && takesDirectory({ usage, options }) && options?.out === undefined
}

/**
 * @param {string} usage
 * @param {number} columns
 * @param {string} indent
 */
function usageLines (usage, columns, indent) {
  // An option and its value stay on one line.
  return wrap(
    usage.replace(/\[[^\]]*\]/g, option => option.replaceAll(' ', '\xa0')),
    columns,
    indent
  ).map(line => line.replaceAll('\xa0', ' '))
}

/**
 * @param {string} text
 * @param {number} columns
 * @param {number} indent
 */
function indented (text, columns, indent) {
  return wrap(text, Math.max(MIN_COLUMNS, columns - indent)).map(line => ' '.repeat(indent) + line)
}

/** @type {[string, string]} */
const JSON_FLAG = ['--json', 'print one JSON document']

/** @type {[string, string]} */
const DIRECTORY_FLAG = ['--dir <directory>', 'where the dumps are; by default that of this project']

/** @type {[string, string]} */
const OUT_FLAG = ['--out <file>', 'write what would be printed to a file that only you can read']

/** The smallest width of a text that stands beside another; on a narrow terminal such a text exceeds the line. */
const MIN_COLUMNS = 20

/**
 * @param {Command} command
 * @param {number} columns
 */
function commandHelp (command, columns) {
  /** @type {[string, string][]} */
  const flags = [
    ...wordsOf(command.usage),
    ...command.flags,
    ...(takesDirectory(command) ? [DIRECTORY_FLAG] : []),
    ...(takesOut(command) ? [OUT_FLAG] : []),
    ...(command.usage.includes('[--json]') ? [JSON_FLAG] : []),
    ['-h, --help', 'print this']
  ]
  const width = Math.max(...flags.map(([flag]) => flag.length))
  const lines = flags.flatMap(([flag, text]) => {
    const [first, ...rest] = indented(text, columns, width + 4)
    return [`  ${flag.padEnd(width)}${first.slice(width + 2)}`, ...rest]
  })
  return [
    ...wrap(command.summary, columns),
    '',
    ...usageLines(`Usage: npx ${command.usage}`, columns, '           '),
    '',
    ...lines,
    ''
  ].join('\n')
}

/**
 * @param {string} usage
 * @returns {[string, string][]}
 */
function wordsOf (usage) {
  if (usage.includes('<pid>')) return [['pid', 'of a Node.js process that has the collector']]
  if (usage.includes('<a> <b>')) return [['<a>, <b>', DUMP_WORD.replace(' (the default)', '')]]
  if (usage.includes('[dump|directory]')) {
    return [
      ['dump', DUMP_WORD],
      ['directory', 'all dumps in it']
    ]
  }
  if (usage.includes('[directory]')) return [['directory', DIRECTORY_WORD]]
  return usage.includes('[dump') ? [['dump', DUMP_WORD]] : []
}

module.exports = { GROUPS, commandHelp, help, takesDirectory, takesOut }
