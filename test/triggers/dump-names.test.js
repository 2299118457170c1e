'use strict'
// The setting `fileLabel`: a word in the names of dumps, whoever writes them, JavaScript or the addon.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { readDump } = require('../../packages/inspect/reader')
const { CRASHES, PATIENT, ROOT, temporaryDirectory } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')
const { runNode } = require('../helpers/run-node')

const PROGRAM = path.join(CRASHES, 'uncaught/top-level.js')
const HANDLES_SIGNALS = process.platform === 'linux' && process.arch === 'x64'

t.test('a word in the name of the dump', async t => {
  const cwd = temporaryDirectory(t)
  const label = { CRASH_COLLECTOR_FILE_LABEL: 'api-{POD_NAME}', POD_NAME: 'web.7', CRASH_COLLECTOR_RETAIN_SAME: '2' }
  const env = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...label }
  for (let i = 0; i < 4; i++) await runNode(['--require', ROOT, PROGRAM], { cwd, env })
  const names = fs.readdirSync(path.join(cwd, 'dumps'))
  t.equal(names.length, 2, 'repeated crashes are recognised')
  for (const name of names) t.match(name, /^crash\.api-web-7\.\d{8}\.\d{6}\.\d+\.0\.1\.ccdump$/)
  t.match(JSON.parse((await runCli(['list', '--json'], { cwd, env })).stdout), [{ notKept: 2 }, {}])
  await runCli(['prune', '--keep', '1'], { cwd, env })
  t.equal(fs.readdirSync(path.join(cwd, 'dumps')).length, 1, 'retention knows the name')
})

t.test('the trigger in the name of the dump', async t => {
  const ways = [
    { trigger: 'uncaughtException', args: [PROGRAM], exitCode: 1 },
    {
      trigger: 'outOfMemory',
      args: ['--max-old-space-size=30', path.join(CRASHES, 'out-of-memory/builtin.js')],
      signal: 'SIGABRT'
    },
    {
      trigger: 'signal',
      args: ['-e', 'process.abort()'],
      signal: 'SIGABRT'
    }
  ]
  for (const { trigger, args, ...expected } of HANDLES_SIGNALS ? ways : ways.slice(0, 2)) {
    const cwd = temporaryDirectory(t)
    const label = { CRASH_COLLECTOR_FILE_LABEL: 'api-{trigger}', CRASH_COLLECTOR_TRIGGERS: trigger }
    const env = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...label }
    const run = await runNode(['--require', ROOT, ...args], { cwd, env })
    t.match(run, expected, trigger)
    const names = fs.readdirSync(path.join(cwd, 'dumps'))
    t.equal(names.length, 1, `one dump by ${trigger}`)
    t.match(names[0], new RegExp(`^crash\\.api-${trigger}\\.\\d{8}\\.\\d{6}\\.\\d+\\.0\\.1(?:0{6})?\\.ccdump$`))
    const { header } = await readDump(path.join(cwd, 'dumps', names[0]))
    t.equal(header.trigger, trigger)
  }
})
