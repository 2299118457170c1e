'use strict'

const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { findPersonal } = require('../scrub/personal')
const { readRules } = require('../scrub/rules')
const { scrubDump } = require('../scrub/scrub-dump')
const { jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { byteText } = require('crash-collector-inspect/text/words')
const { UsageError } = require('crash-collector-inspect/cli/usage')

/** @type {import('../scrub/rules').Rules} */
const NO_RULES = { names: [], texts: [], parts: [] }

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const scrub = {
  usage: 'crash-collector scrub <in> <out> [--rules <file>] [--personal] [--structure-only] [--json]',
  flags: [
    ['<in>', 'a dump: a path, a number from list, or last'],
    ['<out>', 'a new file; an existing one is not overwritten'],
    ['--rules <file>', 'JSON: names whose values go, texts that go, parts that go'],
    ['--personal', 'also take out names, e-mail, phone, address, IBAN, card and birth date of people'],
    ['--structure-only', 'keep types and shapes, names and code, and no values']
  ],
  options: { rules: { type: 'string' }, personal: { type: 'boolean' }, 'structure-only': { type: 'boolean' } },
  maxArguments: 2,
  async run ([input, output], flags, { write }) {
    if (input === undefined || output === undefined) throw new UsageError('two files are needed')
    const structureOnly = flags['structure-only'] === true
    const isPersonal = flags.personal === true
    if (flags.rules === undefined && !structureOnly && !isPersonal) {
      throw new UsageError('--rules, --personal or --structure-only is needed')
    }
    const given = flags.rules === undefined ? NO_RULES : readRules(String(flags.rules))
    const rules = isPersonal ? { ...given, personal: findPersonal() } : given
    const file = findDump(input)
    const { bytes, taken } = await scrubDump(file, output, { rules, structureOnly })
    if (flags.json === true) write(jsonText({ in: file, out: output, bytes, taken }))
    else {
      write(`${plain(output)} (${byteText(bytes)})\n`)
      for (const { what, count } of taken) write(`${String(count).padStart(6)} × ${plain(what)}\n`)
      if (taken.length === 0) write('nothing was taken out\n')
    }
    return 0
  }
}

module.exports = { scrub }
