'use strict'

const { readConfig } = require('crash-collector-shared/config')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { pruneDumps } = require('crash-collector-shared/dump/retention')
const { filledDirectory } = require('../../dumps/find-dump')
const { byteText } = require('../../text/words')
const { jsonText, plain } = require('../../text/terminal-text')
const { wholeNumber } = require('../usage')

/** @type {import('../types').Command} */
const prune = {
  usage: 'crash-collector prune [directory] [--keep <n>] [--max-bytes <n>] [--max-days <n>] [--dry-run] [--json]',
  summary: 'Remove old dumps beyond the configured limits, which are 50 dumps and 500 MB by default.',
  flags: [
    ['--keep <n>', 'how many of the newest dumps stay'],
    ['--max-bytes <n>', 'how many bytes all dumps may take; the newest always stays'],
    ['--max-days <n>', 'age in days at which a dump is removed; 0 for no limit'],
    ['--dry-run', 'only say what would be removed']
  ],
  options: {
    keep: { type: 'string' },
    'max-bytes': { type: 'string' },
    'max-days': { type: 'string' },
    'dry-run': { type: 'boolean' }
  },
  maxArguments: 1,
  async run ([directory], flags, output) {
    const { config } = readConfig()
    const retention = {
      retainCount: wholeNumber(flags, 'keep') ?? config.retainCount,
      retainBytes: wholeNumber(flags, 'max-bytes', { least: 0 }) ?? config.retainBytes,
      retainDays: wholeNumber(flags, 'max-days', { least: 0 })
    }
    const dryRun = flags['dry-run'] === true
    const pruned = directory ?? filledDirectory()
    const { removed, removedBytes, kept, problems } = pruneDumps(pruned, retention, { dryRun })
    if (flags.json === true) {
      output.write(
        jsonText({
          directory: pruned,
          dryRun,
          removed,
          removedBytes,
          kept: kept.map(file => file.path),
          problems
        })
      )
    } else {
      for (const file of removed) output.write(`${plain(file)}\n`)
      const verb = dryRun ? 'would remove' : 'removed'
      output.write(
        `${verb} ${removed.length} (${byteText(removedBytes)}), ${dryRun ? 'would keep' : 'kept'} ${kept.length}\n`
      )
    }
    if (problems.length > 0) {
      throw new CrashCollectorError(
        'PRUNE_INCOMPLETE',
        `${problems.length} file${problems.length === 1 ? '' : 's'} could not be removed, first: ${problems[0]}`,
        { hint: 'the directory must belong to this user' }
      )
    }
    return 0
  }
}

module.exports = { prune }
