'use strict'

const { askProcess } = require('../ask-process')
const { jsonText, plain } = require('../../text/terminal-text')
const { UsageError, wholeNumber } = require('../usage')

const TIMEOUT_MS = 10_000

/** @type {import('../types').Command} */
const capture = {
  usage: 'crash-collector capture <pid> [--tasks] [--timeout <ms>] [--json]',
  summary: 'Write a dump of a running process, which goes on running, and print its path.',
  flags: [
    ['--tasks', 'also find suspended functions in a heap over 100 MB; stops the process for a millisecond for each MB'],
    ['--timeout <ms>', `how long to wait for the answer (${TIMEOUT_MS})`]
  ],
  options: {
    tasks: { type: 'boolean' },
    timeout: { type: 'string' }
  },
  maxArguments: 1,
  async run ([pid], flags, output) {
    if (pid === undefined) throw new UsageError('which process?')
    if (!/^[1-9]\d{0,8}$/.test(pid)) throw new UsageError(`a pid is a whole number, not ${plain(pid)}`)
    const timeoutMs = wholeNumber(flags, 'timeout', { what: 'milliseconds' }) ?? TIMEOUT_MS
    output.say?.(`waiting for process ${pid}, ${Math.ceil(timeoutMs / 1000)} s at most`)
    const file = await askProcess(Number(pid), { allTasks: flags.tasks === true, timeoutMs })
    output.write(flags.json === true ? jsonText({ pid: Number(pid), file }) : `${plain(file)}\n`)
    return 0
  }
}

module.exports = { capture }
