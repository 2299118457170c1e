'use strict'

const fs = require('node:fs')
const { CONFIG_FILE } = require('crash-collector-shared/config')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { firstConfig } = require('../../setup/first-config')
const { withPreload } = require('../../setup/preload')
const { jsonText, plain } = require('../../text/terminal-text')

/** @type {import('../types').Command} */
const init = {
  usage: 'crash-collector init [--json]',
  summary: `Write ${CONFIG_FILE}: the settings that people change, with their defaults and reasons.`,
  flags: [],
  options: {},
  maxArguments: 0,
  async run (_, { json }, output) {
    try {
      fs.writeFileSync(CONFIG_FILE, firstConfig(), { flag: 'wx' })
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
      const why = code === 'EEXIST' ? 'it exists already' : message
      throw new CrashCollectorError('CONFIG_NOT_WRITTEN', `${CONFIG_FILE} was not written: ${why}`, { cause: error })
    }
    output.write(json === true ? jsonText({ file: CONFIG_FILE }) : nextSteps())
    return 0
  }
}

function nextSteps () {
  return [
    `${CONFIG_FILE} has the settings that people change, with their defaults.`,
    '',
    'To try it:            crash-collector run node server.js',
    `For the service:      NODE_OPTIONS=${plain(withPreload())}`,
    'To check it:          crash-collector doctor',
    ''
  ].join('\n')
}

module.exports = { init }
