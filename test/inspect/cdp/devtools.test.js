'use strict'
// DevTools' own front end, in Chromium, works on programs that really died.

const t = require('tap')
const { WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { collect } = require('../../helpers/crash')
const { openDevTools } = require('../../helpers/devtools')
const { openReplay } = require('../../helpers/open-replay')

/** What a live Node.js does not know either. */
const EXPECTED_ERRORS = /^Request Network\.\w+ failed/

/**
 * @param {import('tap').Test} t
 * @param {string} file below test/fixtures/crashes
 * @param {string[]} [flags] of `open`
 */
async function crashInDevTools (t, file, flags) {
  const { dumps, stderr } = await collect(t, { file })
  t.equal(dumps.length, 1, 'it left a dump', { stderr })
  const replay = await openReplay(dumps[0], flags)
  t.teardown(() => replay.close())
  const devtools = await openDevTools(replay.devtoolsUrl)
  t.teardown(() => devtools.close())
  return devtools
}

t.test('paused at the throw, with variables and a console', { skip: WITHOUT_CHROMIUM }, async t => {
  const devtools = await crashInDevTools(t, 'rejection/async-nested.js')
  t.equal(await devtools.paused(), 'Paused on promise rejection Error: no price')
  t.ok(await devtools.executionLine(/throw new Error\('no price'\) \/\/ CRASH/))
  t.match(await devtools.callStack(), [/^priceOf async-nested\.js:4$/, /^checkout async-nested\.js:10$/])
  t.match(await devtools.inlineValues(), [/^line = \{sku: 'A-9'\}/, 'total = 42', /^user = /])
  t.equal(await devtools.expand(/^line: /, /^sku: /), 'sku: "A-9"')
  await devtools.selectFrame('checkout')
  t.ok(await devtools.executionLine(/priceOf\(cart\.lines\[0\], 42\)/))
  t.match(await devtools.expand(/^cart: /, /^lines: /), /^lines: \[\{…\}\]$/)

  await devtools.openConsole()
  t.equal(await devtools.evaluate('label + " of " + cart.lines.map(line => line.sku).join()'), "'cart 7 of A-9'")
  t.equal(await devtools.evaluate('priceOf({ price: 2 }, 30)'), "'32bob'")
  const lines = await devtools.consoleLines()
  t.match(
    lines.find(line => line.includes('Uncaught')),
    /Uncaught \(in promise\) Error: no price at priceOf \(async-nested\.js:4:\d+\)/
  )
  t.match(lines.join('\n'), /crash-collector: process \d+ \(Node\.js v[\d.]+\) died at/)
  t.same(
    devtools.errors.filter(error => !EXPECTED_ERRORS.test(error)),
    [],
    'DevTools has nothing to complain of'
  )
})

t.test('a step is refused, and the process stays where it threw', { skip: WITHOUT_CHROMIUM }, async t => {
  const devtools = await crashInDevTools(t, 'uncaught/class-method.js')
  const before = await devtools.callStack()
  await devtools.page.keyboard.press('F10')
  await devtools.openConsole()
  await devtools.page.locator('.console-warning-level').first().waitFor()
  t.match((await devtools.consoleLines()).join('\n'), /stepOver refused: this process is dead/)
  t.same(await devtools.callStack(), before)
  t.match(await devtools.paused(), /^Paused on exception/)
})

t.test('minified code has the names of its source', { skip: WITHOUT_CHROMIUM }, async t => {
  const devtools = await crashInDevTools(t, 'original-names/esbuild/app.js')
  t.ok(await devtools.executionLine(/const country = destination\.country/))
  t.equal(await devtools.variable(/^destination: /), 'destination: undefined')
  t.match(await devtools.variable(/^known: /), /^known: \(2\) \['DE', 'FR'\]$/)
  await devtools.openConsole()
  t.equal(await devtools.evaluate('String(destination) + known.length'), "'undefined2'")
})

for (const [tool, file] of [['terser', 'app.js'], ['vite', 'app.mjs']]) {
  t.test(`functions that ${tool} has renamed or left without a name`, { skip: WITHOUT_CHROMIUM }, async t => {
    const devtools = await crashInDevTools(t, `original-names/${tool}/${file}`)
    t.ok(await devtools.executionLine(/const country = destination\.country/))
    t.same(await devtools.callStack(), ['zoneOf order.js:20', 'shippingCost order.js:12', 'checkout app.js:14'])
    t.equal(await devtools.variable(/^destination: /), 'destination: undefined')
  })
}

for (const kind of ['inline', 'beside']) {
  t.test(`TypeScript shows as it was written, its map ${kind}`, { skip: WITHOUT_CHROMIUM }, async t => {
    const devtools = await crashInDevTools(t, `typescript/${kind}/order.js`)
    await devtools.page.locator('.call-frame-item').filter({ hasText: 'order.ts' }).first().waitFor()
    t.match((await devtools.callStack())[0], /^priceOf order\.ts:7$/)
    t.ok(await devtools.executionLine(/line\.price!\.amount \/\/ CRASH/))
  })
}
