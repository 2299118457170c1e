'use strict'
// `crash-collector reproduce --check` of modules that give their functions to objects and prototypes, of objects whose
// members come from classes of Node.js, and of calls that leave something running.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/** A test may wait for the machine, but not for ever. */
const PATIENT_MS = '120000'

/**
 * Runs a program that must die, and reproduces its crash.
 * @param {import('tap').Test} t
 * @param {Record<string, any>} files app.js is run
 */
async function reproduced (t, files) {
  const cwd = t.testdir(files)
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')], { cwd })
  const { stdout, stderr } = await runCli(['reproduce', file, '--json', '--check', '--timeout', PATIENT_MS], { cwd })
  const name = fs.readdirSync(cwd).find(each => each.endsWith('.reproduction.test.js')) ?? ''
  const text = name === '' ? stderr : fs.readFileSync(path.join(cwd, name), 'utf8')
  return { result: stdout === '' ? null : JSON.parse(stdout), text }
}

t.test('a function gets the arguments that it has no parameters for', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': "const { largest } = require('./lib/largest')\nsetImmediate(() => largest('3', 5, null))\n",
    lib: {
      'largest.js': `exports.largest = function () {
  return Array.from(arguments).map(each => each.toFixed(1))
}
`
    }
  })
  t.match(result, { reproduced: true, way: 'module' })
  t.match(text, "largest.largest('3', 5, null)")
})

t.test('a module in a folder whose name begins with a dot is imported by its path', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': "const { largest } = require('./.server/largest')\nsetImmediate(() => largest('3'))\n",
    '.server': { 'largest.js': 'exports.largest = number => number.toFixed(1)\n' }
  })
  t.match(result, { reproduced: true, way: 'module' })
  t.match(text, "require('./.server/largest")
})

t.test('what a module gives to its object is called there, with a server that listens no more', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': "const service = require('./lib/service')\nsetImmediate(() => service.listen(15.5))\n",
    lib: {
      'service.js': `const http = require('node:http')
var service = exports = module.exports = {}
service.handle = function handle (req, res) { res.end() }
service.listen = function listen () {
  var server = http.createServer(this.handle)
  return server.listen.apply(server, arguments)
}
`
    }
  })
  t.match(result, { reproduced: true, way: 'module', notCarried: [] })
  t.match(text, 'service.listen(15.5)')
})

t.test('a method of a prototype is called on an instance', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': "const Route = require('./lib/route')\nsetImmediate(() => new Route('/tea').add(7))\n",
    lib: {
      'route.js': `module.exports = Route
function Route (path) { this.path = path; this.stack = [] }
Route.prototype.add = function add (handler) { this.stack.push(handler.bind(this)) }
`
    }
  })
  t.match(result, { reproduced: true, way: 'module', notCarried: [] })
  t.match(text, 'Object.create(route.prototype)')
})

t.test('a method in the object that a module exports', async t => {
  const { result } = await reproduced(t, {
    'app.js': "const cart = require('./lib/cart')\nsetImmediate(() => cart.total({ rows: null }))\n",
    lib: { 'cart.js': 'module.exports = {\n  total ({ rows }) { return rows.length },\n  empty () {}\n}\n' }
  })
  t.match(result, { reproduced: true, way: 'module' })
})

const ACCEPTS = `module.exports = req => ({
  charsets: wanted => wanted.toLowerCase() in req.headers['accept-charset'],
  any: () => req.headers.accept === undefined
})
`

t.test('what getters of a request return is there', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': `const http = require('node:http')
const accepts = require('accepts')
function charset (req, wanted) {
  const accept = accepts(req)
  return accept.any() && accept.charsets(wanted)
}
setImmediate(charset, Object.create(http.IncomingMessage.prototype), true)
`,
    node_modules: { accepts: { 'index.js': ACCEPTS } }
  })
  t.match(result, { reproduced: true })
  t.match(text, "Object.create(require('node:http').IncomingMessage.prototype)")
})

t.test('a stand-in has no member that the object did not have', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': `const words = [() => {}]
const cut = each => each.slice(2)
setImmediate(() => words.map(each => cut(each)))
`
  })
  t.match(result, { reproduced: true, throwsByStub: false })
  t.notMatch(text, 'slice:')
})

t.test('a function in the message has its name', async t => {
  const { result, text } = await reproduced(t, {
    'app.js': `const fs = require('node:fs')
const read = file => fs.readFileSync(file)
setImmediate(read, require('tea').beverage)
`,
    node_modules: { tea: { 'index.js': 'exports.beverage = function beverage () {}\n' } }
  })
  t.match(result, { reproduced: true, throwsByStub: false })
  t.match(text, '({ beverage: () => {} }).beverage')
})

t.test('a stack that is full is filled again from where the calls began', async t => {
  const { result } = await reproduced(t, {
    'app.js': "const { walk } = require('./lib/walk')\nsetImmediate(() => walk({ list: ['.'] }))\n",
    lib: {
      'walk.js': `const sizeOf = each => each.length
exports.walk = ({ list }) => {
  const visit = (at, seen) => {
    for (let i = 0; i < sizeOf(at); i++) visit(at[i], [...seen.slice(-300), i])
  }
  visit(list, [])
}
`
    }
  })
  t.match(result, { reproduced: true, way: 'module' })
})

t.test('a test that ends and leaves a server that listens has ended', async t => {
  const { result } = await reproduced(t, {
    'app.js': `const http = require('node:http')
let starts = 0
function start (port) {
  const isFirst = process.argv0 === 'first'
  http.createServer().listen(port)
  starts++
  if (isFirst || starts === 1 && process.env.CRASH_COLLECTOR_MODE !== 'off') throw new Error('started too often')
}
setImmediate(start, 0)
`
  })
  t.match(result, { reproduced: false, verdict: 'noError' })
})
