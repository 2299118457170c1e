'use strict'

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { ALLOW_FUNCTIONS_FLAG, UsageError } = require('../usage')
const { dumpTitle } = require('../../crash/title')
const { openDump } = require('../../dumps/open-dump')
const { findDump } = require('../../dumps/find-dump')
const { othersOfProcess } = require('../../dumps/same-process')
const { writtenPort } = require('../../editor/launch-file')
const { nextStep, openInEditor } = require('../../editor/open-in-editor')
const { jsonText, plain } = require('../../text/terminal-text')

/** How many other targets are printed. */
const MAX_ADDRESSES = 5

/** @type {import('../types').Command} */
const open = {
  usage: 'crash-collector open [dump] [--code] [--port <n>] [--allow-functions] [--html <file>] [--json]',
  summary: 'Open a dead process in Chrome DevTools, VS Code or node inspect.',
  flags: [
    ['--code', 'add a debug configuration to .vscode/launch.json here, and open VS Code; F5 then stops at the throw'],
    ['--port <n>', 'the port on 127.0.0.1 (any free one); debuggers look at 9229 by themselves'],
    ALLOW_FUNCTIONS_FLAG,
    ['--html <file>', 'instead, write all of it as one HTML page']
  ],
  options: {
    code: { type: 'boolean' },
    port: { type: 'string' },
    html: { type: 'string' },
    'allow-functions': { type: 'boolean' }
  },
  maxArguments: 1,
  async run ([name], flags, output) {
    const port = flags.port === undefined ? 0 : Number(flags.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      throw new UsageError('--port takes a number from 0 to 65535')
    }
    if (flags.code === true && flags.html !== undefined) throw new UsageError('--code and --html exclude each other')
    output.say?.('reading the dump')
    const dump = await openDump(findDump(name, output))
    if (typeof flags.html === 'string') {
      const runs = await require('../../usual/other-dumps').otherRuns(dump)
      require('../../page/write-page').writePage(dump, flags.html, { output, json: flags.json === true, runs })
      return 0
    }
    const others = await othersOfProcess(dump)
    const folder = process.cwd()
    const server = await serve(dump, {
      others,
      allowFunctions: flags['allow-functions'] === true,
      port,
      firstPort: flags.code === true && flags.port === undefined ? writtenPort(folder) : undefined
    })
    const opened = flags.code === true ? openInEditor(dump, { folder, port: server.port }) : undefined
    opened?.started.then(problem => {
      if (problem !== null) output.writeError(`crash-collector: ${opened.editor} did not open: ${plain(problem)}\n`)
    })
    const { webSocketUrl, devtoolsUrl } = server
    if (flags.json === true) {
      const inEditor = opened === undefined ? {} : { launch: opened.launch, editor: opened.editor }
      output.write(jsonText({ port: server.port, webSocketUrl, devtoolsUrl, others: server.others, ...inEditor }))
    } else {
      output.write(`${whyText(dump)}${plain(dumpTitle(dump))}
${opened === undefined ? '' : `\n${nextStep(opened, folder)}`}
Chrome        ${devtoolsUrl}
              or chrome://inspect, with 127.0.0.1:${server.port} under Configure
VS Code       a launch.json with { "type": "node", "request": "attach", "name": "dead process", "port": ${server.port} }
terminal      node inspect 127.0.0.1:${server.port}
WebSocket     ${webSocketUrl}
${othersText(server.others)}
Serving ${plain(dump.file)} to this machine only. Ctrl+C ends it.
`)
    }
    await new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
    })
    await server.close()
    return 0
  }
}

/**
 * @param {import('../../reader').Dump} dump
 * @returns {string} why the process died, in a line of its own; '' if the values don't prove it
 */
function whyText (dump) {
  const diagnosis = require('../../explain').explainRoot(dump)
  return diagnosis === null ? '' : `${diagnosis.text}\n`
}

/**
 * @param {import('../../reader').Dump} dump
 * @param {{ port: number, firstPort?: number, others: import('../../reader').Dump[], allowFunctions: boolean }}
 *   options firstPort: is tried before `port`
 */
async function serve (dump, { firstPort, ...options }) {
  // Loaded late, because --html does not need it.
  const { startReplayServer } = require('../../cdp/server')
  if (firstPort !== undefined) {
    try {
      return await startReplayServer(dump, { ...options, port: firstPort })
    } catch (error) {
      // Another program has it now, such as `open` on another dump.
      if (!(error instanceof CrashCollectorError) || error.code !== 'PORT_UNAVAILABLE') throw error
    }
  }
  return await startReplayServer(dump, options)
}

/**
 * Workers and suspended functions: the first ones with their addresses, and the place where all are listed.
 * @param {{ title: string, devtoolsUrl: string }[]} others
 */
function othersText (others) {
  if (others.length === 0) return ''
  const rest = others.length - MAX_ADDRESSES
  return `\nAlso of this process:\n${others
    .slice(0, MAX_ADDRESSES)
    .map(({ title, devtoolsUrl }) => `  ${title}\n    ${devtoolsUrl}\n`)
    .join('')}${rest > 0 ? `  and ${rest} more, at /json/list\n` : ''}`
}

module.exports = { open }
