'use strict'
// Projects whose own tests run without and with the preload, and how those are run.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { matrixNode } = require('../../scripts/build/matrix-node')
const { causeOf, compare, run } = require('./run-both')
const { tapResults } = require('./tap-results')

/**
 * @typedef {object} Project
 * @property {string} name also that of the checkout's folder
 * @property {string} repository on GitHub
 * @property {string} commit
 * @property {string[]} [install] further arguments of `npm install --ignore-scripts`
 * @property {string[][]} [prepare] commands that follow it
 * @property {string[]} test arguments of Node.js; the output is TAP
 * @property {string[]} [files] further arguments, of which a part can be run at a time
 * @property {string} [nodeOptions] of the project
 * @property {Record<string, string>} [env]
 * @property {string} [needs] a service that must be there
 * @property {number} [since] first major version of Node.js on which the tests run
 */

const MOCHA = ['node_modules/mocha/bin/mocha.js', '--reporter', 'tap']
/** Its mocha starts on Node.js 26 only with this. */
const YARGS_16 = `--require ${path.join(__dirname, 'yargs-16.js')}`
const NODE_TEST = ['--test', '--test-reporter=tap']
const NPM_INSTALL = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** @type {Project[]} */
const PROJECTS = [
  {
    name: 'async',
    repository: 'caolan/async',
    commit: '77fd31096b7b421d6cd6be84757c767e0b35b9fd',
    test: ['node_modules/mocha/bin/_mocha', '--reporter', 'tap']
  },
  {
    name: 'axios',
    repository: 'axios/axios',
    commit: '23a25af0688d1db2c396deb09229d2271cc24f6c',
    nodeOptions: YARGS_16,
    // One file asks a server of others.
    test: [...MOCHA, '--timeout', '30000', '--exit', '--ignore', 'test/unit/regression/bugs.js', 'test/unit/**/*.js']
  },
  {
    name: 'bluebird',
    repository: 'petkaantonov/bluebird',
    commit: 'c220cfe480868e2f5c5de4fe8bb3b04b97588d7f',
    prepare: [['node', 'tools/build.js', '--debug', '--no-js-hint']],
    nodeOptions: YARGS_16,
    test: [
      ...['--expose-gc', 'node_modules/mocha/bin/_mocha', '--reporter', 'tap'],
      ...['--require', path.join(__dirname, 'bluebird-globals.js'), 'test/mocha/*.js']
    ]
  },
  {
    name: 'body-parser',
    repository: 'expressjs/body-parser',
    commit: 'b1f3d588c5dca4b3a4ca7d5d3765c9129118926a',
    test: [...MOCHA, '--check-leaks', 'test/']
  },
  {
    name: 'commander.js',
    repository: 'tj/commander.js',
    commit: 'ba6d13ddb4243e5913367734f8c159089ffe7834',
    test: NODE_TEST,
    since: 22
  },
  {
    name: 'eslint',
    repository: 'eslint/eslint',
    commit: 'c27bc926e496985eb7911c09eb60914b2e4b5d0f',
    test: [...MOCHA, 'tests/lib/linter/**/*.js', 'tests/lib/languages/**/*.js', 'tests/lib/rules/no-un*.js']
  },
  {
    name: 'express',
    repository: 'expressjs/express',
    commit: 'a3714473feb3d2908add734d340e7755fd85e0a3',
    test: [...MOCHA, '--require', 'test/support/env', '--check-leaks', 'test/', 'test/acceptance/']
  },
  {
    name: 'fastify',
    repository: 'fastify/fastify',
    commit: '83e69762aff047940b376fc2a266d143499ef727',
    test: NODE_TEST,
    files: ['test/**/*.test.js', 'test/**/*.test.mjs'],
    since: 22
  },
  {
    name: 'got',
    repository: 'sindresorhus/got',
    commit: 'd00d845a0b435365ec73ea5a1fca6e17ee677184',
    test: ['node_modules/ava/entrypoints/cli.mjs', '--tap'],
    files: ['test/*'],
    nodeOptions: '--import=tsx/esm',
    since: 22
  },
  {
    name: 'graphql-js',
    repository: 'graphql/graphql-js',
    commit: 'a7db60beb22b0e417f9ed12215945c7fcb43246e',
    nodeOptions: YARGS_16,
    test: ['node_modules/mocha/bin/mocha', '--reporter', 'tap', '--full-trace', 'src/**/__tests__/**/*-test.ts']
  },
  {
    name: 'ioredis',
    repository: 'redis/ioredis',
    commit: 'dfd542824dfb7168420f19fdfabe9fe1156efe10',
    env: { TS_NODE_TRANSPILE_ONLY: 'true', NODE_ENV: 'test' },
    needs: 'Redis on port 6379, whose data is deleted',
    test: [
      ...MOCHA,
      '--no-experimental-strip-types',
      ...['test/helpers/*.ts', 'test/unit/**/*.ts', 'test/functional/**/*.ts']
    ],
    since: 22
  },
  {
    name: 'knex',
    repository: 'knex/knex',
    commit: 'e25d54bcb707714a17f5a5744eba5c4246bb4d1d',
    // Its tests load sqlite3 in any case, whose addon is one for all versions of Node.js.
    get prepare () {
      // A version of Node.js that is an npm package comes with its headers.
      const headers = path.join(path.dirname(matrixNode('24')), '..')
      const nodeGyp = [process.execPath, require.resolve('node-gyp/bin/node-gyp.js')]
      return [[...nodeGyp, 'rebuild', '--directory=node_modules/sqlite3', `--nodedir=${headers}`]]
    },
    env: { DB: 'postgres' },
    needs: 'PostgreSQL on port 25432 with the database knex_test of testuser, whose password is knextest',
    test: [...MOCHA, '--exit', '-t', '10000', '--config', 'test/mocha-integration-config-test.js']
  },
  {
    name: 'koa',
    repository: 'koajs/koa',
    commit: 'e0ba8ef39d27fe5dae5492f9fe753d155124f994',
    prepare: [['npm', 'run', 'build']],
    test: NODE_TEST
  },
  {
    name: 'mocha',
    repository: 'mochajs/mocha',
    commit: 'e6b9ee773481fd739ae24caeb42f32ac0b010f95',
    test: [
      ...['bin/mocha.js', '--reporter', 'tap', '--forbid-only'],
      ...['test/unit/**/*.spec.cjs', 'test/node-unit/**/*.spec.{cjs,js}']
    ]
  },
  {
    name: 'node-semver',
    repository: 'npm/node-semver',
    commit: '6e05b7637396ac66522cff8731f07cfe0ef49a29',
    test: ['node_modules/tap/bin/run.js', '--reporter=tap', '--no-coverage', '--no-check-coverage']
  },
  {
    name: 'p-limit',
    repository: 'sindresorhus/p-limit',
    commit: 'df476048d023ff868cd45b35ee47f5fb0ca2b25a',
    test: ['node_modules/ava/entrypoints/cli.mjs', '--tap']
  },
  {
    name: 'pino',
    repository: 'pinojs/pino',
    commit: 'b394c2c16ac6a8919cd33d7f5684a01baca1096f',
    prepare: [['npm', 'run', 'transpile']],
    test: [...NODE_TEST, 'test/**/*.test.js'],
    since: 22
  },
  {
    name: 'qs',
    repository: 'ljharb/qs',
    commit: '3a890d4ecd3deb72a45d90be36f4f8c5970467c7',
    test: ['node_modules/tape/bin/tape', 'test/**/*.js']
  },
  {
    name: 'rxjs',
    repository: 'ReactiveX/rxjs',
    commit: 'e5351d02e225e275ac0e497c7b66eaa5f0c88791',
    install: ['--legacy-peer-deps'],
    nodeOptions: YARGS_16,
    env: { TS_NODE_PROJECT: 'tsconfig.mocha.json', TS_NODE_TRANSPILE_ONLY: 'true' },
    // Three tests need one timer to come 1 or 2 ms before another. If it does not, mocha may end too early.
    test: [
      ...['--no-experimental-strip-types', 'node_modules/mocha/bin/mocha', '--config', 'spec/support/.mocharc.js'],
      ...['--reporter', 'tap', '--invert', '--grep', 'should (buffer|window|skip) (when|until) Promise resolves'],
      'spec/**/*-spec.ts'
    ],
    since: 22
  },
  {
    name: 'tape',
    repository: 'ljharb/tape',
    commit: 'a68277c968ff7cf6b995c2cc20ca1545642c7b4d',
    test: ['node_modules/tap/bin/run.js', '--reporter=tap', '--no-coverage', 'test/*.js']
  },
  {
    name: 'undici',
    repository: 'nodejs/undici',
    commit: '7eb7c8ec8f23acd9c3da93a286162f8c1dc68326',
    prepare: [['npm', 'run', 'generate-pem'], ['npm', 'run', 'build:node']],
    test: ['--expose-gc', ...NODE_TEST],
    files: ['test/*.js', 'test/fetch/*.js', 'test/websocket/**/*.js'],
    since: 24
  },
  {
    name: 'ws',
    repository: 'websockets/ws',
    commit: 'a2f4e7c046c2112bbce6fef39a083dac77d6f0d2',
    nodeOptions: YARGS_16,
    test: ['node_modules/mocha/bin/mocha', '--throw-deprecation', '--exit', '--reporter', 'tap', 'test/*.test.js']
  },
  {
    name: 'yargs',
    repository: 'yargs/yargs',
    commit: '2a4378bdc2eac9cf7d0cdfe0a52b1b25f779806a',
    prepare: [['npm', 'run', 'compile', '--', '-p', 'tsconfig.test.json']],
    test: [...MOCHA, '--enable-source-maps', './test/*.mjs', '--require', './test/before.mjs', '--check-leaks']
  }
]

const TIMEOUT_MS = 15 * 60 * 1000

/**
 * Installs what the project's tests need, once.
 * @param {Project} project
 * @param {string} checkout
 * @throws {Error} if another commit is checked out
 */
function prepareProject ({ name, commit, install = [], prepare = [] }, checkout) {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim()
  if (head !== commit) throw new Error(`${checkout} is ${name} at ${head}; the results are those of ${commit}`)
  if (fs.existsSync(path.join(checkout, 'node_modules'))) return
  for (const [file, ...args] of [[...NPM_INSTALL, ...install], ...prepare]) {
    execFileSync(file, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

/** @typedef {{ checkout: string, node: string, preload: string, through: string[] }} Where */

/**
 * @param {Project} project
 * @param {Where} where preload: path of the package; through: a command that runs each run of the tests
 * @returns {Promise<{
 *   tests: number, failed: number, differences: import('./run-both').Difference[], cause: string
 * }>} tests and failed: of the first run without the preload; cause: that of the firm differences, '' if not known
 */
async function compareProject (project, where) {
  /** @type {string[] | undefined} */
  let results
  const differences = await compare(async collects => {
    const outcome = await runProject(project, where, collects)
    const { 'exit code': _, ...tests } = outcome
    results ??= Object.values(tests)
    return outcome
  })
  const cause = await causeOf(differences, settings => runProject(project, where, true, settings))
  const all = results ?? []
  return { tests: all.length, failed: all.filter(each => each.includes('not ok')).length, differences, cause }
}

/**
 * @param {Project} project
 * @param {Where} where
 * @param {boolean} collects
 * @param {Record<string, string>} [settings] of the collector
 * @returns {Promise<import('./run-both').Outcome>} results of the tests, and the exit code
 */
async function runProject (project, { checkout, node, preload, through }, collects, settings) {
  const { test, files = [], nodeOptions = '', env } = project
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-project-')))
  try {
    const bin = path.join(checkout, 'node_modules', '.bin')
    const { status, stdout } = await run({
      argv: [node, ...test, ...files],
      cwd: checkout,
      env: {
        ...env,
        PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter),
        HOME: directory,
        TMPDIR: directory,
        LANG: 'C.UTF-8',
        CI: 'true',
        NODE_OPTIONS: collects ? `--require ${preload} ${nodeOptions}` : nodeOptions,
        CRASH_COLLECTOR_DIR: path.join(directory, 'dumps'),
        ...settings
      },
      timeoutMs: TIMEOUT_MS,
      through
    })
    return { ...tapResults(stdout), 'exit code': status }
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

module.exports = { PROJECTS, compareProject, prepareProject }
