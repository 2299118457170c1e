'use strict'
// Somebody on call: a dump of a service with five requests under way, which they have never seen.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('../../build/node-gyp')

const SERVICE = path.join(PACKAGE, 'test', 'fixtures', 'show', 'on-call.js')
const COMMAND = path.join(PACKAGE, 'bin', 'crash-collector.js')

/** @param {import('.').Step} step @param {string} directory */
function playOnCall (step, directory) {
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    COLUMNS: '80',
    LINES: '40',
    CRASH_COLLECTOR_DIR: 'dumps'
  }
  const run = (/** @type {string[]} */ ...words) => () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: directory, env, encoding: 'utf8' })
    return { exitCode: status, stdout, stderr }
  }
  const collector = (/** @type {string[]} */ ...words) => run(COMMAND, ...words)

  step('node --require crash-collector service.js', run('--require', PACKAGE, SERVICE), { exitCode: 1, isOurs: false })
  const [name] = fs.readdirSync(path.join(directory, 'dumps'))
  step('npx crash-collector list --dir dumps', collector('list', '--dir', 'dumps'), { isOurs: false, says: [/'GBP'/] })
  step('npx crash-collector show', collector('show', path.join('dumps', name)), {
    isOneScreen: true,
    says: [/`rates` is undefined/, /POST \/api\/quotes/, /req-3/, /currency +'GBP'/, /Last output/, /Next/]
  })
  step('npx crash-collector show --more', collector('show', '--more'), { says: [/Process/] })
  step('npx crash-collector eval order', collector('eval', 'order'), {
    exitCode: 1,
    says: [/order is not defined; frame 2 \(quote\) has it/]
  })
  step('npx crash-collector eval --frame 2 order', collector('eval', '--frame', '2', 'order'), { says: [/CHF/] })
  step('npx crash-collector tasks', collector('tasks'))
  step('npx crash-collector search CHF', collector('search', 'CHF'), { isOurs: false, says: [/order/] })
  step('npx crash-collector list --group', collector('list', '--group'), { says: [/'GBP'/] })
}

module.exports = { playOnCall }
