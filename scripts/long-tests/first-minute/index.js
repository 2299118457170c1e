'use strict'
// npm run test:first-minute [-- npm pnpm yarn pnp] [--from local|registry] [--short] [--rows file]: does what a new
// user does with the README, in an empty directory, with each package manager: installs, lets programs die, reads their
// dumps, and opens one as a page, in Chrome DevTools and in VS Code's debugger. `local` installs what
// `npm run pack:local` has made; `registry` installs what `npm run release` has made, from a registry on this machine.
// --short opens no page and no debugger. Prints a row of JSON for each, with the seconds since the first command.

const assert = require('node:assert')
const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { OUTPUT } = require('../../platforms/targets')
const { openDebuggers, openPage } = require('./open')
const { MANAGERS, provide } = require('./managers')
const { startRegistry } = require('./registry')

const APPLICATION = path.join(__dirname, 'application')
/** Variables without which this machine may not reach npm's registry. */
const NETWORK = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(https?|no)_proxy)$/i
/** What `npm install crash-collector` brings, itself first. */
const INSTALLED = ['', '-shared', '-inspect', '-reproduce', '-execution-path'].map(name => `crash-collector${name}`)
const DIAGNOSIS = "`product` is undefined: `catalog.get(line.sku)` found no key 'teapot'"

/**
 * A user's application, with nothing installed.
 * @typedef {object} Application
 * @property {string} directory
 * @property {string} state folder of the user's programs' states
 * @property {(words: string[], options?: { cwd?: string, env?: Record<string, string> }) =>
 *   { status: number | null, stdout: string, stderr: string }} run a command
 * @property {(words: string[]) => import('node:child_process').ChildProcess} start
 * @property {string[]} add words of the command that installs
 * @property {(...words: string[]) => string[]} collector words of the command `crash-collector`
 * @property {(...words: string[]) => string[]} node the same of Node.js
 */

/**
 * @param {string} name of the package manager
 * @param {{ command: string[], registry: string, home: string }} options
 * @returns {Application}
 */
function createApplication (name, { command, registry, home }) {
  const { add, exec, files = {}, env: environment } = MANAGERS[name]
  const directory = path.join(home, 'shop')
  fs.cpSync(APPLICATION, directory, { recursive: true })
  const manifest = { name: 'shop', version: '1.0.0', private: true }
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest))
  for (const [file, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(directory, file), text.replace('REGISTRY', registry))
  }
  const network = Object.entries(process.env).filter(([variable]) => NETWORK.test(variable))
  const own = { PATH: process.env.PATH, HOME: home, COLUMNS: '80' }
  const env = { ...Object.fromEntries(network), ...own, ...environment?.(registry) }
  return {
    directory,
    state: path.join(home, '.local', 'state'),
    run: ([program, ...args], options = {}) =>
      spawnSync(program, args, {
        cwd: options.cwd ?? directory,
        env: { ...env, ...options.env },
        encoding: 'utf8',
        maxBuffer: 2 ** 28
      }),
    start: ([program, ...args]) =>
      spawn(program, args, { cwd: directory, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true }),
    add: [...command, ...add],
    collector: (...words) => [...command, ...exec, 'crash-collector', ...words],
    node: (...words) => [...command, ...exec, 'node', ...words]
  }
}

/** @param {Application} application @returns {string[]} paths of the dumps that lie where they lie without settings */
function dumps ({ state }) {
  if (!fs.existsSync(state)) return []
  const names = /** @type {string[]} */ (fs.readdirSync(state, { recursive: true }))
  return names.filter(name => name.endsWith('.ccdump')).map(name => path.join(state, name))
}

/**
 * A crash must leave one more dump, with the variables of the throw.
 * @param {Application} application
 * @param {string[]} words
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns what the program printed
 */
function crash (application, words, options) {
  const before = dumps(application)
  const ended = application.run(words, options)
  const added = dumps(application).filter(name => !before.includes(name))
  assert.strictEqual(added.length, 1, `${words.join(' ')} left ${added.length} dumps:\n${ended.stdout}${ended.stderr}`)
  const { stdout, stderr } = application.run(application.collector('eval', added[0], 'line.sku'))
  assert.strictEqual(stdout, "'teapot'\n", stderr)
  return ended
}

/** The steps of the README, in its order. @type {[string, (application: Application) => void][]} */
const STEPS = [
  ['run', application => {
    const { status, stderr } = crash(application, application.collector('run', 'node', 'server.js'))
    assert.strictEqual(status, 1, stderr)
    assert.match(stderr, /^crash-collector: dump written to /m)
  }],
  ['show', application => {
    const { stdout, stderr } = application.run(application.collector('show'))
    assert.ok(stdout.replace(/\s+/g, ' ').startsWith(DIAGNOSIS), stdout + stderr)
  }],
  ['doctor', application => {
    const { status, stdout } = application.run(application.collector('doctor'))
    assert.strictEqual(status, 0, stdout)
    assert.match(stdout, /^ok {5}a crash in a child left a dump with its variables, read without the\n/m)
  }],
  ['where', application => {
    const nodeOptions = `--require ${application.run(application.collector('where')).stdout.trim()}`
    const env = { NODE_OPTIONS: nodeOptions }
    const elsewhere = application.run(['node', '-p', '6 * 7'], { cwd: path.dirname(application.directory), env })
    assert.deepStrictEqual([elsewhere.stdout, elsewhere.stderr], ['42\n', ''])
    crash(application, ['node', 'server.js'], { env })
    // As a script of package.json does.
    crash(application, application.node('server.js'), { env })
  }],
  ['child', application => crash(application, application.collector('run', 'node', 'child.js'))],
  ['worker', application => {
    const { status, stdout } = crash(application, application.collector('run', 'node', 'thread.js'))
    assert.strictEqual(status, 0)
    assert.match(stdout, /^the worker died: Cannot read properties of undefined/)
  }],
  ['import', application => {
    const before = dumps(application).length
    const { stdout, stderr } = application.run(application.node('handled.mjs'))
    assert.strictEqual(stdout, 'a dump\n', stderr)
    assert.strictEqual(dumps(application).length, before + 1)
    // The newest dump is what is opened next.
    crash(application, application.collector('run', 'node', 'server.js'))
  }]
]

/**
 * @param {Application} application
 * @param {string[]} install names, or tarballs, of the package crash-collector-mcp and what it needs
 */
async function askAsAgent (application, install) {
  const added = application.run([...application.add, ...install])
  assert.strictEqual(added.status, 0, added.stdout + added.stderr)
  const server = application.start(application.collector('mcp'))
  const [input, output] = [server.stdin, server.stdout]
  assert.ok(input !== null && output !== null)
  const ask = (/** @type {object} */ message) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'first-minute', version: '1.0.0' }
  ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  ask({ method: 'notifications/initialized' })
  ask({ id: 2, method: 'tools/call', params: { name: 'show_crash', arguments: {} } })
  let answer = ''
  for await (const chunk of output.setEncoding('utf8')) {
    answer += chunk
    if (/"id":2/.test(answer)) break
  }
  input.end()
  if (server.exitCode === null) await once(server, 'exit')
  assert.ok(answer.includes('teapot'), answer)
}

/**
 * @param {string} name
 * @param {'local' | 'registry'} from
 * @param {{ tarballs: string[], registry: string, short: boolean }} options
 */
async function firstMinute (name, from, { tarballs, registry, short }) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'first-minute-')))
  try {
    const { command, version } = provide(MANAGERS[name], path.join(home, 'tool'))
    const application = createApplication(name, { command, registry, home })
    // Without a registry that has them, the packages that belong together are named together, as in the README.
    const find = (/** @type {string[]} */ wanted) => from === 'registry'
      ? wanted.slice(0, 1)
      : tarballs.filter(each => wanted.some(name => path.basename(each).startsWith(`${name}-0`)))
    const start = performance.now()
    /** @type {Record<string, number>} */
    const seconds = {}
    const done = (/** @type {string} */ step) => (seconds[step] = Math.round((performance.now() - start) / 100) / 10)
    const added = application.run([...application.add, ...find(INSTALLED)])
    assert.strictEqual(added.status, 0, added.stdout + added.stderr)
    done('install')
    for (const [step, act] of STEPS) {
      act(application)
      done(step)
    }
    if (!short) {
      await openPage(application)
      done('page')
      await openDebuggers(application, done)
      await askAsAgent(application, find(['crash-collector-mcp']))
      done('mcp')
    }
    return { manager: name, version, from, seconds }
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}

/** @param {'local' | 'registry'} from @returns {string[]} the tarballs */
function packedFor (from) {
  const folder = path.join(OUTPUT, from === 'local' ? 'local' : 'packed')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => name.endsWith('.tgz')) : []
  if (names.length === 0) throw new Error(`nothing is packed: npm run ${from === 'local' ? 'pack:local' : 'release'}`)
  return names.map(name => path.join(folder, name))
}

async function main () {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, short: { type: 'boolean', default: false }, rows: { type: 'string' } }
  })
  const names = positionals.length > 0 ? positionals : Object.keys(MANAGERS)
  /** @type {('local' | 'registry')[]} */
  const ways = values.from === 'local' || values.from === 'registry' ? [values.from] : ['local', 'registry']
  for (const from of ways) {
    const tarballs = packedFor(from)
    const registry = await startRegistry(from === 'registry' ? tarballs : [])
    try {
      for (const name of names) {
        const row = await firstMinute(name, from, { tarballs, registry: registry.url, short: values.short })
        const where = { node: process.version, date: new Date().toISOString().slice(0, 10) }
        const line = JSON.stringify({ ...where, ...row })
        console.log(line)
        if (values.rows !== undefined) fs.appendFileSync(values.rows, `${line}\n`)
      }
    } finally {
      registry.close()
    }
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
