'use strict'

const { show } = require('./show')

/** @type {import('../types').Command} */
const tasks = {
  usage: 'crash-collector tasks [dump] [--json]',
  summary: 'Show every suspended async function and generator, under what waits for it, as show --tasks.',
  flags: [],
  options: {},
  maxArguments: 1,
  run: (args, flags, output) => show.run(args, { ...flags, tasks: true }, output)
}

module.exports = { tasks }
