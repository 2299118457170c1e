'use strict'
// The page, the prompt and the protocol show what the failing request ran.

const t = require('tap')
const CDP = require('chrome-remote-interface')

const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { startReplayServer } = require('../../../packages/inspect/cdp/server')
const { Session } = require('../../../packages/inspect/repl/session')
const { noPaint } = require('../../../packages/inspect/text/colours')
const { openPage } = require('../../helpers/open-page')
const { pathDumps } = require('../../helpers/path-dumps')

t.test('the page marks lines in the source of a frame, and shows the whole path', async t => {
  const { died } = await pathDumps(t)
  const page = openPage(await openDump(died))
  t.teardown(() => page.window.close())
  t.same(page.errors, [])
  t.match(page.texts('.detail .ran-threw'), [/^! +\d+ +\d+\.\d+11 {4}throw new RangeError/])
  t.match(page.texts('.detail .ran-all').join('\n'), /^\+ +\d+ +\d+\.\d+10 {2}if \(cents === undefined\) \{/m)
  t.match(page.texts('.detail .ran-part'), [/^± +\d+ +\d+\.\d+9 {2}const cents = sku/])
  t.match(page.texts('.detail .ran-nothing').join('\n'), /^- +13 {2}const euros/m)

  page.click('[role=tab]', 'Path')
  t.match(page.texts('.path strong'), [/^GET \/pot ran \d+ statements and branches of 1 file in \d+\.\d ms$/])
  t.same(page.texts('.path h2'), ['service.js'])
  const shown = () => page.texts('.path .line').join('\n')
  t.match(shown(), /! .*throw new RangeError/)
  t.notMatch(shown(), /return refund/)
  page.click('.path .more', '⋮')
  t.match(shown(), /'use strict'/, 'lines in between unfold')
})

t.test('a page without a path has no tab for it', async t => {
  const { died } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  const page = openPage(await openDump(died))
  t.teardown(() => page.window.close())
  t.notOk(page.texts('[role=tab]').includes('Path'))
  t.same(page.texts('.executed'), [])
})

t.test('the prompt has a gutter in source', async t => {
  const { died } = await pathDumps(t)
  const repl = new Session(await openDump(died), { columns: 80, paint: noPaint })
  t.teardown(() => repl.end())
  const source = await repl.execute('source')
  t.match(source, /^ {2}± +\d+ +\d+\.\d {3}9 \| {3}const cents/m)
  t.match(source, /^> ! +\d+ +\d+\.\d {2}11 \| {5}throw new RangeError.*\n {22}\| +\^$/m)
  t.match(source, /^ {2}- {16}13 \| {3}const euros/m)
  t.ok(source.split('\n').every(line => line.length <= 80))
})

t.test('coverage over the protocol', async t => {
  const { died } = await pathDumps(t)
  const { Profiler, Debugger } = await attach(t, died)
  await t.rejects(Profiler.takePreciseCoverage(), { message: 'Precise coverage has not been started.' })
  await Profiler.startPreciseCoverage({ callCount: true, detailed: true })
  const { result } = await Profiler.takePreciseCoverage()
  const [{ scriptId, functions }] = result
  const { scriptSource } = await Debugger.getScriptSource({ scriptId })
  const counts = Object.fromEntries(
    functions.flatMap(({ ranges }) =>
      ranges.map(({ startOffset, endOffset, count }) => [scriptSource.slice(startOffset, endOffset).trim(), count])
    )
  )
  t.match(counts, { 'twice(400)': 0, 'const euros = cents / 100': 0, 'return euros': 0 })
  t.match(functions, [{ functionName: 'priceOf', isBlockCoverage: true, ranges: [{ count: 1 }] }])
  t.match(functions.find(({ functionName }) => functionName === 'cancel'), { ranges: [{ count: 0 }] })
  t.same((await Profiler.takePreciseCoverage()).result, [], 'as of V8, only what is new')
  await Profiler.stopPreciseCoverage()
  t.same((await Profiler.getBestEffortCoverage()).result, result)
})

t.test('without a path the console says why there is no coverage', async t => {
  const { died } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  const client = await attach(t, died)
  /** @type {string[]} */
  const lines = []
  client.on('Runtime.consoleAPICalled', ({ args }) => lines.push(String(args[0].value)))
  await client.Profiler.startPreciseCoverage({})
  t.match(lines, [/this dump has no execution path/])
  t.same((await client.Profiler.takePreciseCoverage()).result, [])
})

/** @param {import('tap').Test} t @param {string} file */
async function attach (t, file) {
  const server = await startReplayServer(await openDump(file))
  t.teardown(() => server.close())
  const client = await CDP({ host: '127.0.0.1', port: server.port, local: true })
  t.teardown(() => client.close())
  await client.Debugger.enable()
  await client.Profiler.enable()
  return client
}
