'use strict'
// `new.target` of a frame is shown, and can be evaluated.

const path = require('node:path')
const t = require('tap')
const CDP = require('chrome-remote-interface')
const { CRASHES } = require('../../helpers/crash')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { renderDump } = require('../../../packages/inspect/show')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { openReplay } = require('../../helpers/open-replay')
const { runToDump } = require('../../helpers/run-to-dump')

t.test('of functions, classes and arrow functions', async t => {
  const { file } = await runToDump(t, [path.join(CRASHES, 'scopes/new-target.js')])
  const dump = await readDump(file)
  const text = renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false })
  t.match(text, 'new.target  [class Label]', 'of a frame')
  t.match(text, 'new.target  undefined', 'of a function that was called without new')
  t.match(text, "colour: 'red', new.target: [class Label]", 'of a closure')
  /** @type {[string, string|RegExp, object?][]} */
  const cases = [
    ['new.target', '[class Label]'],
    ['[new.target === Label, (() => new.target.name)()]', "[ true, 'Label' ]"],
    ['new (function Made () { this.by = new.target.name })()', "Made { by: 'Made' }"],
    ['new.target', '[class Label]', { frame: 1 }],
    ['new.target', 'undefined', { frame: 2 }],
    ['new.target', /^NotCaptured: new\.target \(it was not kept; this\.constructor is usually/, { frame: 3 }],
    ['new.target === Oak', 'true', { frame: 4 }],
    ['new.target', 'undefined', { frame: 5 }],
    ['new.target.name', "'Wood'", { frame: 6 }]
  ]
  const results = await evaluateAll(
    file,
    cases.map(([expression, , options]) => [expression, options ?? {}])
  )
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, `#${i}: ${expression}`))
})

t.test('of an arrow function it is that of the function around it, and of no other one', async t => {
  const program = `
    function Outer () {
      const tell = () => new.target
      const own = async () => {
        await null
        inner()
      }
      const inner = function inner () {
        const arrow = () => { throw new Error('no use: ' + typeof tell) }
        arrow()
      }
      return own()
    }
    new Outer()`
  const cwd = t.testdir({ 'program.js': program })
  const { file } = await runToDump(t, ['program.js'], { cwd })
  const dump = await readDump(file)
  t.same(dump.callFrames.filter(({ internal }) => !internal).map(each => each.functionName), ['arrow', 'inner', 'own'])
  const results = await evaluateAll(file, [['new.target', { frame: 0 }], ['new.target', { frame: 2 }]])
  t.match(results[0], /^NotCaptured: new\.target/, 'the function around has none')
  t.equal(results[1], '[Function: Outer]')
})

t.test('DevTools shows it among the local variables, and evaluates it', async t => {
  const { file } = await runToDump(t, [path.join(CRASHES, 'scopes/new-target.js')])
  const replay = await openReplay(file)
  t.teardown(() => replay.close())
  const client = await CDP({ host: '127.0.0.1', port: replay.port, local: true })
  t.teardown(() => client.close())
  /** @type {Promise<import('devtools-protocol').Protocol.Debugger.PausedEvent>} */
  const paused = new Promise(resolve => client.once('Debugger.paused', resolve))
  await client.Runtime.enable()
  await client.Debugger.enable()
  const { callFrameId, scopeChain } = (await paused).callFrames[1]
  const { result } = await client.Runtime.getProperties({ objectId: scopeChain[0].object.objectId ?? '' })
  t.match(result.find(({ name }) => name === 'new.target')?.value, { type: 'function', description: 'class Label {}' })
  t.match(await client.Debugger.evaluateOnCallFrame({ callFrameId, expression: 'new.target.name' }), {
    result: { value: 'Label' }
  })
})

t.test('it explains a condition', async t => {
  const text = "function Shop () { if (!new.target) throw new Error('call it with new') }\nShop()"
  const cwd = t.testdir({ 'program.js': text })
  const { file } = await runToDump(t, ['program.js'], { cwd })
  const dump = await openDump(file)
  const shown = renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false })
  t.match(shown, /^`new\.target` is undefined\n/)
})
