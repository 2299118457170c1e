'use strict'

const { openDump } = require('../../dumps/open-dump')
const { createPaint } = require('../../text/colours')
const { compareDumps } = require('../../diff/compare-dumps')
const { diffText } = require('../../diff/text')
const { findDump } = require('../../dumps/find-dump')
const { jsonText } = require('../../text/terminal-text')
const { UsageError } = require('../usage')

/** @type {import('../types').Command} */
const diff = {
  usage: 'crash-collector diff <a> <b> [--json]',
  summary: 'Compare two dumps: the same crash? What differs in variables, environment and versions.',
  flags: [],
  options: {},
  maxArguments: 2,
  async run ([a, b], flags, output) {
    if (a === undefined || b === undefined) throw new UsageError('two dumps are needed')
    const left = await openDump(findDump(a, output))
    const right = await openDump(findDump(b, output))
    const difference = compareDumps(left, right)
    if (flags.json === true) output.write(jsonText({ a: left.file, b: right.file, ...difference }))
    else {
      const paint = createPaint(output.isTerminal)
      output.write(diffText(difference, { columns: Math.min(output.columns, 100), paint }))
    }
    return 0
  }
}

module.exports = { diff }
