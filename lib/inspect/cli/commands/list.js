'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('../../../errors')
const { readDump } = require('../../../dump/reader')
const { listDumps } = require('../../../dump/store')
const { innermostFrame } = require('../../crash/application-frames')
const { byteText, lookupTable } = require('../../text/words')
const { causeChain, errorTitle } = require('../../crash/cause-chain')
const { heapLimitText } = require('../../crash/heap-limit')
const { createPaint } = require('../../text/colours')
const { describeValue } = require('../../values/describe-value')
const { dumpDirectory } = require('../../dumps/find-dump')
const { displayUrl } = require('../../source/location')
const { listGroups } = require('./list-groups')
const { unreadLine } = require('./unread-dump')
const { cut, cutStart, jsonText, plain, widthOf } = require('../../text/terminal-text')

/** @typedef {import('../../../dump/reader').Dump} Dump */
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
 * @property {string} [error] class and message, or the thrown value
 * @property {string} [cause] class and message of the root cause
 * @property {Frame|null} [topFrame] the application's innermost frame
 * @property {{ code: string, message: string }} [problem] why the dump can't be read
 */

/** @type {import('../types').Command} */
const list = {
  usage: 'crash-collector list [directory] [--group] [--json]',
  summary: 'List the dumps of a directory, newest first: time, trigger, error, top frame, size.',
  flags: [['--group', 'one line for each kind of crash: how many, first and last seen']],
  options: { group: { type: 'boolean' } },
  maxArguments: 1,
  async run ([directory = dumpDirectory()], flags, output) {
    const files = listDumps(directory)
    if (flags.group === true) {
      return listGroups(files.map(each => each.path), flags, output)
    }
    if (flags.json === true) {
      const summaries = []
      for (const { path: file } of files) summaries.push(await summarize(file))
      output.write(jsonText(summaries))
      return 0
    }
    if (files.length === 0) output.write(`no dumps in ${plain(directory)}\n`)
    for (const [i, { path: file }] of files.entries()) output.write(line(await summarize(file), i + 1, output) + '\n')
    return 0
  }
}

/**
 * @param {string} file
 * @returns {Promise<Summary>}
 */
async function summarize (file) {
  const bytes = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  try {
    const dump = await readDump(file, { summary: true })
    const { time, trigger, pid, threadId } = dump.header
    const cause = causeChain(dump).pop()
    return {
      file,
      bytes,
      time,
      trigger,
      pid,
      threadId,
      error: errorText(dump),
      ...(cause && { cause: errorTitle(cause) }),
      topFrame: topFrame(dump)
    }
  } catch (error) {
    // A damaged dump must not hide the others.
    if (!(error instanceof CrashCollectorError)) throw error
    return { file, bytes, problem: { code: error.code, message: error.message } }
  }
}

/** @param {Dump} dump */
function errorText (dump) {
  const { exception } = dump
  if (exception === null) return heapLimitText(dump) ?? ''
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
  const { functionName, url, lineNumber, columnNumber } = found
  return { functionName, url, lineNumber, columnNumber }
}

/** A word for each trigger. */
const TRIGGER_WORDS = lookupTable({
  uncaughtException: 'exception',
  unhandledRejection: 'rejection',
  outOfMemory: 'out of memory'
})

/**
 * A line of the list. On a terminal the line is cut to fit; the file's name is cut first, since `show <number>` works
 * without it.
 * @param {Summary} summary
 * @param {number} number 1 is the newest
 * @param {import('../types').Output} output
 */
function line ({ file, bytes, time, trigger, error, cause, topFrame, problem }, number, { columns, isTerminal }) {
  if (problem !== undefined) {
    return unreadLine(`${String(number).padStart(3)}  `, file, problem, { columns, isTerminal })
  }
  const when = plain(String(time))
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, '')
  const word = plain(TRIGGER_WORDS[String(trigger)] ?? String(trigger)).padEnd(9)
  const start = `${String(number).padStart(3)}  ${when}  ${word}  `
  const end = `  ${byteText(bytes).padStart(8)}`
  const where = topFrame ? `${path.basename(displayUrl(topFrame.url))}:${topFrame.lineNumber + 1}` : ''
  const what =
    plain(String(error).split('\n', 1)[0]) +
    (cause === undefined ? '' : `, caused by ${plain(cause.split('\n', 1)[0])}`)
  if (!isTerminal) return `${start}${what}  ${where}${end}  ${plain(path.basename(file))}`
  const paint = createPaint(isTerminal)
  const width = Math.max(20, columns - start.length - end.length)
  const place = cutStart(where, Math.floor(width * 0.45))
  const text = cut(what, width - widthOf(place) - 2)
  const gap = ' '.repeat(Math.max(2, width - widthOf(text) - widthOf(place)))
  return start + paint('red', text) + gap + paint('cyan', place) + paint('grey', end)
}

module.exports = { list }
