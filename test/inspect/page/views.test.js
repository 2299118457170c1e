'use strict'
// Each view of the page shows its part of a dump.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')

/**
 * @param {import('tap').Test} t
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} [tasks] instead of the one that the dump has
 */
async function checkoutPage (t, tasks) {
  const records =
    tasks === undefined ? CHECKOUT_RECORDS : [...CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'asyncTask'), ...tasks]
  const page = openPage(
    await readDump(
      makeDump(path.join(t.testdir(), 'a.ccdump'), records, {
        end: { notCaptured: [{ reason: 'objectCount', count: 12, what: 'objects' }] }
      })
    )
  )
  t.same(page.errors, [], 'no error in the page')
  t.teardown(() => page.window.close())
  return page
}

t.test('the error', async t => {
  const page = await checkoutPage(t)
  t.match(page.texts('h1'), ['product is undefined: catalog.get(line.sku) found no key'], 'without backquotes')
  t.match(page.texts('h1 code'), ['product', 'catalog.get(line.sku)'])
  t.same(page.texts('.message'), ["TypeError: Cannot read properties of undefined (reading 'price')"])
  t.match(
    page.texts('header .facts')[0],
    /unhandled promise rejection · 2026-01-02 03:04:05 UTC · Node\.js v20\.20\.2 · linux x64 · process 4242/
  )
})

t.test('that redaction was off', async t => {
  const page = openPage(
    await readDump(
      makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS, { header: { redaction: { enabled: false } } })
    )
  )
  t.teardown(() => page.window.close())
  t.same(page.texts('header .warning'), ['redaction was switched off: this dump may hold secrets'])
  t.same((await checkoutPage(t)).texts('header .warning'), [])
})

t.test('an error of which a part was cut', async t => {
  const cutPage = async (/** @type {object} */ more) => {
    const exception = { ...CHECKOUT_RECORDS[0], ...more }
    return openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), [exception])))
  }
  const { message, description } = CHECKOUT_RECORDS[0]
  const missing = '… 1000 more characters, which are not in the dump'
  t.same((await cutPage({})).texts('.cut'), [])
  t.same(
    (await cutPage({ messageLength: message.length + 1000, descriptionLength: description.length + 1000 })).texts(
      '.cut'
    ),
    [missing, missing]
  )
  t.same(
    (
      await cutPage({
        value: { type: 'string', value: 'x' },
        message: undefined,
        description: 'x',
        descriptionLength: 1001
      })
    ).texts('header > .cut'),
    [missing]
  )
})

t.test('frames, the source with values, scopes', async t => {
  const page = await checkoutPage(t)
  t.same(page.texts('.frame'), ['#0 priceOf checkout.js:14:20', '#1 checkout checkout.js:24:12'])
  t.match(
    page.texts('.line.marked')[0],
    new RegExp(
      [
        String.raw`^14 {4}return product\.price \* line\.qty \* \(1 - discount\)`,
        'product = undefined',
        String.raw`line = \{ sku: 'C-9', qty: 1 \}`,
        String.raw`discount = 0\.1$`
      ].join('')
    )
  )
  t.same(page.texts('.line.marked mark'), ['price'])
  t.match(
    page.texts('.line').join('\n'),
    /const product = catalog\.get\(line\.sku\)product = undefinedcatalog = Map\(2\)/
  )
  t.same(page.texts('.scope > summary'), ['Local 3', 'Closure of makePricer 1', 'Module 5'])
  page.click('.frames .more', '1 frame of Node.js itself')
  t.equal(page.texts('.frame').length, 3)
  page.click('.frame', '#1 checkout')
  t.match(page.texts('.line.marked')[0], /sum \+= priceOf\(line\)sum = 5\.4line = /)
})

t.test('values unfold when asked for, and what is missing says why', async t => {
  const page = await checkoutPage(t)
  page.click('.frame', '#1 checkout')
  const rows = () => page.texts('.detail .row').map(each => each.replace(/copy$/, ''))
  t.match(rows(), [
    /^line: /,
    /^order: Order \{/,
    'sum: 5.4',
    /^note: 'x{20}'… 89980 more characters$/,
    /^later: <not initialised yet/,
    'apiKey: <redacted>'
  ])
  page.click('.detail .toggle', /^order: /)
  t.ok(rows().includes("#coupon: 'WELCOME'"), 'private fields')
  page.click('.detail .toggle', /^lines: /)
  t.ok(rows().includes('… 248 more <over the limit of elements>'))
  t.ok(rows().includes('length: 250'))
  const unfolded = rows().length
  page.click('.detail .toggle', /^self: /)
  t.ok(rows().length > unfolded, 'a cycle unfolds again')
  page.click('.detail .toggle', /^lines: /)
  t.ok(page.document.querySelector('.detail .tree .tree .tree[hidden]'), 'and folds')
})

t.test('who waits for whom', async t => {
  /**
   * @type {(taskId: string, functionName: string, lineNumber: number,
   *   awaits: import('../../../packages/shared/dump/format').Awaited[]) =>
   *   import('../../../packages/shared/dump/format').AsyncTaskRecord}
   */
  const task = (taskId, functionName, lineNumber, awaits) => ({
    kind: 'asyncTask',
    taskId,
    functionName,
    url: 'file:///app/checkout.js',
    scriptId: '63',
    lineNumber,
    columnNumber: 2,
    scopeChain: [],
    awaits
  })
  const timer = { type: /** @type {const} */ ('timer'), description: 'timer of 5 ms' }
  const page = await checkoutPage(t, [
    task('t1', 'serve', 20, [{ taskId: 't2' }, { taskId: 't3', through: 'all' }]),
    task('t2', 'query', 10, [timer]),
    task('t3', 'query', 10, [timer]),
    task('t4', 'rest', 5, []),
    task('t5', 'ring', 7, [{ taskId: 't6' }]),
    task('t6', 'ring', 7, [{ taskId: 't5' }]),
    task('t7', 'lost', 8, [{ taskId: 't99' }])
  ])
  const texts = page.texts('.task-tree > ul > li')
  t.equal(texts.length, 4)
  t.match(texts[0], /^serve checkout\.js:21:3query checkout\.js:11:3 × 2timer of 5 ms × 2$/)
  t.match(texts[1], /^rest checkout\.js:6:3a promise \(nothing more is known\)$/)
  t.match(texts[3], /^lost checkout\.js:9:3t99$/)
  t.match(texts[2], /^ring checkout\.js:8:3ring checkout\.js:8:3 …$/, 'a ring ends')
  page.window.HTMLElement.prototype.scrollIntoView = () => {} // jsdom has no layout
  page.click('.task-tree button', 'query')
  t.ok(page.document.querySelector('.group[open] .task[open] .panel'), 'one of them is shown')
  t.same(page.errors, [])
})

t.test('tasks, process, timeline, what is missing', async t => {
  const page = await checkoutPage(t)
  t.same(page.texts('[role=tab]'), ['Frames 3', 'Async tasks 1', 'Process', 'Timeline', 'Not captured 1'])
  page.press('2')
  t.match(page.texts('.group > summary')[0], 'checkout checkout.js:21:3 1')
  page.click('.task > summary')
  await page.settled(() => page.texts('.task .row').length > 0) // a <details> says later that it was opened
  t.match(page.texts('.task .row')[0], /^order: Order/)
  page.click('[role=tab]', 'Process')
  t.match(
    page.texts('dl.facts')[0],
    /command.*\/app\/checkout\.js.*ran for1 d 2 h.*in all \(RSS\): 41\.9 MB.*Timeout: 2/
  )
  t.same(page.texts('.timeline .offset'), ['−1 d 2 h', '−1.5 ms', '0', '+3 ms'])
  t.match(page.texts('.timeline strong'), [
    'The process started',
    'The error was constructed',
    'Reported as an unhandled rejection',
    'The dump was on disk'
  ])
  page.click('[role=tab]', 'Not captured')
  t.match(page.texts('main').join(), '12 objects over the limit of objects')
})

t.test('what each AsyncLocalStorage held, and the last output', async t => {
  const records = CHECKOUT_RECORDS.map(record =>
    record.kind !== 'process'
      ? record
      : {
          ...record,
          asyncStores: {
            readAt: 'capture',
            stores: [
              {
                storage: { type: 'object', objectId: '30' },
                name: 'request',
                store: { type: 'string', value: 'tenant-7' }
              }
            ]
          },
          output: {
            stdout: { lines: ['listening', '<b>late</b>'], totalBytes: 22 },
            stderr: { lines: [], totalBytes: 0 }
          }
        }
  )
  const page = openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records)))
  t.teardown(() => page.window.close())
  page.click('[role=tab]', 'Process')
  t.match(page.texts('.panel .row').join(' '), /async store request: 'tenant-7'/)
  t.match(page.texts('dl.facts')[0], /last on stdoutlistening<b>late<\/b>$/)
  t.same(await page.search('tenant-7'), ["process async store request 'tenant-7'"])
  t.same(page.errors, [])
})

t.test('what the heap was full of', async t => {
  const page = openPage(
    await readDump(
      makeDump(path.join(t.testdir(), 'a.ccdump'), [
        ...CHECKOUT_RECORDS,
        {
          kind: 'heapSummary',
          totalBytes: 50_000_000,
          nodes: 1000,
          classes: [{ className: '<b>Session</b>', count: 2, shallowBytes: 4_100_000 }],
          classesLeftOut: 3
        }
      ])
    )
  )
  t.teardown(() => page.window.close())
  page.click('[role=tab]', 'Process')
  t.match(
    page.texts('dl.facts')[0],
    /heap by class50\.0 MB in all, counted then, estimatedclasscountown<b>Session<\/b>24\.1 MB… 3 more classes/
  )
  t.same(page.errors, [])
})

t.test('facts of the process and times may be anything', async t => {
  const odd = { toString: 1 }
  const records = CHECKOUT_RECORDS.map(record =>
    record.kind !== 'process'
      ? record
      : { ...record, uptimeMs: 1e300, env: { A: odd }, output: { stdout: { lines: [odd, 'written'] }, stderr: null } }
  )
  const page = openPage(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records)))
  t.teardown(() => page.window.close())
  page.click('[role=tab]', 'Process')
  t.match(page.texts('dl.facts')[0], /last on stdout\{"toString":1\}written$/)
  t.notMatch(page.texts('.timeline strong'), ['The process started'])
  t.same(page.errors, [])
})

t.test('the search finds values and leads to them', async t => {
  const page = await checkoutPage(t)
  const hits = await page.search('welcome')
  t.ok(hits.some(each => each === "#1 Local order.#coupon 'WELCOME'"), JSON.stringify(hits))
  page.click('.hit', '#coupon')
  t.match(page.texts('.frame[aria-current=true]'), ['#1 checkout checkout.js:24:12'])
  t.same(page.texts('.row.found'), ["#coupon: 'WELCOME'"])
  t.match(await page.search('/^T[ea]+$/'), [/'Tea'$/])
  t.same(await page.search('nowhere to be found'), [])
  await page.search('/(/').catch(() => [])
  t.match(page.texts('.results [role=status]')[0], /Invalid regular expression/)
})

t.test('keys', async t => {
  const page = await checkoutPage(t)
  const current = () => page.texts('.frame[aria-current=true]')[0].slice(0, 2)
  page.press('ArrowDown')
  t.equal(current(), '#1')
  page.press('ArrowDown')
  t.equal(current(), '#1', 'frames that are not shown are not stepped into')
  page.press('ArrowUp')
  t.equal(current(), '#0')
  page.press('/')
  t.equal(page.document.activeElement?.tagName, 'INPUT')
  page.press('Escape')
  t.not(page.document.activeElement?.tagName, 'INPUT')
  page.press('?')
  t.equal(page.document.querySelector('.help')?.hasAttribute('hidden'), false)
  page.press('Escape')
  t.equal(page.document.querySelector('.help')?.hasAttribute('hidden'), true)
})

t.test('a dump without frames shows the stack of the error and why', async t => {
  const records = CHECKOUT_RECORDS.filter(({ kind }) => kind === 'exception' || kind === 'object')
  const page = openPage(
    await readDump(
      makeDump(path.join(t.testdir(), 'a.ccdump'), records, {
        header: { capture: { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 } },
        end: null
      })
    )
  )
  t.same(page.errors, [])
  t.match(page.texts('.stack li'), [/^priceOf {2}.*checkout\.js:14:20$/, /^async checkout/])
  t.match(page.texts('.warning')[0], 'cut short')
  page.window.close()
})
