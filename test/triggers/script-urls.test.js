'use strict'
// In mode `always`, dumps have the right URLs of scripts. The tests use the inspector of their own process.
const t = require('tap')
const { Session } = require('node:inspector')
const { setFlagsFromString } = require('node:v8')
const vm = require('node:vm')
const { scriptUrls } = require('../../lib/fallback/script-urls')

setFlagsFromString('--expose-gc')
const gc = /** @type {() => void} */ (vm.runInNewContext('gc'))

t.test('what V8 has collected is forgotten, what it has is not', async t => {
  const session = new Session()
  session.connect()
  t.teardown(() => session.disconnect())
  const { urls, add } = scriptUrls((method, params) => {
    /** @type {Error | null} */
    let failure = null
    session.post(method, params, error => {
      failure = error
    })
    return failure
  }, 100)
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('made-')) add(params.scriptId, params.url)
  })
  session.post('Debugger.enable')
  const count = () => Object.keys(urls).length

  const kept = Array.from({ length: 90 }, (_, i) =>
    new vm.Script(`() => ${i}`, { filename: `made-to-stay-${i}` }).runInThisContext()
  )
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 100; i++) {
      new vm.Script(`${round} + ${i}`, { filename: `made-${round}-${i}` }).runInThisContext()
    }
    gc()
  }
  t.ok(count() < 1000, 'of 2,090 less than half are left', { count: count() })
  t.equal(Object.values(urls).filter(url => url.startsWith('made-to-stay-')).length, kept.length)
})

t.test('an inspector that fails otherwise has collected nothing', async t => {
  const { urls, add } = scriptUrls(() => new Error("'Debugger.setBlackboxedRanges' wasn't found"), 1)
  for (const id of ['1', '2', '3']) add(id, `file-${id}`)
  t.same({ ...urls }, { 1: 'file-1', 2: 'file-2', 3: 'file-3' })
})
