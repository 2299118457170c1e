'use strict'
// Attaches VS Code's JavaScript debugger to a port, with the requests that VS Code's window makes, in its order.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const readline = require('node:readline')
const { jsDebug } = require('../../../scripts/long-tests/js-debug')
const { matrixNode } = require('../../../scripts/build/matrix-node')
const { runNode } = require('../run-node')
const { connectAdapter } = require('./dap-client')

/** @typedef {import('./dap-client').DapClient} DapClient */
/** @typedef {Awaited<ReturnType<typeof attachVsCode>>} VsCode */

/**
 * @param {object} configuration an entry of launch.json
 * @param {'default'|'all'|'none'} [boxes] which kinds of exceptions are ticked in the view of breakpoints
 */
async function attachVsCode (configuration, boxes = 'default') {
  // The debugger makes sockets in it, whose paths must be short.
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'vscode-'))
  /** @type {import('node:child_process').ChildProcess|undefined} */
  let host
  const run = runNode([path.join(__dirname, 'extension-host.js'), jsDebug(), directory], {
    cwd: directory,
    node: hostNode(),
    timeoutMs: 0,
    input: null,
    onSpawn (child) {
      host = child
    }
  })
  if (host?.stdout == null || host.stdin === null) throw new TypeError('the extension host has no streams')
  host.stdin.write(`${JSON.stringify(configuration)}\n`)
  /** @type {DapClient[]} */
  const clients = []
  const close = async () => {
    for (const client of clients) client.close()
    host?.stdin?.end()
    await run
    fs.rmSync(directory, { recursive: true, force: true })
  }
  // The first session is that of the configuration. The debugger starts one more for the process that it finds, and
  // answers the first one's attach request after that.
  /** @type {Promise<any>|undefined} */
  let first
  for await (const line of readline.createInterface({ input: host.stdout })) {
    const session = JSON.parse(line)
    const client = await connectAdapter(session.path)
    clients.push(client)
    const started = startSession(client, session.configuration, boxes)
    if (first !== undefined) return { ...client, capabilities: await started, attached: first, close }
    first = started
    first.catch(() => host?.stdin?.end())
  }
  await first
  throw new Error(`the debugger ended: ${(await run).stderr}`)
}

/**
 * @param {DapClient} client
 * @param {object} configuration
 * @param {'default'|'all'|'none'} boxes
 */
async function startSession (client, configuration, boxes) {
  const capabilities = await client.ask('initialize', {
    clientID: 'vscode',
    adapterID: 'pwa-node',
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: 'path',
    supportsVariableType: true,
    supportsVariablePaging: true,
    supportsRunInTerminalRequest: true,
    supportsMemoryReferences: true,
    supportsInvalidatedEvent: true,
    supportsStartDebuggingRequest: true
  })
  const attached = client.ask('attach', configuration)
  await client.event('initialized')
  const filters = capabilities.exceptionBreakpointFilters
    .filter((/** @type {{ default?: boolean }} */ each) => boxes === 'all' || (boxes === 'default' && each.default))
    .map((/** @type {{ filter: string }} */ { filter }) => filter)
  await client.ask('setExceptionBreakpoints', {
    filters: [],
    filterOptions: filters.map((/** @type {string} */ filterId) => ({ filterId }))
  })
  await client.ask('configurationDone')
  await attached
  return capabilities
}

/**
 * The debugger's WebSocket client does not connect if it runs on Node.js 24 or 26.
 * @returns {string} the executable that runs the debugger
 */
function hostNode () {
  return Number(process.versions.node.split('.', 1)[0]) <= 22 ? process.execPath : matrixNode('22')
}

module.exports = { attachVsCode }
