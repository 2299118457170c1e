'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { findDump } = require('crash-collector-inspect/dumps/find-dump')
const { jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { byteText } = require('crash-collector-inspect/text/words')
const { uploadSource } = require('crash-collector-inspect/cli/upload-source')
const { UsageError } = require('crash-collector-inspect/cli/usage')
const { RECIPIENT_FLAG } = require('../encryption')

/** @typedef {import('crash-collector-inspect/cli/types').Flags} Flags */

const MAX_BYTES = 100_000_000
/** @type {import('../scrub/rules').Rules} */
const NO_RULES = { names: [], texts: [], parts: [] }

/**
 * Makes what is sent of a dump, by what its receiver takes.
 * @type {Record<string, (file: string) => Promise<Buffer>>}
 */
const FORMS = {
  dump: async file => fs.readFileSync(file),
  otlp: async file => Buffer.from(await exported('otlp', file)),
  sentry: async file => Buffer.from(envelopeOf(await exported('sentry', file)))
}

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const upload = {
  usage:
    'crash-collector upload [dump] [--to <address>] [--recipient <file>] [--rules <file>] [--structure-only] [--json]',
  flags: [
    [
      '--to <address>',
      's3://bucket/prefix, a directory, otlp+https://…, or sentry+ and a DSN (CRASH_COLLECTOR_UPLOAD_TO)'
    ],
    RECIPIENT_FLAG,
    ['--rules <file>', 'take more out first, as scrub does'],
    ['--structure-only', 'take all values out first, as scrub does']
  ],
  options: {
    to: { type: 'string' },
    recipient: { type: 'string' },
    rules: { type: 'string' },
    'structure-only': { type: 'boolean' }
  },
  maxArguments: 1,
  async run ([word], flags, output) {
    const { CRASH_COLLECTOR_UPLOAD_TO, CRASH_COLLECTOR_UPLOAD_MAX_BYTES } = process.env
    const to = flags.to ?? CRASH_COLLECTOR_UPLOAD_TO
    if (typeof to !== 'string' || to === '') throw new UsageError('--to is needed')
    const maxBytes = CRASH_COLLECTOR_UPLOAD_MAX_BYTES || MAX_BYTES
    if (!/^\d{1,12}$/.test(String(maxBytes))) {
      throw new UsageError('CRASH_COLLECTOR_UPLOAD_MAX_BYTES is not a whole number')
    }
    const { upload: uploadDump } = require('..')
    // The command of onDump finds the path of its dump in the variable.
    const dump = path.resolve(findDump(word ?? process.env.CRASH_COLLECTOR_DUMP, output))
    if (!fs.existsSync(dump)) {
      throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump at ${dump}`)
    }
    output.say?.('sending the dump')
    const result = await uploadDump(uploadSource(output), {
      dump,
      to,
      recipient: flags.recipient === undefined ? undefined : String(flags.recipient),
      maxBytes: Number(maxBytes),
      read: (/** @type {string} */ form) => withoutSecrets(dump, flags, FORMS[form])
    })
    print(result, flags, output)
    return 0
  }
}

/**
 * @template T
 * @param {string} dump path
 * @param {Flags} flags
 * @param {(file: string) => Promise<T>} use gets the path of the dump, or of a copy that the rules have scrubbed
 * @returns {Promise<T>}
 */
async function withoutSecrets (dump, flags, use) {
  const structureOnly = flags['structure-only'] === true
  if (flags.rules === undefined && !structureOnly) return use(dump)
  const { readRules } = require('../scrub/rules')
  const { withScrubbed } = require('../scrub/scrub-dump')
  const rules = flags.rules === undefined ? NO_RULES : readRules(String(flags.rules))
  return await withScrubbed(dump, { rules, structureOnly }, use)
}

/**
 * @param {string} format
 * @param {string} file
 */
async function exported (format, file) {
  const { openDump } = require('crash-collector-inspect/dumps/open-dump')
  const { exportDump } = require('crash-collector-inspect/export')
  const { SourceMaps } = require('crash-collector-inspect/source/source-map')
  const dump = await openDump(file)
  return exportDump(format, dump, new SourceMaps(dump))
}

/**
 * @param {string} event JSON
 * @returns {string} https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
function envelopeOf (event) {
  const payload = event.trimEnd()
  const header = { event_id: JSON.parse(payload).event_id }
  const item = { type: 'event', content_type: 'application/json', length: Buffer.byteLength(payload) }
  return [header, item].map(each => JSON.stringify(each) + '\n').join('') + payload + '\n'
}

/**
 * @param {{ to: string, sent: { key: string, bytes: number }[], waiting: number }} result
 * @param {Flags} flags
 * @param {import('crash-collector-inspect/cli/types').Output} output
 */
function print (result, flags, { write }) {
  if (flags.json === true) {
    write(jsonText(result))
    return
  }
  for (const { key, bytes } of result.sent) {
    write(`${plain(`${result.to.replace(/\/+$/, '')}/${key}`)} (${byteText(bytes)})\n`)
  }
  if (result.waiting > 0) write(`${result.waiting} more wait\n`)
}

module.exports = { upload }
