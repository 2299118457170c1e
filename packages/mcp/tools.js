'use strict'
// The questions that an agent can ask, each with the words of the command line that answer it.

const { z } = require('zod')

const dump = z
  .string()
  .optional()
  .describe('path of a dump, or its number in list_crashes; by default the newest dump of this project')
const frame = z
  .union([z.number().int().min(0).transform(String), z.string().regex(/^(\d+|t[\w:]*)$/)])
  .optional()
  .describe('number of a frame as show_crash numbers them (0: where it was thrown), or the id of a suspended function')
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
    name: 'show_crash',
    title: 'Show a crash',
    description:
      'A crash in one page: the diagnosis if the values prove one, the error and its causes, the source around the ' +
      'throw, each frame with its variables, closures, suspended functions, the process. Begin with this.',
    inputSchema: { dump, maxTokens },
    answer: ({ ask }, args) => ask(['show', ...named(args.dump)])
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
  }
]

/** @param {{ dump?: string, expression: string }} args */
function dumpFirst ({ dump, expression }) {
  return dump === undefined ? [expression] : [dump, expression]
}

module.exports = { TOOLS }
