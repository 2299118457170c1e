'use strict'
// The page of a fatal signal: its headline, the reason, and the stack.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { makeDump } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')

t.test('the headline says which signal, and the stack has compiled functions and JavaScript', async t => {
  const file = path.join(t.testdir(), 'a.ccdump')
  makeDump(
    file,
    [
      {
        kind: 'signal',
        name: 'SIGSEGV',
        number: 11,
        code: 1,
        address: '0x0',
        thread: { id: 4242, name: 'node', type: 'main' },
        stackPointer: '0x7ffd00000000',
        frames: [{ address: '0x7f0000001234', module: 0, offset: '0x1234' }, { address: '0x55', callFrame: 0 }],
        leftOut: { after: 0, count: 12 },
        modules: [{ file: '/nowhere/<b>app.node', base: '0x7f0000000000' }]
      },
      {
        kind: 'callFrame',
        index: 0,
        functionName: 'checkOut',
        url: '/shop/basket.js',
        scriptId: '',
        lineNumber: 9,
        columnNumber: 4,
        internal: false,
        this: { type: 'object', notCapturedReason: 'unavailable' },
        scopeChain: []
      },
      { kind: 'process', cwd: '/shop' }
    ],
    { header: { trigger: 'signal' } }
  )
  const page = openPage(await readDump(file))
  t.same(page.errors, [])
  t.same(page.texts('h1'), ['SIGSEGV at address 0x0 in the main thread'])
  t.same(page.texts('.error .diagnosis'), ['a null pointer was followed'])
  t.match(page.texts('.error .facts')[0], /^fatal signal · /)
  t.same(page.texts('.error .text-line'), [
    '0  ?  <b>app.node+0x1234',
    '… 12 frames, which are not in the dump',
    '1  checkOut  basket.js:10:5'
  ])
})
