'use strict'
// The questions that an agent can ask, each with the words of the command line that answer it.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { z } = require('zod')

const dump = z
  .string()
  .optional()
  .describe('path of a dump, or its number in list_crashes; by default the newest dump of this project')
const frame = z
  .union([z.number().int().min(0).transform(String), z.string().regex(/^(\d+|t[\w:]*)$/)])
  .optional()
  .describe('number of a frame as show_crash numbers them (0: where it was thrown), or the id of a suspended function')
const out = z.string().describe('directory of the project that gets the test')
const force = z.boolean().optional().describe('overwrite an earlier test')
const maxTokens = z.number().int().min(200).max(50_000).default(4000).describe('about how long the answer may be')

/** Words that a dump's name adds to the command line. A name that looks like an option stays a name. */
const named = (/** @type {string | undefined} */ name) => (name === undefined ? [] : ['--', name])

/**
 * @typedef {{ text: string, failed: boolean }} Answer
 *
 * The functions that crash-collector gives.
 * @typedef {object} Source
 * @property {string} version
 * @property {(argv: string[]) => Promise<Answer>} ask what a command of the command line prints
 * @property {(dump: string | undefined, frame: string | undefined, line: 'vars' | 'source') => Promise<Answer>} inFrame
 *   what the prompt `crash-collector repl` answers in a frame
 * @property {(text: string, maxTokens: number) => string} asData bounds a text and marks it as data
 */

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {Record<string, import('zod').ZodType>} inputSchema
 * @property {boolean} [runsCode] it runs code of the dump and of the project: only with `--allow-run`
 * @property {(source: Source, args: any) => Promise<Answer>} answer
 */

/** @type {Tool[]} */
const TOOLS = [
  {
    name: 'list_crashes',
    title: 'List crashes',
    description: 'The dumps of a directory, newest first: number, time, trigger, error, place.',
    inputSchema: {
      directory: z.string().optional().describe('with dumps; by default the one of this project'),
      maxTokens
    },
    answer: ({ ask }, { directory }) => ask(['list', ...named(directory)])
  },
  {
    name: 'triage',
    title: 'Kinds of crashes',
    description:
      'The dumps of a directory by kind of crash, the most frequent first: how often, where, why if the values prove ' +
      'it, first and last seen, releases, the numbers of its dumps, and whether it was marked as fixed or came back.',
    inputSchema: {
      directory: z.string().optional().describe('with dumps; by default the one of this project'),
      maxTokens
    },
    answer: ({ ask }, { directory }) => ask(['list', '--group', ...named(directory)])
  },
  {
    name: 'show_crash',
    title: 'Show a crash',
    description:
      'A crash in one page: the diagnosis if the values prove one, the error and its causes, the source around the ' +
      'throw, each frame with its variables, closures, suspended functions, the process. Begin with this.',
    inputSchema: { dump, maxTokens },
    answer: ({ ask }, args) => ask(['show', ...named(args.dump)])
  },
  {
    name: 'show_usual',
    title: 'Show what is unlike other runs',
    description:
      'The variables of a crash beside those of other calls of the same functions, in this dump and in others, and ' +
      'where its path parted from that of the last request that went well, if paths were recorded.',
    inputSchema: { dump, maxTokens },
    answer: ({ ask }, args) => ask(['show', '--compare', ...named(args.dump)])
  },
  {
    name: 'show_tasks',
    title: 'Show suspended functions',
    description: 'What was waiting when the process died: each suspended async function and generator, and for what.',
    inputSchema: { dump, maxTokens },
    answer: ({ ask }, args) => ask(['show', '--tasks', ...named(args.dump)])
  },
  {
    name: 'frame_variables',
    title: 'Variables of a frame',
    description: 'All variables that a frame can see, also those of its closures and its module.',
    inputSchema: { dump, frame, maxTokens },
    answer: ({ inFrame }, args) => inFrame(args.dump, args.frame, 'vars')
  },
  {
    name: 'frame_source',
    title: 'Source of a frame',
    description: 'The source around the line at which a frame stood, as it was loaded by the process.',
    inputSchema: { dump, frame, maxTokens },
    answer: ({ inFrame }, args) => inFrame(args.dump, args.frame, 'source')
  },
  {
    name: 'evaluate',
    title: 'Evaluate an expression',
    description:
      'Evaluates JavaScript on the captured variables of a frame, such as `order.lines[0].sku` or ' +
      '`lines.filter(line => line.price === undefined)`. The dump stays as it is.',
    inputSchema: { expression: z.string().max(10_000), dump, frame, maxTokens },
    answer: ({ ask }, args) =>
      ask(['eval', ...(args.frame === undefined ? [] : ['--frame', args.frame]), '--', ...dumpFirst(args)])
  },
  {
    name: 'search',
    title: 'Search values',
    description: 'Where a text stands in the values of a dump, with the path to each place.',
    inputSchema: { text: z.string().max(1000).describe('a text, or /a regular expression/'), dump, maxTokens },
    answer: ({ ask }, args) => ask(['search', '--', args.text, ...(args.dump === undefined ? [] : [args.dump])])
  },
  {
    name: 'diff',
    title: 'Compare two crashes',
    description: 'Whether two dumps are of the same crash, and what differs in variables, environment and versions.',
    inputSchema: { first: z.string(), second: z.string(), maxTokens },
    answer: ({ ask }, args) => ask(['diff', '--', args.first, args.second])
  },
  {
    name: 'reproduce',
    title: 'Write a failing test',
    description:
      'Writes a test that calls the failing function with what it was called with, runs it, and says if it fails as ' +
      'the process did. The code of the dump is run.',
    inputSchema: { dump, out: out.default('.'), force, maxTokens },
    runsCode: true,
    answer: ({ ask }, { dump, out, force }) => ask(['reproduce', '--check', ...options({ out, force }, dump)])
  },
  {
    name: 'verify',
    title: 'Is the crash gone?',
    description:
      'Says whether the crash is gone after an edit of the project: gone, the same error, another error (with its ' +
      'place), or unknown, and why. Give `patch` to judge a change before it is made, and `run` if a test of the ' +
      'failing function alone cannot decide. The code of the project is run, in a copy.',
    inputSchema: {
      dump,
      project: z.string().optional().describe('directory of the project; by default the current one'),
      patch: z.string().max(1_000_000).optional().describe('a unified diff; the project itself stays as it is'),
      run: z
        .string()
        .max(10_000)
        .optional()
        .describe('a command of the shell that crashes as the process did, such as `npm test`; it judges the edit'),
      out: out.optional(),
      force,
      maxTokens
    },
    runsCode: true,
    answer: ({ ask }, args) => verify(ask, args)
  }
]

/**
 * @param {Source['ask']} ask
 * @param {{ dump?: string, project?: string, patch?: string, run?: string, out?: string, force?: boolean }} args
 * @returns {Promise<Answer>} also that the crash is still there is an answer, and no failure
 */
async function verify (ask, { dump, patch, ...given }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-patch-'))
  try {
    const file = path.join(folder, 'patch')
    if (patch !== undefined) fs.writeFileSync(file, patch, { mode: 0o600 })
    const { text } = await ask(['verify', ...options({ ...given, ...(patch !== undefined && { patch: file }) }, dump)])
    return { text, failed: text.startsWith('crash-collector: ') }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Record<string, string|boolean|undefined>} flags
 * @param {string | undefined} dump
 * @returns {string[]} words of the command line; a value that looks like an option stays a value
 */
function options (flags, dump) {
  const words = Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : typeof value === 'string' ? [`--${name}=${value}`] : []
  )
  return [...words, ...named(dump)]
}

/** @param {{ dump?: string, expression: string }} args */
function dumpFirst ({ dump, expression }) {
  return dump === undefined ? [expression] : [dump, expression]
}

module.exports = { TOOLS }
