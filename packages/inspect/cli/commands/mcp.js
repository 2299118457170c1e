'use strict'

const { version } = require('../../package.json')
const { asData } = require('../../agent/as-data')
const { KeptWorld } = require('../../evaluate/kept-world')
const { findDump } = require('../../dumps/find-dump')
const { openDump } = require('../../dumps/open-dump')
const { Session } = require('../../repl/session')
const { noPaint } = require('../../text/colours')
const { requireOptional } = require('../optional-package')

const COLUMNS = 100

/** @typedef {import('../types').Output} Output */

/**
 * @param {(argv: string[], output: Output) => Promise<number>} runCommand
 * @returns {import('../types').Command}
 */
function mcpOf (runCommand) {
  return {
    usage: 'crash-collector mcp [--allow-run]',
    summary: 'Let an agent read dumps, over the Model Context Protocol (needs the package crash-collector-mcp).',
    flags: [['--allow-run', 'also reproduce and verify, which run code of the dump and of the project']],
    options: { 'allow-run': { type: 'boolean' } },
    maxArguments: 0,
    async run (_, flags) {
      const { serve } = requireOptional('crash-collector-mcp')
      const kept = new KeptWorld()
      const source = { version, asData, inFrame, ask: (/** @type {string[]} */ argv) => ask(runCommand, argv, kept) }
      await serve(source, { mayRun: flags['allow-run'] === true })
      kept.close()
      return 0
    }
  }
}

/**
 * @param {(argv: string[], output: Output) => Promise<number>} runCommand
 * @param {string[]} argv
 * @param {KeptWorld} kept
 * @returns {Promise<{ text: string, failed: boolean }>} what the command prints
 */
async function ask (runCommand, argv, kept) {
  /** @type {string[]} */
  const printed = []
  const write = (/** @type {string} */ text) => printed.push(text)
  const exitCode = await runCommand(argv, { write, writeError: write, isTerminal: false, columns: COLUMNS, kept })
  return { text: printed.join(''), failed: exitCode !== 0 }
}

/**
 * @param {string | undefined} dump as on the command line
 * @param {string | undefined} frame its number, or the id of an async task; by default the innermost one
 * @param {'vars' | 'source'} line of the prompt
 * @returns {Promise<{ text: string, failed: boolean }>} what the prompt answers
 */
async function inFrame (dump, frame, line) {
  const session = new Session(await openDump(findDump(dump)), { columns: COLUMNS, paint: noPaint })
  if (frame !== undefined) await session.execute(`frame ${frame}`)
  return { text: await session.execute(line), failed: false }
}

module.exports = { mcpOf }
