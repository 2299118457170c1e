'use strict'

const { openDump } = require('../../dumps/open-dump')
const { commitAge } = require('../../dumps/commit-age')
const { findDump } = require('../../dumps/find-dump')
const { findRelatives } = require('../../dumps/relatives')
const { Neighbours } = require('../../groups/neighbours')
const { seenBefore } = require('../../groups/seen-before')
const { SourceMaps } = require('../../source/source-map')
const { jsonText } = require('../../text/terminal-text')
const { otherRuns } = require('../../usual/other-dumps')
const { UsageError } = require('../usage')

/** The flags that print something other than the crash as text; only one of them can be given. */
const INSTEAD = ['tasks', 'path', 'compare', 'format', 'html', 'for-agent']
/** About as many as an agent can read besides its other work. */
const AGENT_TOKENS = 8000
const NEXT = `
npx crash-collector eval --frame <n> '<expression>', show --tasks, search <text> and diff <a> <b> answer more questions.
`

/** @type {import('../types').Command} */
const show = {
  usage:
    'crash-collector show [dump] [--more] [--all] [--tasks] [--path] [--compare] [--format <name>] ' +
    '[--html <file>] [--for-agent] [--no-pager] [--json]',
  summary: 'Show a crash on one screen: why, the error, the request, the frames with what matters on them, the log.',
  flags: [
    ['-m, --more', 'all sections; given twice, also the variables of packages, and longer values'],
    ['--all', "also Node.js's own frames, and every variable in full"],
    ['--tasks', 'instead, every suspended async function and generator, under what waits for it'],
    ['--path', 'instead, the source lines that the failing request ran, in their order'],
    ['--compare', 'instead, the variables and the path beside those of other calls of the same functions'],
    ['--format <name>', 'instead, for another tool: sentry, otlp, junit or github'],
    ['--html <file>', 'instead, write all of it as one HTML page'],
    ['--for-agent', `marked as data and cut to about ${AGENT_TOKENS} tokens, for a reader that follows instructions`],
    ['--no-pager', 'print to the terminal, not through less (or PAGER)']
  ],
  options: {
    more: { type: 'boolean', short: 'm', multiple: true },
    all: { type: 'boolean' },
    tasks: { type: 'boolean' },
    path: { type: 'boolean' },
    compare: { type: 'boolean' },
    format: { type: 'string' },
    html: { type: 'string' },
    'for-agent': { type: 'boolean' },
    'no-pager': { type: 'boolean' }
  },
  maxArguments: 1,
  async run ([name], flags, output) {
    const instead = INSTEAD.filter(flag => flags[flag] !== undefined)
    if (instead.length > 1) throw new UsageError(`--${instead[0]} and --${instead[1]} exclude each other`)
    if (typeof flags.format === 'string') require('../../export').checkFormat(flags.format, flags.json === true)
    output.say?.('reading the dump')
    const dump = await openDump(findDump(name, output))
    const sourceMaps = new SourceMaps(dump)
    if (typeof flags.html === 'string') {
      const runs = await otherRuns(dump)
      require('../../page/write-page').writePage(dump, flags.html, { output, json: flags.json === true, runs })
      return 0
    }
    if (typeof flags.format === 'string') {
      output.write(require('../../export').exportDump(flags.format, dump, sourceMaps))
      return 0
    }
    if (flags.json === true) {
      const runs = await otherRuns(dump)
      const { comparisonToJson, dumpToJson } = require('../../show/json')
      output.write(jsonText(
        flags.compare === true
          ? comparisonToJson(dump, runs)
          : { ...dumpToJson(dump, sourceMaps, runs), relatives: await findRelatives(dump) }
      ))
      return 0
    }
    const { renderDump } = require('../../show')
    const isForAgent = flags['for-agent'] === true
    const isSpecial = flags.tasks === true || flags.path === true || flags.compare === true
    const more = isForAgent ? 1 : Array.isArray(flags.more) ? flags.more.length : 0
    const columns = Math.min(output.columns, 100)
    const neighbours = new Neighbours(dump)
    const runs = flags.tasks === true || flags.path === true ? undefined : await otherRuns(dump, neighbours)
    const text = renderDump(dump, sourceMaps, {
      relatives: await findRelatives(dump, file => neighbours.relative(file)),
      seenBefore: isSpecial ? '' : await seenBefore(dump, neighbours),
      commitAge: isSpecial ? '' : await commitAge(dump),
      nextSteps: isForAgent
        ? []
        : require('../../show/screen/next-steps').nextSteps(dump, {
          words: [name, flags.dir && `--dir ${flags.dir}`].filter(Boolean).join(' '),
          more: flags.all === true ? 2 : more,
          columns
        }),
      columns,
      rows: output.rows,
      more,
      all: flags.all === true,
      otherRuns: runs,
      tasks: flags.tasks === true,
      path: flags.path === true,
      compare: flags.compare === true,
      isTerminal: output.isTerminal && !isForAgent
    })
    if (isForAgent) output.write(require('../../agent/as-data').asData(text, AGENT_TOKENS) + NEXT)
    else if (output.isTerminal && flags['no-pager'] !== true) await require('../pager').page(text, output)
    else output.write(text)
    return 0
  }
}

module.exports = { show }
