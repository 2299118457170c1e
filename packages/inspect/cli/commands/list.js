'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { readDump } = require('../../reader')
const { innermostFrame } = require('../../crash/application-frames')
const { byteText, lookupTable } = require('../../text/words')
const { errorTitle } = require('../../crash/cause-chain')
const { factsOf } = require('../../crash/facts')
const { eventTitle } = require('../../crash/title')
const { createPaint } = require('../../text/colours')
const { describeValue } = require('../../values/describe-value')
const { dumpDirectory, dumpsBeside, elsewhereText } = require('../../dumps/find-dump')
const { allDumps, dumpsFor, dumpsIn } = require('../../dumps/user-dumps')
const { onDumpState } = require('../../dumps/on-dump-state')
const { notKeptBeside, readMark } = require('../../dumps/read-mark')
const { relationOf } = require('../../dumps/relatives')
const { displayUrl, isDependency } = require('../../source/location')
const { PARTIAL_SUFFIX } = require('crash-collector-shared/dump/terms')
const { UsageError, wholeNumber } = require('../usage')
const { listGroups } = require('./list-groups')
const { countDumps } = require('../progress')
const { unreadLine } = require('../unread-dump')
const { cut, cutStart, jsonText, plain, widthOf } = require('../../text/terminal-text')
const { pathText } = require('../../text/path-text')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {{ functionName: string, url: string, lineNumber: number, columnNumber: number }} Frame */

/**
 * One line of the list.
 * @typedef {object} Summary
 * @property {string} file
 * @property {number} bytes
 * @property {string} [time]
 * @property {string} [trigger]
 * @property {number} [pid]
 * @property {number} [threadId]
 * @property {number} [ppid]
 * @property {string} [crashId] the same for parents and children
 * @property {import('crash-collector-shared/dump/format').ProcessIdentity[]} [processes] not printed
 * @property {number} [childOf] number in the list of the newest dump of its parent, or of its parent's parent
 * @property {string} [error] class and message, or the thrown value
 * @property {string} [cause] class and message of the root cause
 * @property {Frame|null} [topFrame] the application's innermost frame
 * @property {number} [notKept] number of further crashes of this kind whose dumps were not kept
 * @property {boolean} [cutShort] true: the process was killed, or the disk was full, while it wrote the dump
 * @property {import('../../dumps/on-dump-state').OnDumpState} [onDump] if the command of that setting has not succeeded
 * @property {{ code: string, message: string }} [problem] why the dump can't be read
 */

/** The dumps of all directories are many, and few of them are the ones that somebody looks for. */
const MAX_ELSEWHERE = 20

/** Options that need `--group`. */
const GROUP_OPTIONS = ['new-in', 'fixed', 'reopen']

/** @type {import('../types').Command} */
const list = {
  usage:
    'crash-collector list [directory] [--max <n>] [--everywhere] [--group] [--new-in <name>] [--fixed <id>] ' +
    '[--reopen <id>] [--json]',
  summary: 'List the dumps of a directory, newest first: time, trigger, error, top frame, size.',
  flags: [
    ['--max <n>', `how many are listed (all; ${MAX_ELSEWHERE} of those in other directories)`],
    ['--everywhere', 'all dumps of this user, in any directory'],
    ['--group', 'one entry for each kind of crash: how many, first and last seen, releases, hosts'],
    ['--new-in <name>', 'with --group: only the kinds that came with that release or a later one'],
    ['--fixed <id>', 'with --group: mark a kind as fixed; the list says if it comes back'],
    ['--reopen <id>', 'with --group: take that mark away']
  ],
  options: {
    max: { type: 'string' },
    everywhere: { type: 'boolean' },
    group: { type: 'boolean' },
    ...Object.fromEntries(GROUP_OPTIONS.map(name => [name, { type: 'string' }]))
  },
  maxArguments: 1,
  async run ([directory], flags, output) {
    if (directory !== undefined && flags.everywhere === true) {
      throw new UsageError('--everywhere takes no directory')
    }
    const alone = flags.group === true ? undefined : GROUP_OPTIONS.find(name => flags[name] !== undefined)
    if (alone !== undefined) throw new UsageError(`--${alone} needs --group`)
    const beside = directory === undefined && flags.everywhere !== true ? dumpsBeside() : null
    if (beside !== null) output.writeError(`crash-collector: ${plain(beside)}\n`)
    const { files, elsewhere } = filesOf(directory, flags.everywhere === true)
    const none = files.length > 0 ? '' : flags.everywhere === true ? 'no dumps\n' : noneText(directory, elsewhere)
    if (flags.group === true) {
      return listGroups(files.map(each => each.path), flags, output, { most: mostOf(flags, false), none })
    }
    const named = flags.everywhere === true
    const listed = files.slice(0, mostOf(flags, named && flags.json !== true))
    /** @type {Set<string>} */
    const counted = new Set()
    /** @type {Summary[]} */
    const summaries = []
    const count = countDumps(output, listed.length)
    for (const { path: file } of listed) {
      summaries.push(await summarize(file, counted))
      count()
    }
    tieToParents(summaries)
    if (flags.json === true) {
      output.write(jsonText(summaries.map(({ processes, ...summary }) => summary)))
      return 0
    }
    if (files.length === 0) output.write(none)
    for (const [i, summary] of summaries.entries()) output.write(line(summary, i + 1, named, output) + '\n')
    const more = files.length - listed.length
    if (more > 0) output.write(`… and ${more} older (--max ${files.length} lists all)\n`)
    return 0
  }
}

/**
 * @param {import('../types').Flags} flags
 * @param {boolean} named true: the dumps are of several directories
 * @returns {number}
 */
function mostOf (flags, named) {
  return wholeNumber(flags, 'max') ?? (named ? MAX_ELSEWHERE : Infinity)
}

/**
 * @param {string | undefined} directory
 * @param {boolean} everywhere
 * @returns {{ files: import('../../dumps/user-dumps').DumpFile[], elsewhere: number }} elsewhere: how many dumps of
 *   other projects there are, if this one has none
 */
function filesOf (directory, everywhere) {
  if (everywhere) return { files: allDumps(dumpDirectory()), elsewhere: 0 }
  if (directory !== undefined) return { files: dumpsIn(directory), elsewhere: 0 }
  const { files, elsewhere } = dumpsFor(dumpDirectory())
  return elsewhere ? { files: [], elsewhere: files.length } : { files, elsewhere: 0 }
}

/**
 * @param {string | undefined} directory
 * @param {number} elsewhere
 */
function noneText (directory, elsewhere) {
  const none = `no dumps in ${directory === undefined ? pathText(dumpDirectory()) : plain(directory)}\n`
  return elsewhere === 0 ? none : `${none}${elsewhereText(elsewhere)}\n`
}

/**
 * @param {string} file
 * @param {Set<string>} counted kinds of crashes whose further ones are counted, at the newest dump
 * @returns {Promise<Summary>}
 */
async function summarize (file, counted) {
  const bytes = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  try {
    const dump = await readDump(file, { summary: true })
    const { time, trigger, pid, threadId, ppid, crashId, processes } = dump.header
    const cause = factsOf(dump).root
    return {
      file,
      bytes,
      time,
      trigger,
      pid,
      threadId,
      ...(ppid !== undefined && { ppid }),
      ...(crashId !== undefined && { crashId, processes }),
      error: errorText(dump),
      ...(cause && { cause: errorTitle(cause) }),
      topFrame: topFrame(dump),
      ...stateOf(file, counted)
    }
  } catch (error) {
    // A damaged dump must not hide the others.
    if (!(error instanceof CrashCollectorError)) throw error
    return { file, bytes, problem: { code: error.code, message: error.message } }
  }
}

/** @param {Summary[]} summaries get the numbers of their parents */
function tieToParents (summaries) {
  for (const summary of summaries) {
    const parent = summaries.findIndex(other => relationOf(summary, other) === 'parent')
    if (parent !== -1) summary.childOf = parent + 1
  }
}

/**
 * @param {string} file
 * @param {Set<string>} counted is added to
 * @returns {Pick<Summary, 'notKept' | 'cutShort' | 'onDump'>}
 */
function stateOf (file, counted) {
  const mark = readMark(file)
  const notKept = notKeptBeside(mark, path.dirname(file), counted)
  const onDump = onDumpState(file)
  return {
    ...(notKept > 0 && { notKept }),
    ...((mark?.finished === false || file.endsWith(PARTIAL_SUFFIX)) && { cutShort: true }),
    ...(onDump !== undefined && { onDump })
  }
}

/** @param {Dump} dump */
function errorText (dump) {
  const { exception } = dump
  if (exception === null) return eventTitle(dump) ?? ''
  if (exception.message === undefined) {
    return exception.value.type === 'object' || exception.value.type === 'function'
      ? exception.description.split('\n', 1)[0]
      : describeValue(exception.value, { object: () => undefined })
  }
  return `${exception.className ?? 'Error'}: ${exception.message}`
}

/**
 * @param {Dump} dump
 * @returns {Frame|null}
 */
function topFrame (dump) {
  const found = innermostFrame(dump)
  if (found === undefined) return null
  // Where code is transformed as it is loaded, such as by jest, the process has put the original places into the stack.
  const stack = dump.exception?.stack ?? []
  const written = stack.find(({ url }) => !url.startsWith('node:') && !isDependency(url))
  const { functionName, url } = found
  const isSame = written !== undefined && displayUrl(written.url) === displayUrl(url)
  const { lineNumber, columnNumber } = isSame ? written : found
  return { functionName, url, lineNumber, columnNumber }
}

/** A word for each trigger. */
const TRIGGER_WORDS = lookupTable({
  uncaughtException: 'exception',
  unhandledRejection: 'rejection',
  testFailure: 'test',
  outOfMemory: 'out of memory',
  unsettledTopLevelAwait: 'exit 13',
  memoryLimit: 'memory'
})

/**
 * A line of the list. On a terminal the line is cut to fit; the file's name is cut first, since `show <number>` works
 * without it.
 * @param {Summary} summary
 * @param {number} number 1 is the newest
 * @param {boolean} named true: the line has the path, and a number for `show` in any directory (`e1`)
 * @param {import('../types').Output} output
 */
function line (summary, number, named, { columns, isTerminal }) {
  const label = (/** @type {number} */ of) => `${named ? 'e' : ''}${of}`
  const { file, bytes, time, trigger, error, cause, topFrame, notKept, cutShort, childOf, onDump, problem } = summary
  if (problem !== undefined) {
    return unreadLine(`${label(number).padStart(3)}  `, file, problem, { columns, isTerminal })
  }
  const when = plain(String(time))
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, '')
  const word = plain(TRIGGER_WORDS[String(trigger)] ?? String(trigger)).padEnd(9)
  const start = `${label(number).padStart(3)}  ${when}  ${word}  `
  const end = `  ${byteText(bytes).padStart(8)}`
  const where = topFrame ? `${path.basename(displayUrl(topFrame.url))}:${topFrame.lineNumber + 1}` : ''
  const what =
    plain(String(error).split('\n', 1)[0]) +
    (cause === undefined ? '' : `, caused by ${plain(cause.split('\n', 1)[0])}`)
  const state = [
    cutShort ? 'cut short' : '',
    notKept === undefined ? '' : `+${notKept} not kept`,
    childOf === undefined ? '' : `child of ${label(childOf)}`,
    onDump === undefined ? '' : `onDump ${onDump.state}`
  ].filter(Boolean)
  const after = state.length === 0 ? '' : `  (${state.join(', ')})`
  const name = plain(named ? file : path.basename(file))
  if (!isTerminal) return `${start}${what}${after}  ${where}${end}  ${name}`
  const paint = createPaint(isTerminal)
  const width = Math.max(16, columns - start.length - end.length - after.length)
  const place = cutStart(where, Math.floor(width * 0.45))
  const text = cut(what, width - widthOf(place) - 2)
  const gap = ' '.repeat(Math.max(2, width - widthOf(text) - widthOf(place)))
  const first = start + paint('red', text) + paint('yellow', after) + gap + paint('cyan', place) + paint('grey', end)
  return named ? `${first}\n     ${paint('grey', cutStart(name, columns - 5))}` : first
}

module.exports = { list }
