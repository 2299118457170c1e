'use strict'

const { ALLOW_FUNCTIONS_FLAG, UsageError } = require('../usage')
const { dumpTitle } = require('../../crash/title')
const { openDump } = require('../../dumps/open-dump')
const { findDump } = require('../../dumps/find-dump')
const { othersOfProcess } = require('../../dumps/same-process')
const { jsonText, plain } = require('../../text/terminal-text')

/** How many other targets are printed. */
const MAX_ADDRESSES = 5

/** @type {import('../types').Command} */
const open = {
  usage: 'crash-collector open [dump] [--port <n>] [--allow-functions] [--html <file>] [--json]',
  summary: 'Open a dead process in Chrome DevTools, VS Code or node inspect.',
  flags: [
    ['--port <n>', 'where to listen on 127.0.0.1 (any that is free); 9229 is where debuggers look by themselves'],
    ALLOW_FUNCTIONS_FLAG,
    ['--html <file>', 'instead, write all of it as one HTML page']
  ],
  options: { port: { type: 'string' }, html: { type: 'string' }, 'allow-functions': { type: 'boolean' } },
  maxArguments: 1,
  async run ([name], flags, output) {
    const port = flags.port === undefined ? 0 : Number(flags.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      throw new UsageError('--port takes a number from 0 to 65535')
    }
    const dump = await openDump(findDump(name), {
      deeper: typeof flags.html !== 'string',
      writeError: output.writeError
    })
    if (typeof flags.html === 'string') {
      require('../../page/write-page').writePage(dump, flags.html, { output, json: flags.json === true })
      return 0
    }
    const others = await othersOfProcess(dump)
    const server = await require('../../cdp/server').startReplayServer(dump, {
      port,
      others,
      allowFunctions: flags['allow-functions'] === true
    })
    if (flags.json === true) {
      output.write(
        jsonText({
          port: server.port,
          webSocketUrl: server.webSocketUrl,
          devtoolsUrl: server.devtoolsUrl,
          others: server.others
        })
      )
    } else {
      output.write(`${plain(dumpTitle(dump))}

Chrome        ${server.devtoolsUrl}
              or chrome://inspect, with 127.0.0.1:${server.port} under Configure
VS Code       a launch.json with { "type": "node", "request": "attach", "name": "dead process", "port": ${server.port} }
terminal      node inspect 127.0.0.1:${server.port}
WebSocket     ${server.webSocketUrl}
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
