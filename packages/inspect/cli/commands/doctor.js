'use strict'

const { createPaint } = require('../../text/colours')
const { jsonText, plain, wrap } = require('../../text/terminal-text')
const { examine } = require('../../setup/doctor')

/** @type {Record<import('../../setup/types').Finding['state'], [string, import('../../text/colours').Style]>} */
const STATES = { ok: ['ok', 'green'], note: ['note', 'yellow'], fails: ['fails', 'red'] }
const INDENT = 7

/** @type {import('../types').Command} */
const doctor = {
  usage: 'crash-collector doctor [--json]',
  summary: 'Check, with a real crash, whether a program here would leave a dump, and say what to do if not.',
  flags: [],
  options: {},
  maxArguments: 0,
  async run (_, { json }, output) {
    output.say?.('letting a program crash')
    const findings = await examine()
    output.write(json === true ? jsonText(findings) : findings.map(finding => text(finding, output)).join(''))
    return findings.some(({ state }) => state === 'fails') ? 1 : 0
  }
}

/**
 * @param {import('../../setup/types').Finding} finding
 * @param {import('../types').Output} output
 */
function text ({ state, text, remedy }, { columns, isTerminal }) {
  const [word, colour] = STATES[state]
  const paint = createPaint(isTerminal)
  const lines = wrap(plain(text), columns - INDENT)
  if (remedy !== undefined) lines.push(`  ${plain(remedy)}`) // in one line, so that a command can be copied
  const [first, ...rest] = lines
  return [paint(colour, word.padEnd(INDENT)) + first, ...rest.map(line => ' '.repeat(INDENT) + line), ''].join('\n')
}

module.exports = { doctor }
