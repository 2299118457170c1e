'use strict'
// An S3 server for tests, which can be made to fail, and a command line whose environment leads there.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { startS3Server } = require('../../examples/fleet/s3-server')
const { runCommand } = require('../../packages/inspect/cli/command-line')

/** @typedef {import('tap').Test} Test */
/** @typedef {import('../../examples/fleet/s3-server').Options} Options */

const KEYS = { accessKeyId: 'AKIDFORTESTS', secretAccessKey: 'secret of the tests' }

/**
 * What the client of S3 reads, and what it must not find on a developer's machine.
 * @type {Record<string, string>}
 */
const ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  AWS_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null'
}

/**
 * @param {Test} t
 * @param {Partial<Options>} [options]
 */
async function startStore (t, options = {}) {
  const server = await startS3Server({ ...KEYS, buckets: ['crashes'], ...options })
  t.teardown(server.close)
  return { ...server, address: `s3://crashes/prod?endpoint=${server.endpoint}` }
}

/**
 * Runs a command in this process, which takes a tenth of the time.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
async function runHere (args, env) {
  const all = { ...ENVIRONMENT, ...env }
  const before = { ...process.env }
  const run = { stdout: '', stderr: '', exitCode: 0 }
  try {
    for (const [name, value] of Object.entries(all)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    run.exitCode = await runCommand(args, {
      write: text => { run.stdout += text },
      writeError: text => { run.stderr += text },
      isTerminal: false,
      columns: 100
    })
  } finally {
    for (const name of Object.keys(all)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  return run
}

/**
 * A command line for dumps of one machine, with a cache of its own.
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function cliAt (cwd, env = {}) {
  const cache = path.join(cwd, 'cache')
  fs.mkdirSync(cache, { mode: 0o700, recursive: true })
  const own = { XDG_CACHE_HOME: cache, CRASH_COLLECTOR_DIR: path.join(cwd, 'crashes'), ...env }
  return (/** @type {string[]} */ args, /** @type {Record<string, string | undefined>} */ more = {}) =>
    runHere(args, { ...own, ...more })
}

/**
 * @param {string} directory of dumps
 * @returns {string[]} files that wait for a receiver
 */
function waitingFor (directory) {
  const spool = path.join(directory, '.upload')
  if (!fs.existsSync(spool)) return []
  return /** @type {string[]} */ (fs.readdirSync(spool, { recursive: true })).filter(name =>
    fs.statSync(path.join(spool, name)).isFile())
}

/**
 * @param {Test} t
 * @param {(request: { url: string, headers: http.IncomingHttpHeaders, body: string }) =>
 *   { status: number, body?: string }} answer
 */
async function startReceiver (t, answer) {
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { status, body: text = '' } = answer({ url: String(request.url), headers: request.headers, body })
    response.writeHead(status, { 'retry-after': '0' }).end(text)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
}

module.exports = { ENVIRONMENT, cliAt, startReceiver, startStore, waitingFor }
