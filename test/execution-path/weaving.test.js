'use strict'
// Weaves real programs: the woven text is one that V8 compiles, and the original comes back from it.

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const t = require('tap')

const { ecosystemPath, skippedWithout } = require('../helpers/ecosystem')
require('../../lib/execution-path-door').loadPackage() // its files take the preload's functions
const { WovenFiles } = require('../../packages/execution-path/weaving/woven-file')

const PACKAGES = ['express', 'fastify', 'koa', 'pino', 'rxjs/dist/cjs']

/** @param {string} folder @returns {string[]} */
function scriptsIn (folder) {
  const names = /** @type {string[]} */ (fs.readdirSync(folder, { recursive: true }))
  return names.filter(name => name.endsWith('.js')).map(name => path.join(folder, name))
}

t.test('packages', async t => {
  if (skippedWithout(t, ...PACKAGES)) return
  const files = new WovenFiles()
  let woven = 0
  for (const file of PACKAGES.flatMap(name => scriptsIn(ecosystemPath(name)))) {
    const source = fs.readFileSync(file, 'utf8')
    const text = files.add(file, source, 'commonjs')
    if (text === source) continue
    woven++
    if (text.split('\n').length !== source.split('\n').length) t.fail(`${file} has more lines`)
    if (files.originalText(text) !== source) t.fail(`${file} does not come back`)
    const body = text.replace(/^#!.*/, '')
    t.doesNotThrow(() => new vm.Script(`(async function (exports, require, module) {${body}\n})`), file)
  }
  t.ok(woven > 100, `${woven} files`)
})

t.test('each place of a woven text leads to its place in the original', async t => {
  const files = new WovenFiles()
  const source = 'const f = (a, b = a ? 1 : 2) => a && b.c\nif (x) y()\r\nelse z()\u2028g(() => x ?? 1)\n'
  const text = files.add('/f.js', source, 'commonjs')
  const file = /** @type {NonNullable<ReturnType<WovenFiles['find']>>} */ (files.find('/f.js'))
  const lines = text.split(/\r\n|[\n\u2028]/)
  const originals = source.split(/\r\n|[\n\u2028]/)
  for (const [line, word] of /** @type {[number, string][]} */ ([[0, 'b.c'], [1, 'y()'], [2, 'z()'], [3, 'x ??']])) {
    t.equal(file.originalColumn(line, lines[line].indexOf(word)), originals[line].indexOf(word), word)
  }
})

t.test('what cannot be woven runs as it is', async t => {
  const files = new WovenFiles()
  for (const [source, reason] of [
    ['const _$p = 1', 'reservedName'],
    ['with (a) b()', 'with'],
    ['const = 1', 'syntax'],
    [`// ${'a'.repeat(1_000_000)}`, 'size']
  ]) {
    t.equal(files.add(reason, source, 'commonjs'), source)
    t.equal(files.refused[reason], reason)
  }
  t.equal(files.add('empty', "'use strict'\n// nothing\n", 'commonjs').includes('$'), false)
})

t.test('what a program can see of its functions stays', async t => {
  const names = `
    const a = () => 1, b = function () {}, c = class {}
    let d, e = null, g
    d ??= () => 2
    e ??= (function () {})
    g ||= class {}
    const o = { m () {}, get n () { return 1 }, p: () => 3 }
    module.exports = [a, b, c, d, e, g, o.m, o.p].map(f => f.name + f.length) + (function (x, y = 1, z) {}).length
      + (function () { return typeof this }).call(1) + (function () { 'use strict'; return typeof this }).call(1)`
  const run = (/** @type {string} */ text) => {
    const module = { exports: {} }
    const none = () => 0
    // eslint-disable-next-line no-new-func
    const program = new Function('module', '_$a', '_$b', '_$c', '_$e', '_$f', '_$h', text)
    program(module, [], none, none, none, none, none)
    return module.exports
  }
  t.equal(run(new WovenFiles().add('/n.js', names, 'commonjs')), run(names))
})

t.test('a counter in a loop counts once in each call, with any number of blocks, and again in a generator', async t => {
  const statements = Array.from({ length: 40 }, (_, i) => `x += ${i}`).join('\n')
  const source = `
    function loops () {
      let x = 0
      for (const y of [1, 2, 3]) {
        ${statements}
        if (y === 3) x = 0
      }
      do x++
      while (x < 3 && x !== 7)
      return x
    }
    function * steps () { for (;;) { yield 1 } }
    module.exports = { loops, steps }`
  const files = new WovenFiles()
  const text = files.add('/l.js', source, 'commonjs')
  let number = 0
  /** @type {string[]} */
  let hits = []
  const hit = (/** @type {number} */ number, /** @type {number} */ id) => hits.push(`${number}:${id}`)
  const enter = (/** @type {number} */ id) => {
    hit(number, id)
    return number
  }
  const module = { exports: /** @type {any} */ ({}) }
  // eslint-disable-next-line no-new-func
  const program = new Function('module', '_$a', '_$b', '_$c', '_$e', '_$f', '_$h', text)
  // As if another request had run each block since, and as if no request had a path.
  const awake = new Int32Array(1000).fill(1)
  const asleep = new Int32Array(1000)
  let lastRun = awake
  const lastRuns = new Proxy(awake, { get: (_, index) => Reflect.get(lastRun, index) })
  program(module, lastRuns, null, () => number, enter, enter, hit)
  const { loops, steps } = module.exports
  const idsOf = (/** @type {string} */ name) => {
    const { blocks = [], firstId = 0 } = files.find('/l.js') ?? {}
    const { start, end } = blocks.find(block => block.name === name) ?? { start: 0, end: 0 }
    return blocks.flatMap((block, i) => (block.start >= start && block.end <= end ? [firstId + i] : []))
  }
  const ids = idsOf('loops')
  t.ok(ids.length > 45)
  for (number of [5, 6]) {
    hits = []
    t.equal(loops(), 3)
    t.same(new Set(hits), new Set(ids.map(id => `${number}:${id}`)), 'each block')
    // 30 of the 42 blocks in the first loop have a variable. One of the others runs once, none of the second loop's.
    t.equal(ids.filter(id => hits.filter(each => each.endsWith(`:${id}`)).length > 1).length, 13)
  }
  hits = []
  number = 0
  lastRun = asleep
  t.equal(loops(), 3)
  t.same(hits, [], 'without a request nothing is called')

  hits = []
  lastRun = awake
  const generator = steps()
  for (number of [5, 5, 6]) generator.next()
  const body = idsOf('steps').at(-1)
  t.same(hits.filter(each => each.endsWith(`:${body}`)), [5, 5, 6].map(each => `${each}:${body}`))
})
