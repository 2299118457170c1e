'use strict'
// An image without a compiler: the package is installed, the first start says that something is missing, a crash leaves
// a dump with the message, and the commands say what is missing and what to do.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { BY_PAUSE, temporaryDirectory } = require('../helpers/crash')
const { WITHOUT_NAMESPACES, makeImage, runContainer } = require('../helpers/container')

const PROGRAM = `const orders = new Map([[1, { id: 1 }]])
function pay (id) {
  const order = orders.get(id)
  return order.lines.length
}
pay(2)
`
const TEST = `require('node:test').it('pays', () => { throw new TypeError('no card') })
`
const APPLICATION = '/app'
const OPTIONS = {
  cwd: APPLICATION,
  // Node.js is the only program that its commands find.
  env: {
    PATH: '/opt/node',
    CRASH_COLLECTOR_DIR: '/app/crashes',
    XDG_STATE_HOME: '/tmp',
    COLUMNS: '80',
    NODE_OPTIONS: `--require ${APPLICATION}/node_modules/crash-collector/index.js`
  },
  isRoot: true
}

t.test('from the installation to the cause', { skip: BY_PAUSE || WITHOUT_NAMESPACES }, async t => {
  const image = path.join(fs.realpathSync(temporaryDirectory(t)), 'image')
  const application = makeImage(image, APPLICATION)
  const copy = path.join(application, 'node_modules', 'crash-collector')
  for (const name of fs.readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.node')) fs.rmSync(path.join(copy, name))
  }
  fs.writeFileSync(path.join(application, 'pay.js'), PROGRAM)
  const run = (/** @type {string[]} */ ...command) => runContainer(image, command, OPTIONS)
  const cli = (/** @type {string[]} */ ...words) => run('node', 'node_modules/.bin/crash-collector', ...words)

  const installed = run('node', `${APPLICATION}/node_modules/crash-collector/scripts/install.js`)
  t.match(installed, { exitCode: 0, stderr: /no addon \(node-gyp is not installed\), so dumps will have no variables/ })

  const crashed = run('node', 'pay.js')
  t.equal(crashed.exitCode, 1)
  const said = crashed.stderr.split('\n').filter(line => line.startsWith('crash-collector: '))
  t.match(said, [/addon could not be loaded, so dumps will have no variables: run `/, /dump written to \/app\/crashes/])

  const shown = cli('show')
  t.match(shown.stdout, /^TypeError: Cannot read properties of undefined \(reading 'lines'\)\n/)
  t.match(shown.stdout, /> 4 \| {3}return order\.lines\.length/)
  t.match(shown.stdout.replace(/\n\s*/g, ' '), /- variables, .*environment.*: the native addon was not loaded/)
  for (const line of shown.stdout.split('\n')) t.ok(line.length <= 80, line)

  fs.writeFileSync(path.join(application, 'pay.test.js'), TEST)
  t.equal(run('node', '--test', '--import', 'crash-collector/node-test', 'pay.test.js').exitCode, 1)
  const failed = cli('show').stdout.replace(/\n\s*/g, ' ')
  t.match(failed, /test without its name in pay\.test\.js/)
  t.match(failed, /- variables, .*name of the test.*: the native addon was not loaded/)

  const examined = cli('doctor')
  t.match(examined, { exitCode: 1, stdout: /^fails.*without variables \(noAddon\)\n.*needs a C\+\+ compiler/m })
})
