'use strict'
// What an outline shows around a place is what the whole tree shows there.

const fs = require('node:fs')
const { buildSync } = require('esbuild')
const t = require('tap')
const { declaredNames } = require('../../../packages/inspect/source/declarations')
const { Outline } = require('../../../packages/inspect/source/outline')
const { scanBodies } = require('../../../packages/inspect/source/outline/scan-bodies')
const { tokenBodies } = require('../../../packages/inspect/source/outline/token-bodies')
const { ScriptTrees } = require('../../../packages/inspect/source/script-trees')
const syntax = require('../../../packages/inspect/source/syntax')

/** @typedef {import('../../../packages/inspect/source/syntax').AnyNode} AnyNode */

const { childNodes, functionStart, isFunction, parseProgram, pathTo } = syntax

const HARD = `#!/usr/bin/env node
const { a, b } = require('x'), half = n => n / 2 / 1, text = \`\${(() => { return '}' })()} { \${half(4)}\`
const pattern = /[{(/]["'\`]/g, quotient = half (4) / half (2)
if (a) { var inBlock = function () { return /}/ } }
for (const each of [1]) { var inLoop = each }
async function wait (list) {
  for await (const each of list) { var awaited = each }
  try { await a } catch (error) { var caught = error } finally { var last = 1 }
}
function * steps () { yield /{/g; yield { if (x) { return x } } }
half(4)
{ var afterCall = 1 }
label: while (a) { var inWhile = 1; do { var inDo = 2 } while (b) }
switch (a) { case 1: { var inCase = () => ({ b }) } }
class Shop extends half(Object) {
  static { const ofStatic = 1 }
  #twice = (x) => { return x * 2 }
  get [text] () { return super.get({ a, ...b }) / 2 / 1 }
  static async * 'quoted name' (a = () => { return '(' }) { return a }
}
const later = async ({ a }, [b] = [{}]) => { const c = { method () { return a } }; return c }
/* } */ // }
const end = (function () { return { nested () { return () => { return 1 } } } })()
`

/** What is hard to tell by characters: where a slash divides, what a parenthesis belongs to, and what is a comment. */
const UNCLEAR = [
  '#!/usr/bin/env {\n/{/.test(a); const f = () => { return 1 }',
  'if (a) /[)}{]/.test(b); function f () { return a / 2 }',
  'while (a) /{/.test(b)\nfunction f () { return g(a) / 2 / h(b) }',
  'const f = () => { return list.with(0, 1) / 2 / "}" }, g = p.catch(e) / 2 / "{"',
  'async function f () { return await (b) / 2 / "{" }',
  'async function f () { for await (const a of b) /{/.test(a); return await /{/ }',
  'function f () { return 1. / 2 / "{" + a.return / 2 / "{" + i++ / 2 / "{" }',
  'function f () { return a\n++\n/{/.lastIndex }',
  'function f () {} /{/.test(a); const g = function () {} / 2 / "}"',
  'const a = `$' + '{{ b: /[`}]/ }}` / 2 / `}`, f = () => { return /[/{]\\/{/g / 2 }',
  'if /* ( */ (a) { var b = 1 }\nif // (\n  (a) { var c = 1 } function f () { return 1 }',
  'f(a) // => {\n{ var b = /* { */ 1 }\nconst g = a => // {\n{ return 1 }',
  'const list = [ // {\n  /* { */ /{/, // "\n  /}/ ], f = () => { return 1 }',
  'const \\u0061b = { \\u{63}: () => { return 1 } }, c = "\\\r\n{", d = \'\\\'{\'',
  'const f = a => { while (a --> 0) { return a } }',
  'function f () { return a <!--b }',
  'a = 1 <!-- { it\'s\n--> }\nfunction f () { return a }',
  'const a = b; // {\u2028/{/g.test(a); const f = () => { return "\u2028{" }'
]

/**
 * @param {AnyNode} program
 * @param {string} source
 * @returns {number[]} positions of functions as V8 gives them, and the middles of functions
 */
function placesIn (program, source) {
  /** @type {number[]} */
  const places = []
  const visit = (/** @type {AnyNode} */ node) => {
    if (isFunction(node)) places.push(functionStart(source, node), (node.start + node.end) >> 1)
    childNodes(node).forEach(visit)
  }
  visit(program)
  return places
}

/** @param {AnyNode|null} program @param {number} place */
function around (program, place) {
  if (program === null) return null
  return pathTo(program, place).map(node => {
    /** @type {Set<string>} */
    const names = new Set()
    const body = isFunction(node) ? /** @type {AnyNode} */ (node.body) : node
    // Of a function whose parameters are at the place, the body may be empty.
    if (body.start <= place) declaredNames(node, names)
    return [node.type, node.start, node.end, ...names].join(' ')
  })
}

/**
 * @param {import('tap').Test} t
 * @param {string} source
 * @param {number} most how many places are compared
 * @param {{ mayGiveUp?: boolean }} [options] mayGiveUp: the text may have no outline
 */
function compare (t, source, most, { mayGiveUp = false } = {}) {
  const program = parseProgram(source)
  if (program === null) throw new Error('it is not parsed')
  const outline = new Outline(source)
  const places = placesIn(program, source)
  const step = Math.ceil(places.length / most)
  for (let i = 0; i < places.length; i += step) {
    const outlined = outline.around(places[i]) ?? (mayGiveUp ? program : null)
    t.same(around(outlined, places[i]), around(program, places[i]), `around ${places[i]}`)
  }
}

t.test('around each function of code that is hard to read', async t => compare(t, HARD, 1000))

t.test('around functions of code that only a parser understands', async t => {
  for (const source of UNCLEAR) compare(t, source, 1000, { mayGiveUp: true })
})

t.test('the characters of a bundle tell where its functions are, as its tokens do', async t => {
  for (const minify of [false, true]) {
    const { outputFiles } = buildSync({
      stdin: { contents: "require('acorn'); require('eslint-scope')", resolveDir: __dirname },
      bundle: true,
      platform: 'node',
      minify,
      write: false
    })
    const source = outputFiles[0].text
    const bodies = scanBodies(source)
    t.ok(Number(bodies?.length) > 300)
    t.same(bodies, tokenBodies(source))
    compare(t, source, 10)
  }
})

t.test('long texts with escapes', async t => {
  const escapes = '\\x0a'.repeat(50_000)
  const source = `const a = "${escapes}", b = \`${escapes}\`, c = [/${escapes}/], f = () => { return /[${escapes}]/ }`
  compare(t, source, 25)
})

t.test('around functions of libraries', async t => {
  for (const name of ['acorn', 'eslint-scope']) {
    compare(t, fs.readFileSync(require.resolve(name), 'utf8'), 25)
  }
})

t.test('functions elsewhere are empty', async t => {
  const source = 'function here (a) { return a }\nfunction there (b) { const c = b; return c }\n'
  const program = new Outline(source).around(source.indexOf('(a)'))
  t.equal(JSON.stringify(program).includes('"name":"there"'), true)
  t.equal(JSON.stringify(program).includes('"name":"c"'), false)
})

t.test('a text that is not understood has no outline, and is parsed as a whole if it can be', async t => {
  t.equal(new Outline('function f () { return 1').around(3), null)
  t.equal(new Outline('const a = "').around(3), null)
})

t.test('many places of one script share its whole tree, which is there for a short one at once', async t => {
  const short = 'function f (a) { return a }\n'
  const long = short.repeat(8000)
  const trees = new ScriptTrees({
    script: scriptId => ({ kind: 'script', scriptId, url: '', length: 0, source: scriptId === 'long' ? long : short })
  })
  t.equal(trees.around('short', 11), trees.of('short'))
  const first = trees.around('long', 11)
  t.equal(trees.around('long', 11), first, 'the same place again')
  for (let i = 1; i < 20; i++) t.same(around(trees.around('long', 11 + i * 28), 11), around(first, 11))
  const whole = trees.around('long', 11 + 20 * 28)
  t.equal(whole, trees.of('long'))
  t.equal(trees.around('long', 11), whole)
})
