'use strict'
// Ten orders at once, of which one dies: `show`, the page and DevTools show the path of that one, and of no other.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const t = require('tap')

const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { WITHOUT_CHROMIUM } = require('../helpers/chromium')
const { PATIENT, ROOT, temporaryDirectory } = require('../helpers/crash')
const { openDevTools } = require('../helpers/devtools')
const { openPage } = require('../helpers/open-page')
const { openReplay } = require('../helpers/open-replay')
const { runCli } = require('../helpers/run-cli')
const { runNode } = require('../helpers/run-node')

const SERVER = path.join(ROOT, 'examples/checkout/server.js')
/** The others come to this line. */
const COUPON = 'amount >= minimum ?'

/**
 * The bodies are sent only when all ten requests are under way. Number 6 orders what the shop does not have; the
 * others use coupons, whose code it never reaches.
 * @param {import('tap').Test} t
 */
async function tenOrders (t) {
  const cwd = temporaryDirectory(t)
  const run = await runNode(['--require', ROOT, SERVER], {
    cwd,
    env: { CRASH_COLLECTOR_DIR: cwd, CRASH_COLLECTOR_EXECUTION_PATH: 'request', ...PATIENT },
    onSpawn (child) {
      child.stdout?.once('data', async text => {
        const port = /port (\d+)/.exec(String(text))?.[1]
        const requests = Array.from({ length: 10 }, (_, i) => {
          const headers = { expect: '100-continue' }
          const request = http.request({ port, method: 'POST', path: `/orders/${i}`, headers, agent: false })
          request.on('error', () => {}).on('response', response => response.resume())
          request.flushHeaders()
          return request
        })
        await Promise.all(requests.map(request => once(request, 'continue')))
        requests.forEach((request, i) => {
          const sku = i === 6 ? 'teapot' : 'cup'
          request.end(JSON.stringify({ customer: `customer ${i}`, lines: [{ sku, quantity: 1 }], coupon: 'WELCOME' }))
        })
      })
    }
  })
  const [dump, ...others] = fs.readdirSync(cwd).filter(name => name.endsWith('.ccdump'))
  t.same(others, [])
  t.ok(dump, 'it died', run)
  return { cwd, file: path.join(cwd, dump) }
}

t.test('ten orders at once', async t => {
  const { cwd, file } = await tenOrders(t)

  await t.test('in the dump', async t => {
    const { executionPath: record, ...dump } = await openDump(file)
    t.equal(record?.name, 'POST /orders/6')
    t.match(dump.callFrames[0], { functionName: 'priceOf' })
  })

  await t.test('in show', async t => {
    const { stdout } = await runCli(['show', file, '--path'], { cwd, env: { COLUMNS: '80' } })
    t.match(stdout, /^POST \/orders\/6 ran /)
    t.match(stdout, /^! .*return product\.price/m)
    t.match(stdout, /^\+ .*const product = catalog\.get/m)
    t.match(stdout, /^- .*return discounted\(sum\)/m)
    t.match(stdout, /^- .*await charge\(order, total\)/m)
    t.notMatch(stdout, COUPON, 'the coupon of the others')
    t.notMatch(stdout, /^\+ .*(await sleep|orders\.set|response\.end)/m)
  })

  await t.test('on the page', async t => {
    const page = openPage(await openDump(file))
    t.teardown(() => page.window.close())
    t.match(page.texts('.path strong'), [/^POST \/orders\/6 ran /])
    t.match(page.texts('.path .ran-threw'), [/return product\.price/])
    t.match(page.texts('.path .ran-nothing').join('\n'), /await charge[^]*return discounted\(sum\)/)
    const ran = page.texts('.path .ran-all, .path .ran-part').join('\n')
    t.match(ran, /const product = catalog\.get/)
    t.notMatch(ran, /amount >= minimum|await sleep|orders\.set|response\.end/)
  })

  await t.test('in the Coverage panel of DevTools', { skip: WITHOUT_CHROMIUM }, async t => {
    const replay = await openReplay(file)
    t.teardown(() => replay.close())
    const devtools = await openDevTools(replay.devtoolsUrl)
    t.teardown(() => devtools.close())
    const rows = await devtools.coverage()
    t.match([...rows].sort(), [/order\.js JS \(per block\)/, /server\.js JS \(per block\)/])
    t.equal(rows.length, 2, 'catalog.js has no code that a request runs')
    const order = fs.readFileSync(path.join(ROOT, 'examples/checkout/order.js'), 'utf8').split('\n')
    const ran = (await devtools.executedLines()).map(line => order[line - 1])
    t.match(ran.slice(0, 3), [/function priceOf/, /const product = /, /return product\.price/])
    t.notMatch(ran.join('\n'), COUPON)
  })
})
