'use strict'
// The script that action.yml runs makes pages, annotations and a summary of the dumps of a job.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { CHECKOUT_RECORDS } = require('../helpers/checkout-dump')
const { makeDump } = require('../helpers/make-dump')
const { PACKAGE, temporaryDirectory } = require('./own-files')

const SCRIPT = path.join(PACKAGE, 'scripts', 'ci-dumps.sh')
const ACTION = fs.readFileSync(path.join(PACKAGE, 'action.yml'), 'utf8')
const TEST = { runner: 'mocha', name: 'checkout > pays', file: '/app/checkout.spec.js', attempt: 1 }

/** @param {number} seq */
const dumpName = seq => `crash.20260102.030405.4242.0.${seq}.ccdump`

/** @param {string} cwd */
function runScript (cwd) {
  const env = {
    PATH: process.env.PATH,
    CRASH_DUMPS: 'dumps',
    CRASH_COMMAND: `${process.execPath} ${path.join(PACKAGE, 'bin', 'crash-collector.js')}`,
    GITHUB_OUTPUT: path.join(cwd, 'output'),
    GITHUB_STEP_SUMMARY: path.join(cwd, 'summary'),
    GITHUB_WORKSPACE: '/'
  }
  const { status, stdout, stderr } = spawnSync('bash', [SCRIPT], { cwd, env, encoding: 'utf8' })
  const read = (/** @type {string} */ name) =>
    fs.existsSync(path.join(cwd, name)) ? fs.readFileSync(path.join(cwd, name), 'utf8') : ''
  return { status, stdout, stderr, output: read('output'), summary: read('summary') }
}

t.test('a page for each dump, annotations and a summary', async t => {
  const cwd = temporaryDirectory(t)
  const directory = path.join(cwd, 'dumps')
  fs.mkdirSync(directory)
  makeDump(path.join(directory, dumpName(1)), CHECKOUT_RECORDS)
  makeDump(path.join(directory, dumpName(2)), CHECKOUT_RECORDS, {
    header: { trigger: 'testFailure', test: TEST }
  })
  fs.writeFileSync(path.join(directory, dumpName(3)), 'no dump')

  const { status, stdout, output, summary } = runScript(cwd)
  t.equal(status, 0)
  t.equal(output, 'count=3\n')
  const annotations = stdout.split('\n').filter(line => line.startsWith('::error '))
  t.equal(annotations.length, 2)
  t.match(annotations[0], /^::error title=TypeError,file=app\/checkout\.js,line=14,col=20::/)
  t.match(annotations[1], /^::error title=checkout > pays%3A TypeError,file=app\/checkout\.js,line=14,col=20::/)
  t.match(stdout, `::warning title=crash-collector::${dumpName(3)} cannot be read\n`)
  t.match(stdout, 'dumps in dumps: 3, pages: 2\n')
  t.match(summary, /^### Dumps: 3\n[\s\S]*^ {4} +1 {2}/m)
  t.same(fs.readdirSync(directory).sort(), [
    dumpName(1),
    dumpName(1).replace('ccdump', 'html'),
    dumpName(2),
    dumpName(2).replace('ccdump', 'html'),
    dumpName(3)
  ].sort())
  t.match(fs.readFileSync(path.join(directory, dumpName(2).replace('ccdump', 'html')), 'utf8'), /^<!doctype html>/i)
})

t.test('no dumps, no directory', async t => {
  const { status, stdout, output, summary } = runScript(temporaryDirectory(t))
  t.equal(status, 0)
  t.equal(stdout, 'no dumps in dumps\n')
  t.equal(output, 'count=0\n')
  t.equal(summary, '')
})

t.test('no more than ten annotations', async t => {
  const cwd = temporaryDirectory(t)
  fs.mkdirSync(path.join(cwd, 'dumps'))
  for (let seq = 1; seq <= 11; seq++) makeDump(path.join(cwd, 'dumps', dumpName(seq)), CHECKOUT_RECORDS)
  const { stdout } = runScript(cwd)
  t.equal(stdout.split('\n').filter(line => line.startsWith('::error ')).length, 10)
})

t.test('action.yml gives the script what it reads, and uploads the directory', async t => {
  const script = fs.readFileSync(SCRIPT, 'utf8')
  const given = [...ACTION.matchAll(/^ {8}(CRASH_\w+): \$\{\{ inputs\.(\w+) \}\}$/gm)]
  t.same(given.map(([, variable, input]) => [variable, input]), [
    ['CRASH_DUMPS', 'directory'],
    ['CRASH_COMMAND', 'command']
  ])
  for (const [, variable, input] of given) {
    const usual = new RegExp(`^  ${input}:\\n.*\\n {4}default: (.*)$`, 'm').exec(ACTION)?.[1]
    t.match(script, `\${${variable}:-${usual}}`, 'the same default')
  }
  t.match(ACTION, '"$GITHUB_ACTION_PATH/scripts/ci-dumps.sh"')
  t.match(ACTION, /path: \$\{\{ inputs\.directory \}\}/)
  t.equal(fs.statSync(SCRIPT).mode & 0o111, 0o111, 'it can be run')
})
