'use strict'

const { ALLOW_FUNCTIONS_FLAG, UsageError, wholeNumber } = require('../usage')
const { openDump } = require('../../dumps/open-dump')
const { firstShownFrame } = require('../../crash/application-frames')
const { createPaint } = require('../../text/colours')
const { evaluate } = require('../../evaluate')
const { findDump } = require('../../dumps/find-dump')
const { formatValue } = require('../../values/format-value')
const { valueToJson, objectToJson } = require('../../show/json')
const { jsonText, plainLines } = require('../../text/terminal-text')

/** @typedef {import('../../evaluate').Evaluation} Evaluation */

/** @type {import('../types').Command} */
const evalCommand = {
  usage: "crash-collector eval [dump] [--frame <n>] '<expression>' [--timeout <ms>] [--allow-functions] [--json]",
  summary: "Evaluate JavaScript against a dead frame's variables, and print the result.",
  flags: [
    ALLOW_FUNCTIONS_FLAG,
    [
      '-f, --frame <n>',
      'the frame, by its number in show (the first of the application), or the id of an async task'
    ],
    ['--timeout <ms>', 'how long the expression may take (2000)']
  ],
  options: {
    frame: { type: 'string', short: 'f' },
    timeout: { type: 'string' },
    'allow-functions': { type: 'boolean' }
  },
  maxArguments: 2,
  async run (args, flags, output) {
    const expression = args[args.length - 1]
    if (expression === undefined) throw new UsageError('an expression is missing')
    const timeoutMs = wholeNumber(flags, 'timeout', { what: 'milliseconds' })
    output.say?.('reading the dump')
    const asked = output.kept ?? { open: openDump, evaluate }
    const dump = await asked.open(findDump(args.length === 2 ? args[0] : undefined, output))
    const result = await asked.evaluate(dump, expression, {
      frame: typeof flags.frame === 'string' ? flags.frame : firstShownFrame(dump),
      ...(timeoutMs && { timeoutMs }),
      allowFunctions: flags['allow-functions'] === true
    })
    if (flags.json === true) output.write(jsonText(toJson(result)))
    else if (result.status === 'returned') {
      output.write(
        formatValue(result.value, result, { columns: output.columns, paint: createPaint(output.isTerminal) }) + '\n'
      )
    } else output.writeError(thrownText(result, output.columns) + '\n')
    return result.status === 'returned' ? 0 : 1
  }
}

/**
 * @param {Evaluation} result
 * @param {number} columns
 */
function thrownText (result, columns) {
  if (result.error !== undefined) return plainLines(result.error).join('\n')
  return `Uncaught ${formatValue(result.value, result, { columns })}`
}

/** @param {Evaluation} result */
function toJson (result) {
  if (result.status === 'threw') return { error: result.error ?? null, thrown: valueToJson(result.value, result) }
  return {
    ...valueToJson(result.value, result),
    objects: Object.fromEntries(result.objects.map(record => [record.objectId, objectToJson(record, result)]))
  }
}

module.exports = { evalCommand }
