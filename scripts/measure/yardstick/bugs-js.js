'use strict'
// Bugs of BugsJS (Gyimesi and others: https://bugsjs.github.io), whose projects are repositories of their own, with the
// tags Bug-<n>-test (the faulty code with the tests of the fix) and Bug-<n>-full (the fix): is a function that the fix
// changed in the dumps of the tests that fail without the fix, and pass with it?

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { PATIENT, ROOT, runNode } = require('../run-program')
const { changedFunctions } = require('./changed-functions')
const { whereSeen } = require('./changed-in-dump')
const { installPackages } = require('./install-packages')

const RUN_MS = 120_000
const MAX_DUMPS = 10
const RUNNER = path.join(ROOT, 'test-runners/mocha.js')

/**
 * How the tests of a project are started.
 * @typedef {object} Project
 * @property {string} tests the folder of its tests
 * @property {string[]} [options] of mocha
 * @property {string[]} [first] files that are run before the tests of the fix
 * @property {string} [entry] the file that loads all tests, which cannot be run one by one
 * @property {RegExp} [without] development dependencies that no test needs, and that take minutes to install
 */

const ENV = 'test/support/env'

/** @type {Record<string, Project>} */
const PROJECTS = {
  express: { tests: 'test', options: ['--require', ENV] },
  'hessian.js': { tests: 'test' },
  hexo: { tests: 'test', entry: 'test/index.js' },
  karma: {
    tests: 'test/unit',
    first: ['test/unit/mocha-globals.coffee'],
    // Browsers, and tools of a build.
    without: /^(?:grunt|karma-|phantomjs|browserify|watchify|cucumber|coveralls|eslint|jscs|ghooks|LiveScript)/
  },
  shields: { tests: '.' },
  bower: { tests: 'test', entry: 'test/test.js', options: ['--timeout', '30000'] },
  pencilblue: { tests: 'test' },
  eslint: { tests: 'tests/lib' }
}

/** What makes files of tests. */
const TEST = /(?:\.js|\.coffee|\.es6)$/
const HELPER = /(?:^|\/)(?:fixtures?|support|helpers?|assets|templates)\//

/** Packages of whose old versions Node.js 20 loads none. */
const OVERRIDES = { 'graceful-fs': '^4.2.11', natives: '^1.1.6' }

/**
 * A bug.
 * @typedef {object} Bug
 * @property {string} part
 * @property {string} name
 * @property {string} repository
 * @property {number} number
 * @property {Project} project
 */

/**
 * @param {string} corpus a folder with the git directories of the projects, such as `express`
 * @returns {Bug[]}
 */
function bugsOf (corpus) {
  return Object.entries(PROJECTS).flatMap(([name, project]) => {
    const repository = path.join(corpus, name)
    if (!fs.existsSync(repository)) return []
    const tags = git(repository, 'tag', '--list', 'Bug-*-test').split('\n').filter(Boolean)
    const numbers = tags.map(tag => Number(tag.split('-')[1])).sort((one, other) => one - other)
    return numbers.map(number => ({ part: 'bugsjs', name: `${name}-${number}`, repository, number, project }))
  })
}

/**
 * @param {string} repository
 * @param {...string} args
 */
function git (repository, ...args) {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/**
 * @param {Bug} bug
 * @param {string} work
 */
async function measureBug ({ part, name, repository, number, project }, work) {
  const [cwd, faulty, fixed] = [path.join(work, name), `Bug-${number}-test`, `Bug-${number}-full`]
  const row = { part, name }
  const isInstalled = path.join(cwd, '.installed')
  unpack(repository, faulty, cwd)
  adaptManifest(cwd, project)
  if (!fs.existsSync(isInstalled)) {
    try {
      installPackages(cwd)
      fs.writeFileSync(isInstalled, '')
    } catch {
      return { ...row, outcome: 'notInstalled' }
    }
  }
  const changed = changedFunctions(repository, faulty, fixed, file => isTest(file, project))
  const functions = changed.map(({ file, name: each }) => `${file}: ${each}`)
  const dumps = path.join(cwd, 'dumps')
  fs.rmSync(dumps, { recursive: true, force: true })
  const args = mochaArguments(cwd, project, testsOf(repository, faulty, project))
  const env = {
    ...PATIENT,
    CRASH_COLLECTOR_DIR: dumps,
    CRASH_COLLECTOR_EXECUTION_PATH: 'request',
    CRASH_COLLECTOR_RETAIN_COUNT: '5000',
    CRASH_COLLECTOR_RETAIN_SAME: '0'
  }
  const limits = { cwd, timeoutMs: RUN_MS }
  const run = await runNode(['--require', ROOT, ...args('--require', RUNNER)], { ...limits, env })
  const failed = failuresIn(run)
  if (failed === null) return { ...row, outcome: 'testsDidNotRun', detail: reasonIn(run).replaceAll(work, '') }
  unpack(repository, fixed, cwd)
  adaptManifest(cwd, project)
  const stillFailed = failuresIn(await runNode(args(), limits))
  const tests = [...failed].filter(test => !stillFailed?.has(test))
  if (stillFailed === null || tests.length === 0) {
    return { ...row, outcome: failed.size === 0 ? 'noTestFails' : 'fixFailsToo', failed: failed.size }
  }
  const found = await whereSeen(dumpsIn(dumps).sort(), tests, changed, MAX_DUMPS)
  return { ...row, outcome: found.dumps === 0 ? 'noDump' : 'dumps', tests: tests.length, functions, ...found }
}

/**
 * @param {string} repository
 * @param {string} tag
 * @param {string} cwd
 */
function unpack (repository, tag, cwd) {
  fs.mkdirSync(cwd, { recursive: true })
  const archive = execFileSync('git', ['-C', repository, 'archive', tag], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['x', '-C', cwd], { input: archive })
}

/**
 * @param {string} cwd
 * @param {Project} project
 */
function adaptManifest (cwd, { without }) {
  const file = path.join(cwd, 'package.json')
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  for (const [name, version] of Object.entries(OVERRIDES)) {
    for (const kind of ['dependencies', 'devDependencies']) {
      // npm refuses another version than that of a direct dependency.
      if (manifest[kind]?.[name] !== undefined) manifest[kind][name] = version
    }
  }
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    if (without?.test(name)) delete manifest.devDependencies[name]
  }
  fs.writeFileSync(file, JSON.stringify({ ...manifest, overrides: OVERRIDES }, null, 2))
}

/**
 * @param {string} file
 * @param {Project} project
 */
function isTest (file, { tests }) {
  return /\.spec\.js$/.test(file) || (tests !== '.' && file.startsWith(`${tests.split('/')[0]}/`))
}

/**
 * @param {string} repository
 * @param {string} faulty
 * @param {Project} project
 * @returns {string[]} the files of tests that the fix brought
 */
function testsOf (repository, faulty, project) {
  const { entry, first = [] } = project
  if (entry !== undefined) return [entry]
  const all = git(repository, 'diff', '--name-only', '--diff-filter=AM', `${faulty}^`, faulty).split('\n')
  const files = all.filter(file => TEST.test(file) && !HELPER.test(file) && isTest(file, project))
  const known = new Set(git(repository, 'ls-tree', '-r', '--name-only', faulty).split('\n'))
  return [...new Set([...first.filter(file => known.has(file)), ...files])]
}

/**
 * @param {string} cwd
 * @param {Project} project
 * @param {string[]} tests
 * @returns {(...more: string[]) => string[]} arguments of `node`
 */
function mochaArguments (cwd, { options: all = [] }, tests) {
  const folder = path.join(cwd, 'node_modules/mocha')
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const major = Number(version.split('.')[0])
  // Not each revision has the file.
  const options = all.includes(ENV) && !fs.existsSync(path.join(cwd, `${ENV}.js`)) ? [] : all
  const transpiler = ['babel-register', 'babel/register'].find(each => {
    return /karma-/.test(path.basename(cwd)) && fs.existsSync(path.join(cwd, 'node_modules', each.split('/')[0]))
  })
  const isCoffee = tests.some(test => test.endsWith('.coffee'))
  // From 11 on there is one program.
  const program = ['_mocha', 'mocha.js'].find(each => fs.existsSync(path.join(folder, 'bin', each)))
  return (...more) => [
    path.join(folder, `bin/${program}`),
    // Before the transpiler, which would make of it what it makes of the tests.
    ...more,
    ...(transpiler && !isCoffee ? ['--require', transpiler] : []),
    ...(isCoffee ? ['--compilers', 'coffee:coffee-script/register'] : []),
    ...options,
    ...(major >= 4 ? ['--exit'] : []),
    '--reporter',
    'json',
    ...tests
  ]
}

/**
 * @param {import('../run-program').Run} run
 * @returns {Set<string>|null} the full titles of the tests and hooks that failed; null if mocha did not come to its end
 */
function failuresIn ({ stdout }) {
  const start = stdout.search(/^\{\s*"stats"/m)
  if (start === -1) return null
  try {
    const text = stdout.slice(start)
    const { failures } = JSON.parse(text.slice(0, text.lastIndexOf('\n}') + 2))
    return new Set(failures.map((/** @type {any} */ { fullTitle }) => fullTitle))
  } catch {
    return null
  }
}

/** @param {import('../run-program').Run} run @returns {string} why it did not come to its end */
function reasonIn ({ stderr, signal }) {
  const error = /^(?:\w*Error\b.*|error:.*|fatal:.*)$/m.exec(stderr)?.[0]
  return (error ?? signal ?? stderr.trim()).slice(0, 200)
}

module.exports = { bugsOf, measureBug }
