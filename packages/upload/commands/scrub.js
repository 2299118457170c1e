'use strict'

const fs = require('node:fs')
const { uploadSource } = require('crash-collector-inspect/cli/upload-source')
const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { findPersonal } = require('../scrub/personal')
const { readRules } = require('../scrub/rules')
const { RECIPIENT_FLAG, recipientsIn } = require('../encryption')
const { scrubDump, withScrubbed, writeNew } = require('../scrub/scrub-dump')
const { jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { byteText } = require('crash-collector-inspect/text/words')
const { UsageError } = require('crash-collector-inspect/cli/usage')

/** @type {import('../scrub/rules').Rules} */
const NO_RULES = { names: [], texts: [], parts: [] }

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const scrub = {
  usage:
    'crash-collector scrub <in> [<out>] [--out <file>] [--rules <file>] [--personal] [--structure-only] ' +
    '[--recipient <file>] [--json]',
  flags: [
    ['<in>', 'a dump: a path, a number from list, or last'],
    ['<out>, --out <file>', 'a new file; an existing one is not overwritten'],
    ['--rules <file>', 'JSON: the names, texts and parts to take out'],
    ['--personal', 'also take out names, e-mail, phone, address, IBAN, card and birth date of people'],
    ['--structure-only', 'keep types and shapes, names and code, and no values'],
    RECIPIENT_FLAG
  ],
  options: {
    rules: { type: 'string' },
    personal: { type: 'boolean' },
    'structure-only': { type: 'boolean' },
    recipient: { type: 'string' },
    out: { type: 'string' }
  },
  maxArguments: 2,
  async run ([input, word], flags, output) {
    const file = word ?? flags.out
    if (input === undefined || typeof file !== 'string') throw new UsageError('two files are needed')
    if (word !== undefined && flags.out !== undefined) throw new UsageError('--out and <out> exclude each other')
    const structureOnly = flags['structure-only'] === true
    const isPersonal = flags.personal === true
    if (flags.rules === undefined && !structureOnly && !isPersonal) {
      throw new UsageError('--rules, --personal or --structure-only is needed')
    }
    const given = flags.rules === undefined ? NO_RULES : readRules(String(flags.rules))
    const rules = isPersonal ? { ...given, personal: findPersonal() } : given
    const dump = findDump(input, output)
    const how = { rules, structureOnly }
    const { bytes, taken } = flags.recipient === undefined
      ? await scrubDump(dump, file, how)
      : await scrubEncrypted(dump, file, { how, recipient: String(flags.recipient), source: uploadSource(output) })
    if (flags.json === true) output.write(jsonText({ in: dump, out: file, bytes, taken }))
    else {
      output.write(`${plain(file)} (${byteText(bytes)})\n`)
      for (const { what, count } of taken) output.write(`${String(count).padStart(6)} × ${plain(what)}\n`)
      if (taken.length === 0) output.write('nothing was taken out\n')
    }
    return 0
  }
}

/**
 * @param {string} dump path
 * @param {string} file a new one, which only the owners of the keys can read
 * @param {{ how: Parameters<typeof scrubDump>[2], recipient: string, source: import('../address').Source }} options
 * @returns {ReturnType<typeof scrubDump>}
 */
async function scrubEncrypted (dump, file, { how, recipient, source }) {
  const encrypt = await recipientsIn(source, recipient)
  return await withScrubbed(dump, how, async (copy, { taken }) => {
    const content = await encrypt(fs.readFileSync(copy))
    writeNew(file, content)
    return { bytes: content.length, taken }
  })
}

module.exports = { scrub }
