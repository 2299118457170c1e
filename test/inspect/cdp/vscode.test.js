'use strict'
// VS Code's own JavaScript debugger attaches to a replayed process, and gets the requests that VS Code's window makes.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED, SOURCE } = require('../../helpers/checkout-dump')
const { KINDS_RECORDS } = require('../../helpers/kinds-dump')
const { CRASHES } = require('../../helpers/crash')
const { makeDump } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')
const { runToDump } = require('../../helpers/run-to-dump')
const { attachVsCode } = require('../../helpers/vscode/attach')

/** @typedef {{ name: string, value: string, type: string, variablesReference: number }} Variable */

/**
 * @param {import('tap').Test} t
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} records
 * @param {'default'|'all'|'none'} boxes
 */
async function attach (t, records, boxes) {
  const directory = t.testdir()
  const dump = makeDump(path.join(directory, 'a.ccdump'), records, { end: { notCaptured: CHECKOUT_NOT_CAPTURED } })
  const replay = await openReplay(dump, ['--allow-functions'])
  t.teardown(() => replay.close())
  // As in docs/vscode.md.
  const code = await attachVsCode(
    { type: 'node', request: 'attach', name: 'dead process', port: replay.port, continueOnAttach: false },
    boxes
  )
  t.teardown(() => code.close())
  return code
}

/**
 * The pause, as the window shows it: the call stack, and the scopes and variables of a frame.
 * @param {import('../../helpers/vscode/attach').VsCode} code
 * @param {number} [frame]
 */
async function look (code, frame = 0) {
  const { threads } = await code.ask('threads')
  const threadId = threads[0].id
  const { stackFrames } = await code.ask('stackTrace', { threadId, startFrame: 0, levels: 20 })
  const frameId = stackFrames[frame].id
  const { scopes } = await code.ask('scopes', { frameId })
  const variables = async (/** @type {number} */ variablesReference) =>
    /** @type {Variable[]} */ ((await code.ask('variables', { variablesReference })).variables)
  /** Evaluates as the Debug Console does, or in another context. */
  const evaluate = async (/** @type {string} */ expression, context = 'repl') =>
    (await code.ask('evaluate', { expression, frameId, context })).result
  /** @param {string} name @param {number} [reference] of an object or scope */
  const variable = async (name, reference = scopes[0].variablesReference) => {
    const found = (await variables(reference)).find(each => each.name === name)
    if (found === undefined) throw new Error(`no ${name} among ${JSON.stringify(await variables(reference))}`)
    return found
  }
  return { threadId, stackFrames, frameId, scopes, variables, variable, evaluate }
}

for (const boxes of /** @type {const} */ (['default', 'none'])) {
  t.test(`no kind of exceptions is ticked (${boxes})`, async t => {
    const code = await attach(t, CHECKOUT_RECORDS, boxes)
    const stopped = await code.event('stopped')
    t.equal(stopped.reason, 'pause')
    const { stackFrames, variable, threadId } = await look(code)
    t.equal(stackFrames[0].name, 'priceOf')
    t.equal((await variable('line')).value, "{sku: 'C-9', qty: 1}")
    t.notOk(
      code.events.some(({ event, body }) => event === 'output' && /refused/.test(body.output)),
      'nobody asked the process to go on'
    )
    // A request that is answered shows that the adapter has nothing else to do: it neither resumes nor is paused again.
    await code.ask('threads')
    t.equal(code.events.filter(({ event }) => event === 'stopped').length, 1)

    await code.ask('setExceptionBreakpoints', { filters: [], filterOptions: [{ filterId: 'uncaught' }] })
    t.equal((await code.event('stopped', 2)).reason, 'exception', 'the box is ticked now')
    t.match(await code.ask('exceptionInfo', { threadId }), { exceptionId: /^TypeError: Cannot read properties/ })
    await code.ask('setExceptionBreakpoints', { filters: [], filterOptions: [] })
    await code.ask('continue', { threadId })
    t.equal((await code.event('stopped', 3)).reason, 'pause', 'and unticked again')
    t.equal((await look(code)).stackFrames[0].name, 'priceOf')
  })
}

t.test('a session', async t => {
  const code = await attach(t, CHECKOUT_RECORDS, 'all')
  const isException = (/** @type {any} */ { event, body }) => event === 'stopped' && body.reason === 'exception'
  for (let i = 1; !code.events.some(isException); i++) await code.event('stopped', i)
  const { threadId, stackFrames, frameId, scopes, variables, variable, evaluate } = await look(code)

  await t.test('the pause', async t => {
    t.match(await code.ask('exceptionInfo', { threadId }), {
      exceptionId: "TypeError: Cannot read properties of undefined (reading 'price')",
      details: { stackTrace: /at priceOf/ }
    })
    t.match(stackFrames, [
      { name: 'priceOf', line: 14, column: 20, source: { path: '/app/checkout.js' } },
      { name: 'checkout', line: 24 },
      {}
    ])
    t.match(scopes, [{ name: 'Local: priceOf' }, { name: 'Closure (makePricer)' }, { name: 'Closure' }])
    t.match(await variables(scopes[0].variablesReference), [
      { name: 'line', value: "{sku: 'C-9', qty: 1}", type: 'Object' },
      { name: 'product', value: 'undefined' },
      { name: 'this', value: 'undefined' }
    ])
    const { content } = await code.ask('source', {
      source: stackFrames[0].source,
      sourceReference: stackFrames[0].source.sourceReference
    })
    t.equal(content, SOURCE)
    t.match(await code.ask('loadedSources'), { sources: [{ path: '/app/checkout.js' }] })
    const output = code.events.filter(({ event }) => event === 'output').map(({ body }) => body.output)
    t.match(output.join(''), /process 4242 .* died at[^]*Uncaught TypeError/)
    // It would be killed when the session ends.
    for (const { body } of code.events.filter(({ event }) => event === 'process')) t.notOk(body.systemProcessId)
  })

  await t.test('evaluation', async t => {
    t.equal(await evaluate('line.sku + 1'), "'C-91'")
    t.equal(await evaluate('{ a: line.qty }'), '{a: 1}')
    t.equal(await evaluate('await Promise.resolve(line.sku)'), "'C-9'")
    t.equal(await evaluate('line', 'hover'), "{sku: 'C-9', qty: 1}")
    t.equal(await evaluate('line.qty + 1', 'watch'), '2')
    t.equal(await evaluate('line', 'clipboard'), '{\n  sku: "C-9",\n  qty: 1,\n}', 'Copy Value')
    t.equal(await evaluate('catalog.get("A-1")', 'clipboard'), '{\n  name: "Tea",\n  price: 3,\n}')
    await t.rejects(evaluate('nope'), /ReferenceError: nope is not defined/)
    await t.rejects(evaluate('product.price'), /Cannot read properties of undefined/)
    await t.rejects(evaluate('line.'), /SyntaxError/)
    const caller = await look(code, 1)
    t.equal(await caller.evaluate('order.id'), '7')
    await t.rejects(caller.evaluate('note.slice(-1)'), /NotCaptured/)
  })

  await t.test('completions', async t => {
    const labels = async (/** @type {string} */ text) =>
      (await code.ask('completions', { text, line: 1, column: text.length + 1, frameId })).targets.map(
        (/** @type {{ label: string }} */ { label }) => label
      )
    t.same(await labels('li'), ['line'])
    t.same((await labels('line.')).slice(0, 2), ['qty', 'sku'])
    t.same(await labels('line.s'), ['sku'])
    t.ok((await labels('catalog.')).includes('get'))
    t.same(await labels('prod'), ['product'])
  })

  await t.test('a variable, a property and an expression are set', async t => {
    const set = await code.ask('setVariable', {
      variablesReference: scopes[0].variablesReference,
      name: 'product',
      value: '{ price: 3 }'
    })
    t.equal((await variables(set.variablesReference))[0].value, '3')
    t.equal((await variable('product')).value, '{price: 3}')
    t.equal(await evaluate('product.price * 2'), '6')

    const line = await variable('line')
    await code.ask('setVariable', { variablesReference: line.variablesReference, name: 'sku', value: '"A-1"' })
    t.equal((await variable('sku', line.variablesReference)).value, "'A-1'")
    t.equal(await evaluate('catalog.get(line.sku).name'), "'Tea'")

    t.equal((await code.ask('setExpression', { expression: 'line.qty', value: '4', frameId })).value, '4')
    t.equal(await evaluate('line.qty', 'watch'), '4')
    t.equal((await variable('line')).value, "{sku: 'A-1', qty: 4}")
    t.equal((await (await look(code, 1)).evaluate('order.lines[1].qty')), '4', 'it is the same object in each frame')

    const nowhere = { variablesReference: scopes[0].variablesReference, name: 'product', value: 'nope' }
    await t.rejects(code.ask('setVariable', nowhere), /nope is not defined/)
    t.equal((await variable('product')).value, '{price: 3}')
  })

  await t.test('what an expression changes and declares stays', async t => {
    t.equal(await evaluate("line.sku = 'x'; line"), "{sku: 'x', qty: 4}")
    t.equal((await variable('line')).value, "{sku: 'x', qty: 4}")
    await evaluate('let double = n => n * 2')
    await evaluate('function triple (n) { return n * 3 }')
    t.equal(await evaluate('double(triple(line.qty))'), '24')
    t.equal(await evaluate('$_ + 1'), '25')
    await evaluate('catalog.set("new", { price: 1 })')
    t.equal(await evaluate('catalog.size'), '3')
  })

  await t.test('it stays where it threw', async t => {
    const before = code.events.filter(({ event }) => event === 'stopped').length
    for (const [i, command] of ['next', 'stepIn', 'stepOut', 'continue'].entries()) {
      await code.ask(command, { threadId })
      await code.event('stopped', before + i + 1)
    }
    const after = await look(code)
    t.equal(after.stackFrames[0].line, 14)
    t.equal((await after.variable('line')).value, "{sku: 'x', qty: 4}", 'with the changes')
  })

  t.match(await code.request('disconnect', { terminateDebuggee: true }), { success: true })
})

t.test('the launch configuration that `open --code` writes', async t => {
  const directory = t.testdir({ bin: {} })
  const dump = makeDump(path.join(directory, 'a.ccdump'), CHECKOUT_RECORDS, {
    end: { notCaptured: CHECKOUT_NOT_CAPTURED }
  })
  // This editor does nothing, and ends.
  const bin = path.join(directory, 'bin')
  fs.symlinkSync('/bin/true', path.join(bin, 'code'))
  const replay = await openReplay(dump, ['--code'], { PATH: `${bin}:${process.env.PATH}` })
  t.teardown(() => replay.close())
  const { configurations } = JSON.parse(fs.readFileSync(path.join(directory, '.vscode', 'launch.json'), 'utf8'))
  t.equal(configurations.length, 1)
  const code = await attachVsCode(configurations[0])
  t.teardown(() => code.close())
  await code.event('stopped')
  const { stackFrames, variable } = await look(code)
  t.match(stackFrames[0], { name: 'priceOf', line: 14, column: 20 })
  t.equal((await variable('line')).value, "{sku: 'C-9', qty: 1}")
  t.equal((await variable('product')).value, 'undefined')
})

t.test('minified code has the names of its source', async t => {
  const { file } = await runToDump(t, [path.join(CRASHES, 'original-names/swc/app.js')])
  const replay = await openReplay(file)
  t.teardown(() => replay.close())
  const code = await attachVsCode({ type: 'node', request: 'attach', name: 'minified', port: replay.port })
  t.teardown(() => code.close())
  await code.event('stopped')
  const { stackFrames, variables, variable, evaluate } = await look(code)
  t.match(stackFrames.slice(0, 2), [
    { name: 'zoneOf', line: 20, source: { path: /order\.js$/ } },
    { name: 'Order.shippingCost', line: 12 }
  ])
  t.equal((await variable('destination')).value, 'undefined')
  t.equal(await evaluate('String(destination) + known.length', 'watch'), "'undefined2'")
  await evaluate('known.push("IT")')
  t.equal((await variable('known')).value, "(3) ['DE', 'FR', 'IT']")
  const caller = await look(code, 1)
  // Its debugger took `weight` for the name of `this`, because the map names the place so.
  t.same((await variables(caller.scopes[0].variablesReference)).map(each => each.name), ['surcharge', 'this'])
  t.equal(await caller.evaluate('this.lines.length', 'hover'), '2')
  await code.ask('setVariable', {
    variablesReference: caller.scopes[0].variablesReference,
    name: 'surcharge',
    value: '7'
  })
  t.equal((await caller.variable('surcharge')).value, '7')
  t.equal(await caller.evaluate('surcharge + 1'), '8')
})

t.test('values of every kind', async t => {
  const code = await attach(t, KINDS_RECORDS, 'none')
  await code.event('stopped')
  const { variables, variable, evaluate } = await look(code)
  const shown = async (/** @type {string} */ name) => (await variable(name)).value
  t.equal(await shown('minusZero'), '-0')
  t.equal(await shown('big'), '10n')
  t.equal(await shown('nothing'), 'null')
  t.match(await shown('date'), /2026/)
  t.equal(await shown('regexp'), '/a+b/g')
  t.match(await shown('map'), /Map\(2\)/)
  t.match(await shown('unique'), /Symbol\(unique\)/)
  const children = async (/** @type {string} */ name) =>
    Object.fromEntries(
      (await variables((await variable(name)).variablesReference)).map(each => [each.name, each.value])
    )
  t.match(await children('array'), { 0: '1', 1: '2', length: '2' })
  t.match(await children('map'), { 0: '{Object => "by identity"}', 1: '{"text" => 2}' })
  t.match(await children('set'), { 0: '"a"' })
  t.match(await children('floats'), { 0: '1.5', 1: '-0' })
  t.match(await children('error'), { message: "'bad'", cause: '{code: 7}' })
  t.equal(await evaluate('derived.greet()'), "'base derived'")
  t.equal(await evaluate('array', 'clipboard'), '[\n  1,\n  2,\n]')
})
