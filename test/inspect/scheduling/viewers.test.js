'use strict'
// The functions that have scheduled a callback are frames for everything that shows or evaluates frames, and there is
// none where nothing proves one.

const t = require('tap')
const CDP = require('chrome-remote-interface')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { pageData } = require('../../../packages/inspect/page/page-data')
const { Session } = require('../../../packages/inspect/repl/session')
const { allSchedulingFrames } = require('../../../packages/inspect/scheduling')
const { noPaint } = require('../../../packages/inspect/text/colours')
const { collect, crashTests } = require('../../helpers/crash')
const { openPage } = require('../../helpers/open-page')
const { openReplay } = require('../../helpers/open-replay')
const { runCli } = require('../../helpers/run-cli')

t.test('a frame of the scheduler', async t => {
  const { dumps: [file], cwd } = await collect(t, { name: '', file: 'scheduling/timeout-closure.js' })
  const dump = await openDump(file)
  const [{ index, functionName, schedules }] = allSchedulingFrames(dump)
  t.equal(index, dump.allCallFrames[dump.allCallFrames.length - 1].index + 1, 'it follows the frames of the dump')
  t.equal(functionName, 'chargeLater')
  t.same(schedules, { index: 0, call: 'setTimeout', delayMs: 20 })

  t.test('eval', async t => {
    const run = await runCli(['eval', file, '--frame', String(index), '[order.total, attempt]'], { cwd })
    t.match(run.stdout, /\[ 4, 3 \]/)
    const self = await runCli(['eval', file, '--frame', String(index), 'this'], { cwd })
    t.match(self.stderr, /this \(not kept by the callback that was scheduled\)/)
  })

  t.test('show --json', async t => {
    const { scheduledBy } = JSON.parse((await runCli(['show', file, '--json'], { cwd })).stdout)
    t.match(scheduledBy, [{ index, role: 'scheduling', functionName: 'chargeLater', schedules }])
  })

  t.test('repl', async t => {
    const repl = new Session(dump, { columns: 80, paint: noPaint })
    t.teardown(() => repl.end())
    t.match(await repl.execute('frames'), new RegExp(`scheduled by:\\n  #${index}  chargeLater `))
    t.match(await repl.execute('up'), new RegExp(`^#${index}  chargeLater `))
  })

  t.test('DevTools', async t => {
    const { port, close } = await openReplay(file)
    t.teardown(close)
    const client = await CDP({ host: '127.0.0.1', port, local: true })
    t.teardown(() => client.close())
    /** @type {Promise<import('devtools-protocol').Protocol.Debugger.PausedEvent>} */
    const paused = new Promise(resolve => client.once('Debugger.paused', resolve))
    await client.Runtime.enable()
    await client.Debugger.enable()
    const frame = (await paused).callFrames.find(each => each.functionName === 'scheduled by chargeLater')
    t.equal(frame?.location.lineNumber, 4)
    const { result } = await client.Debugger.evaluateOnCallFrame({
      callFrameId: frame?.callFrameId ?? '',
      expression: 'order.id + attempt'
    })
    t.equal(result.value, 'o-173')
  })

  t.test('the page', async t => {
    const { scheduled } = pageData(dump).frames.find(each => each.index === index) ?? {}
    t.match(scheduled, /^scheduled by \(setTimeout, 20 ms/)
    const page = openPage(dump)
    t.teardown(() => page.window.close())
    t.same(page.errors, [])
    t.match(page.window.document.body.textContent, /scheduled by \(setTimeout, 20 ms, calls #0/)
  })
})

crashTests(
  t,
  ['called-at-once', 'others-name', 'two-places'].map(name => ({
    name: `no scheduler: ${name}`,
    file: `scheduling-none/${name}.js`,
    check: async (t, read, { dumps: [file] }) => t.same(allSchedulingFrames(await openDump(file)), [])
  }))
)
