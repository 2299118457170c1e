'use strict'

const { commonFacts } = require('../common/common-facts')
const { chanceText, factText, shareText } = require('../common/fact-text')
const { projectDumps } = require('crash-collector-inspect/dumps/find-dump')
const { dumpsIn } = require('crash-collector-inspect/dumps/user-dumps')
const { createPaint } = require('crash-collector-inspect/text/colours')
const { cut, jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { countDumps } = require('crash-collector-inspect/cli/progress')
const { UsageError, wholeNumber } = require('crash-collector-inspect/cli/usage')
const { unreadLine } = require('crash-collector-inspect/cli/unread-dump')

/** @typedef {import('../common/compare-facts').CommonFact} CommonFact */

const MAX_FACTS = 10
const MAX_ALSO = 3

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const common = {
  usage: 'crash-collector common <fingerprint> [directory] [--max <n>] [--json]',
  flags: [
    ['<fingerprint>', 'from list --group; its beginning is enough'],
    ['--max <n>', `how many facts are printed (${MAX_FACTS})`]
  ],
  options: { max: { type: 'string' } },
  maxArguments: 2,
  async run ([fingerprint, directory], flags, output) {
    if (fingerprint === undefined) throw new UsageError('a fingerprint is missing; list --group shows them')
    const max = wholeNumber(flags, 'max') ?? MAX_FACTS
    const files = directory === undefined ? projectDumps() : dumpsIn(directory)
    const count = countDumps(output, files.length)
    const found = await commonFacts(files.map(each => each.path), fingerprint, count)
    if (flags.json === true) {
      const { group: { fingerprint, className, message, count }, facts, uncompared, ...rest } = found
      const shown = { facts: facts.slice(0, max), uncompared: uncompared.slice(0, max) }
      output.write(jsonText({ fingerprint, className, message, count, ...rest, ...shown }))
    } else print(found, max, output)
    return 0
  }
}

/**
 * @param {Awaited<ReturnType<typeof commonFacts>>} found
 * @param {number} max
 * @param {import('crash-collector-inspect/cli/types').Output} output
 */
function print ({ group, dumps, others, facts, uncompared, unread }, max, output) {
  const { write, columns, isTerminal } = output
  const paint = createPaint(isTerminal)
  const width = Math.min(columns, 100)
  const line = (/** @type {string} */ text, indent = 0) => cut(plain(text), width - indent)
  const what = `${group.className}: ${group.message}`.split('\n', 1)[0]
  write(`${paint('red', line(what))}\n${counted(dumps, 'dump')}, compared with ${counted(others, 'other')}\n`)
  for (const fact of facts.slice(0, max)) {
    write(`\n  ${paint('bold', line(factText(fact), 2))}\n      ${shareText(fact)}, ${chanceText(fact)}\n`)
    if (fact.also.length > 0) {
      const more = fact.also.length > MAX_ALSO ? `, … ${fact.also.length - MAX_ALSO} more` : ''
      write(`      ${paint('grey', line(`and with it ${fact.also.slice(0, MAX_ALSO).join(', ')}${more}`, 6))}\n`)
    }
  }
  if (facts.length === 0) write('\nnothing that the other dumps lack\n')
  const alone = uncompared.flatMap(fact => [factText(fact), ...fact.also]).slice(0, max)
  if (alone.length > 0 && dumps > 1) {
    write(`\nthe same in all ${dumps}, with no such variable in other dumps:\n`)
    for (const text of alone) write(`  ${paint('grey', line(text, 2))}\n`)
  }
  if (dumps === 1) write('\none dump only: what it has by chance can\'t be told from the cause\n')
  for (const { file, problem } of unread) write(unreadLine('  ', file, problem, { columns, isTerminal }) + '\n')
}

/**
 * @param {number} number
 * @param {string} word
 */
function counted (number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

module.exports = { common }
