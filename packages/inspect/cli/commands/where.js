'use strict'

const { preloadWord, withPreload } = require('../../setup/preload')
const { jsonText } = require('../../text/terminal-text')

/** @type {import('../types').Command} */
const where = {
  usage: 'crash-collector where [--json]',
  summary: 'Print the path of the preload, for NODE_OPTIONS: it works in every directory.',
  flags: [],
  options: {},
  maxArguments: 0,
  async run (_, { json }, output) {
    const preload = preloadWord()
    output.write(json === true ? jsonText({ preload, nodeOptions: withPreload() }) : `${preload}\n`)
    return 0
  }
}

module.exports = { where }
