'use strict'

const readline = require('node:readline')
const { ALLOW_FUNCTIONS_FLAG, UsageError } = require('../usage')
const { dumpTitle } = require('../../crash/title')
const { openDump } = require('../../dumps/open-dump')
const { createPaint } = require('../../text/colours')
const { findDump } = require('../../dumps/find-dump')
const { plain } = require('../../text/terminal-text')
const { historyFile, readHistory, writeHistory, MAX_LINES } = require('../../repl/history')
const { Session } = require('../../repl/session')

/** The prompt for the further lines of an expression. */
const CONTINUED = '... '

/** @type {import('../types').Command} */
const repl = {
  usage: 'crash-collector repl [dump] [--allow-functions]',
  summary: 'A prompt on a dead process: walk its frames, look at variables and source, evaluate.',
  flags: [ALLOW_FUNCTIONS_FLAG],
  options: { 'allow-functions': { type: 'boolean' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    if (flags.json === true) throw new UsageError('repl has no --json; eval has')
    const dump = await openDump(findDump(name, output))
    const session = new Session(dump, {
      columns: Math.min(output.columns, 100),
      paint: createPaint(output.isTerminal),
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
    let text = ''
    const ask = () => {
      lines.setPrompt(text === '' ? session.prompt : CONTINUED)
      if (isTerminal) lines.prompt()
    }
    lines.on('SIGINT', () => {
      const isEmpty = text === '' && lines.line === ''
      text = ''
      output.write(isEmpty ? '\n(exit, q or Ctrl+D ends)\n' : '\n')
      // The line is taken back, as a shell does it.
      lines.write(null, { ctrl: true, name: 'e' })
      lines.write(null, { ctrl: true, name: 'u' })
      ask()
    })
    if (isTerminal) {
      output.write(`${plain(dumpTitle(dump))}\n${await session.execute('frame')}help lists the commands.\n`)
    }
    ask()
    for await (const line of lines) {
      text += text === '' ? line : `\n${line}`
      if (!session.goesOn(text)) {
        output.write(await session.execute(text))
        text = ''
      }
      if (session.isOver) break
      ask()
    }
    // The input ended within an expression.
    if (text !== '') output.write(await session.execute(text))
    session.end()
    lines.close()
    return 0
  }
}

module.exports = { repl }
