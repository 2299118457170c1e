'use strict'
// `show --compare` and the page set the path of the failing request beside that of the last one that went well.

const t = require('tap')

const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { openPage } = require('../../helpers/open-page')
const { pathDumps } = require('../../helpers/path-dumps')
const { runCli } = require('../../helpers/run-cli')

t.test('where the failing request and the last one that went well part', async t => {
  const { cwd, died } = await pathDumps(t)
  const { stdout } = await runCli(['show', died, '--compare'], { cwd, env: { COLUMNS: '80' } })
  t.match(
    stdout,
    new RegExp(
      [
        String.raw`The last that went well there: GET /cup, .+ before`,
        String.raw` {4}both {2}ran to service\.js:8 {2}function priceOf \(sku\) \{`,
        String.raw` {4}here {2}went on at service\.js:9 {2}undefined`,
        String.raw` {4}then {2}went on at service\.js:9 {2}twice\(400\) : undefined`
      ].join('\n')
    )
  )
  t.ok(stdout.split('\n').every(line => line.length <= 80))

  const { stdout: json } = await runCli(['show', died, '--compare', '--json'], { cwd })
  t.match(JSON.parse(json).succeeded, {
    a: { name: 'GET /pot', onlyHere: 2, next: { file: 'service.js', lineNumber: 8, code: 'undefined' } },
    b: { name: 'GET /cup', next: { file: 'service.js', lineNumber: 8, code: 'twice(400) : undefined' } },
    parting: { file: 'service.js', lineNumber: 7 }
  })
})

t.test('the page has it above the path', async t => {
  const { died } = await pathDumps(t)
  const page = openPage(await openDump(died))
  t.teardown(() => page.window.close())
  page.click('[role=tab]', 'Path')
  t.match(page.texts('.path .compared p'), [/^The last that went well there: GET \/cup, .+ before$/])
  t.match(page.texts('.path .compared td'), [
    /^ran to service\.js:8 {2}function priceOf/,
    /^went on at service\.js:9 {2}undefined$/,
    /^went on at service\.js:9 {2}twice/
  ])
})

t.test('a request before which none went well', async t => {
  const { cwd, answered } = await pathDumps(t)
  const { stdout } = await runCli(['show', answered, '--compare'], { cwd })
  t.notMatch(stdout, 'went well')
  t.equal(JSON.parse((await runCli(['show', answered, '--compare', '--json'], { cwd })).stdout).succeeded, null)
})

t.test('without paths nothing is said of other requests', async t => {
  const { cwd, died } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  const { stdout } = await runCli(['show', died, '--compare'], { cwd })
  t.notMatch(stdout, 'went well')
})
