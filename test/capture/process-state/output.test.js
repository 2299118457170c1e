'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { ROOT, temporaryDirectory } = require('../../helpers/crash')
const { runNode } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/prints.js')
const KEEPS = { CRASH_COLLECTOR_RECORD: 'logs,output' }
const KEPT_BYTES = 20 * 1024
const OUR_LINE = /^crash-collector: .*\n/m

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} env
 * @param {string} [program]
 */
async function outputOf (t, env, program = PROGRAM) {
  const run = await runToDump(t, [program], { env })
  const { dump, shown } = await shownDump(t, run.file)
  return { run, file: run.file, shown, output: /** @type {any} */ (dump.process).output }
}

t.test('the last lines', async t => {
  const without = await runNode([PROGRAM], { cwd: temporaryDirectory(t) })
  const { run, file, shown, output } = await outputOf(t, KEEPS)
  const plain = (/** @type {string} */ text) => text.replace('wrapped true,true', 'wrapped false,false')
  t.equal(plain(run.stdout), without.stdout, 'the same is written')
  t.equal(run.stderr.replace(OUR_LINE, ''), without.stderr)
  t.equal(run.exitCode, without.exitCode)
  t.match(run.stdout, /^wrapped true,true \d false$/m)
  const { stdout, stderr } = output
  t.equal(stdout.lines.length, 20)
  t.equal(stdout.totalBytes, Buffer.byteLength(run.stdout))
  t.same(
    stdout.lines.slice(-7),
    [
      'in two ü parts',
      'with hex',
      'token=[redacted]',
      'mine',
      'ERR_INVALID_ARG_TYPE true',
      'wrapped',
      'unfinished'
    ].map(line => (line.startsWith('wrapped') ? run.stdout.split('\n').at(-2) : line))
  )
  t.equal(stdout.lines[0], 'step 138')
  t.notOk(zlib.gunzipSync(fs.readFileSync(file)).includes('ghp_16C7'), 'redacted')
  t.equal(stderr.lines.length, 1, 'of a line longer than all that is kept, its end')
  t.match(stderr.lines[0], /^x+ end$/)
  t.ok(stderr.lines[0].length <= 20 * 1024, 'within its bytes')
  t.match(shown, /^Last output$/m)
  t.match(shown, /^ {2}stdout {2}.*\bunfinished$/m)
})

t.test('a line without its beginning does not begin with half a secret', async t => {
  const { run, output } = await outputOf(t, KEEPS, path.join(ROOT, 'test/fixtures/process/prints-one-line.js'))
  const half = '292c6912E7710c838347Ae178B4a'
  const end = run.stdout.slice(-KEPT_BYTES)
  t.ok(end.startsWith(half), 'it would', { begins: end.slice(0, 50) })
  t.equal(output.stdout.lines.length, 1)
  t.match(output.stdout.lines[0], /^[y ]{20000,}$/)
})

t.test('not asked for: nothing is wrapped', async t => {
  const { run, output } = await outputOf(t, {})
  t.match(run.stdout, /^wrapped false,false \d false$/m)
  t.equal(output, undefined)
})

t.test('without the addon', async t => {
  const env = { ...KEEPS, CRASH_COLLECTOR_ADDON: 'none' }
  t.equal((await outputOf(t, env)).output, undefined, 'nothing takes secrets out')
  t.equal((await outputOf(t, { ...env, CRASH_COLLECTOR_REDACT: '0' })).output.stdout.lines.length, 20)
})
