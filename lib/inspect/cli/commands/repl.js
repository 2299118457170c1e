'use strict'

const readline = require('node:readline')
const { ALLOW_FUNCTIONS_FLAG, UsageError } = require('../usage')
const { dumpTitle } = require('../../crash/title')
const { openDump } = require('../../dumps/open-dump')
const { paintFor } = require('../../text/colours')
const { findDump } = require('../../dumps/find-dump')
const { plain } = require('../../text/terminal-text')
const { historyFile, readHistory, writeHistory, MAX_LINES } = require('../../repl/history')
const { Session } = require('../../repl/session')

/** @type {import('../types').Command} */
const repl = {
  usage: 'crash-collector repl [dump] [--allow-functions]',
  summary: 'A prompt on a dead process: walk its frames, look at variables and source, evaluate.',
  flags: [ALLOW_FUNCTIONS_FLAG],
  options: { 'allow-functions': { type: 'boolean' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    if (flags.json === true) throw new UsageError('repl has no --json; eval has')
    const dump = await openDump(findDump(name), { deeper: true, writeError: output.writeError })
    const session = new Session(dump, {
      columns: Math.min(output.columns, 100),
      paint: paintFor(output.isTerminal),
      allowFunctions: flags['allow-functions'] === true
    })
    const isTerminal = output.isTerminal && process.stdin.isTTY === true
    const file = isTerminal ? historyFile(process.env) : null
    const lines = readline.createInterface({
      input: process.stdin,
      // A script that pipes commands in gets only their output, without prompts.
      output: isTerminal ? process.stdout : undefined,
      terminal: isTerminal,
      history: readHistory(file),
      historySize: MAX_LINES,
      removeHistoryDuplicates: true,
      completer: (/** @type {string} */ line) => session.complete(line)
    })
    lines.on('history', (/** @type {string[]} */ history) => writeHistory(file, history))
    if (isTerminal) {
      output.write(`${plain(dumpTitle(dump))}\n${await session.execute('frame')}help lists the commands.\n`)
      lines.setPrompt(session.prompt)
      lines.prompt()
    }
    for await (const line of lines) {
      output.write(await session.execute(line))
      if (session.isOver) break
      lines.setPrompt(session.prompt)
      if (isTerminal) lines.prompt()
    }
    lines.close()
    return 0
  }
}

module.exports = { repl }
