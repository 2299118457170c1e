'use strict'
// The commands that other packages bring. Without its package, a command says in one line what to install.

const { optionalPackage, requireOptional } = require('./optional-package')

/** @typedef {import('./types').Command} Command */

/** @type {Record<string, { from: string, summary: string, isForProduction?: boolean }>} */
const PACKAGED = {
  common: {
    from: 'crash-collector-fleet',
    summary: 'Say what the crashes of a group share and others do not: a value, a customer, a host; the surest first.'
  },
  report: {
    from: 'crash-collector-fleet',
    summary: 'Write one page about all crashes: groups over time, releases, new ones and gone ones, what they share.'
  },
  sql: { from: 'crash-collector-fleet', summary: 'Ask all dumps of a directory at once, in SQL.' },
  reproduce: {
    from: 'crash-collector-reproduce',
    summary: 'Write a test that calls the failing function with what it was called with, and fails as the process did.'
  },
  verify: {
    from: 'crash-collector-reproduce',
    summary:
      'Say whether a crash is gone after an edit. Exit codes: 0 gone, 3 unknown, 4 the same error, 5 another one.'
  },
  scrub: {
    from: 'crash-collector-upload',
    summary: 'Write a copy of a dump with less in it, and say what was taken out.'
  },
  upload: {
    from: 'crash-collector-upload',
    summary: 'Send a dump to S3, a shared directory, OpenTelemetry or Sentry: a command for onDump.',
    isForProduction: true
  }
}

/**
 * @param {string} name a key of PACKAGED
 * @returns {Command} the package's; if that is not installed, one that throws PACKAGE_MISSING
 */
function packagedCommand (name) {
  const { from, summary, isForProduction } = PACKAGED[name]
  const module = optionalPackage(from, `commands/${name}`)
  if (module !== null) return { ...module[name], summary }
  return {
    usage: `crash-collector ${name} …`,
    summary: `${summary} Needs the package ${from}.`,
    flags: [],
    options: {},
    maxArguments: 0,
    isMissing: true,
    run: async () => requireOptional(from, { isForProduction })
  }
}

module.exports = { packagedCommand }
