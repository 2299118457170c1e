'use strict'
// Does what docs/recipes/ and docs/first-crash.md say: writes the files of each page, runs its commands, and compares
// what they print.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const { createServer } = require('node:net')
const path = require('node:path')
const t = require('tap')
const { BY_PAUSE, temporaryDirectory } = require('../helpers/crash')
const { ecosystemPath, skippedWithout } = require('../helpers/ecosystem')
const { RECIPES, blocks, commands, missingIn, readRecipe, writePrograms } = require('../helpers/recipe')
const { NODE } = require('../helpers/run-node')

const PACKAGE = path.join(__dirname, '..', '..')
/** Pages that have a test of their own beside this one. */
const OTHERS = ['docker.md', 'kubernetes.md', 'next.md', 'systemd.md']
/** The port in the recipes, each of which gets one of its own here. */
const PORT = '3000'

/** The page that needs no package of others. */
const FIRST = '../first-crash.md'
const REQUIRED = ['@nestjs', 'express', 'fastify', 'koa', 'pino', 'reflect-metadata']
/** What `npx` runs, below this repository. */
const COMMANDS = {
  'crash-collector': 'bin/crash-collector.js',
  pm2: 'test/ecosystem/node_modules/pm2/bin/pm2',
  tsc: 'node_modules/typescript/bin/tsc'
}

/** A client that waits for its server, in place of curl, which is not everywhere. */
const CURL = `
const url = 'http://' + process.argv.at(-1)
const ask = () => fetch(url).then(async answer => console.log(await answer.text()), error => {
  if (error.cause?.code === 'ECONNREFUSED') setTimeout(ask, 50)
  else console.log('curl: (52) Empty reply from server')
})
ask()
`

/** @returns {Promise<number>} a port that is free */
const freePort = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

/**
 * Gives a directory the packages that a page requires, and the commands that it calls.
 * @param {string} directory
 * @param {string[]} required
 * @returns {string} directory of the commands
 */
function install (directory, required) {
  const modules = path.join(directory, 'node_modules')
  fs.mkdirSync(modules)
  fs.symlinkSync(PACKAGE, path.join(modules, 'crash-collector'), 'junction')
  for (const name of required) {
    fs.symlinkSync(ecosystemPath(name), path.join(modules, name), 'junction')
  }
  const bin = path.join(directory, 'bin')
  fs.mkdirSync(bin)
  fs.writeFileSync(path.join(bin, 'curl.js'), CURL)
  const command = (/** @type {string} */ name, /** @type {string} */ call) =>
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${call}\n`, { mode: 0o755 })
  command('curl', `NODE_OPTIONS= exec node ${bin}/curl.js "$@"`)
  // A client has its answer before the dump is written.
  const until = 'until ls $CRASH_COLLECTOR_DIR/*.ccdump > /dev/null 2>&1; do sleep 0.05; done'
  const wait = `if [ "$2" = show ]; then ${until}; fi`
  const cases = Object.entries(COMMANDS).map(([name, file]) => `${name}) file=${path.join(PACKAGE, file)};;`)
  const flag = 'if [ "$1" = --no-install ]; then shift; fi'
  const choice = `case $1 in ${cases.join(' ')} esac\nshift`
  command('npx', `${flag}\n${wait}\n${choice}\nNODE_OPTIONS= exec node "$file" "$@"`)
  return bin
}

/**
 * @param {string} script
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} what it prints
 */
function shell (script, cwd, env) {
  // A group of its own, so that servers end with it.
  const child = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', text => (printed += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {} // nothing is left in it
    })
    child.on('close', () => resolve(printed))
  })
}

const PAGES = fs.readdirSync(RECIPES).filter(each => each.endsWith('.md') && !OTHERS.includes(each))

for (const name of [...PAGES, FIRST]) {
  const recipe = readRecipe(name)
  const steps = blocks(recipe, 'console').flatMap(commands)
  if (steps.length === 0) continue
  t.test(name, { skip: BY_PAUSE || process.platform === 'win32' }, async t => {
    const required = name === FIRST ? [] : REQUIRED
    if (name !== FIRST && skippedWithout(t, ...required, 'pm2')) return
    const directory = temporaryDirectory(t)
    const bin = install(directory, required)
    const port = String(await freePort())
    writePrograms(recipe, directory, block => block.replaceAll(PORT, port))
    const script = steps.map(({ text }, i) => `echo @@${i}; ${text}`).join('\n')
    const env = {
      ...process.env,
      PATH: [bin, path.dirname(NODE), process.env.PATH].join(path.delimiter),
      NODE_OPTIONS: '',
      CRASH_COLLECTOR_DIR: path.join(directory, 'crashes'),
      PM2_HOME: path.join(directory, 'pm2'),
      GITHUB_ACTION_PATH: PACKAGE,
      GITHUB_WORKSPACE: directory,
      COLUMNS: '100'
    }
    const printed = await shell(`exec 2>&1\n${script.replaceAll(PORT, port)}`, directory, env)
    for (const [i, { text, prints }] of steps.entries()) {
      const [, after = ''] = printed.split(`@@${i}\n`)
      const own = after.split(/^@@\d+$/m)[0].replaceAll(port, PORT).replaceAll(`${directory}/`, '')
      t.equal(missingIn(prints, own), null, text, { own })
    }
  })
}
