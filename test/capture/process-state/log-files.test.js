'use strict'
// The last lines of the files to which a process logs, read when its dump is written.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { PATIENT, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { NODE, runNode } = require('../../helpers/run-node')
const { shownDump } = require('../../helpers/shown-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/logs.js')

if (process.platform === 'linux') {
  /**
   * @param {import('tap').Test} t
   * @param {string} redirection of the shell
   * @param {Record<string, string>} [env]
   */
  async function outputOf (t, redirection, env = {}) {
    const cwd = temporaryDirectory(t)
    const script = `exec "$0" "$@" ${redirection}`
    const allEnv = { CRASH_COLLECTOR_DIR: 'dumps', ...PATIENT, ...env }
    const run = await runNode(['-c', script, NODE, '--require', ROOT, PROGRAM], { cwd, env: allEnv, node: 'sh' })
    const [name] = fs.readdirSync(path.join(cwd, 'dumps'))
    const file = path.join(cwd, 'dumps', name)
    const { dump, shown } = await shownDump(t, file)
    return { cwd, run, file, shown, output: /** @type {any} */ (dump.process).output }
  }

  t.test('stdout and stderr as files, and logs', async t => {
    const { cwd, run, file, shown, output } = await outputOf(t, '> out.txt 2> err.txt')
    t.equal(run.exitCode, 1)
    const app = path.join(cwd, 'app.log')
    const current = path.join(cwd, 'logs/current')
    t.same(Object.keys(output), ['stdout', 'stderr', app, current], 'only text that is appended to logs')
    t.same(output.stdout.lines, Array.from({ length: 20 }, (_, i) => `step ${i + 41}`))
    t.equal(output.stdout.totalBytes, fs.statSync(path.join(cwd, 'out.txt')).size)
    t.same(output.stderr.lines, ['careful'])
    t.equal(output[app].lines.at(-1), '{"level":30,"msg":"order 49"}')
    t.equal(output[app].lines.length, 20)
    t.same(output[current].lines, ['last', 'unfinished'], 'a line without its beginning is left out')
    t.notOk(zlib.gunzipSync(fs.readFileSync(file)).includes('ghp_16C7'))
    t.match(shown, /^ {2}app\.log {2}info {2}order 49$/m)
  })

  t.test('one file for both', async t => {
    const { output } = await outputOf(t, '> out.txt 2>&1', {})
    t.equal(output.stdout.lines.at(-1), 'careful')
    t.equal(output.stderr, undefined)
  })

  t.test('streams that are kept as they are written', async t => {
    const { output } = await outputOf(t, '> out.txt', { CRASH_COLLECTOR_RECORD: 'logs,output' })
    t.same(output.stdout.lines.slice(-2), ['step 59', 'step 60'])
    t.same(output.stderr.lines, ['careful'])
  })

  t.test('not asked for', async t => {
    const { output } = await outputOf(t, '> out.txt', { CRASH_COLLECTOR_RECORD: 'ages' })
    t.equal(output, undefined)
  })
} else {
  t.plan(0, 'open files are known on Linux only')
}
