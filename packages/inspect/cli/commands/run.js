'use strict'

const { runPreloaded } = require('../../setup/run-preloaded')
const { UsageError } = require('../usage')

/** @type {import('../types').Command} */
const run = {
  usage: 'crash-collector run [--] <program> [arguments]',
  summary: 'Run a program, and all that it starts, with the collector: `npx crash-collector run node server.js`.',
  flags: [['program', 'a command, such as node, npm or a file of JavaScript; all words after it are its own']],
  options: {},
  maxArguments: Infinity,
  passesWords: true,
  async run ([program, ...args]) {
    if (program === undefined) throw new UsageError('which program?')
    return await runPreloaded(program, args)
  }
}

module.exports = { run }
