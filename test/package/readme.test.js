'use strict'
// The commands of README.md print what README.md shows.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const manifest = require('../../package.json')
const { SETTINGS } = require('../../packages/shared/config/settings')
const { PATIENT } = require('../helpers/crash')
const { PACKAGE, runNode } = require('./own-files')

const README = fs.readFileSync(path.join(PACKAGE, 'README.md'), 'utf8')
const CONTRIBUTING = fs.readFileSync(path.join(PACKAGE, 'CONTRIBUTING.md'), 'utf8')

/**
 * @param {string} directory directory for dumps
 * @param {...string} args arguments of node
 */
function node (directory, ...args) {
  return runNode(args, { env: { ...PATIENT, CRASH_COLLECTOR_DIR: directory } })
}

t.test('npm start, and the questions that it asks the dump', async t => {
  const directory = path.join(t.testdir(), 'crashes')
  const [command, file] = manifest.scripts.start.split(' ')
  t.equal(command, 'node')
  const { status, stdout, stderr } = node(directory, file)
  t.equal(status, 0, stdout + stderr)
  t.equal(fs.readdirSync(directory).filter(name => name.endsWith('.ccdump')).length, 1)
  t.match(stderr, /^crash-collector: dump written to /m)
  for (const expected of [
    'Ada orders 2 tea, 4 cup            201  order 1, total 51.30',
    'exit code 1',
    '#0  priceOf  order.js:21:18',
    "sku: 'teapot'"
  ]) {
    t.match(stdout, expected)
  }

  // Finds `$ npx crash-collector eval [--frame N] '<expression>'` and the output on the line below.
  const questions = [...README.matchAll(/^\$ npx crash-collector eval (?:--frame (\d) )?'(.+)'\n((?!\$|```).+)$/gm)]
  t.ok(questions.length >= 2)
  for (const [, frame = '0', expression, answer] of questions) {
    const evaluated = node(directory, manifest.bin['crash-collector'], 'eval', '--frame', frame, expression)
    t.equal(evaluated.stdout.trim(), answer, evaluated.stderr)
  }
})

t.test('it is short, and its links lead somewhere', async t => {
  t.ok(README.split('\n').length <= 150)
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)]
  t.ok(links.length >= 10)
  for (const [, link] of links) t.ok(fs.existsSync(path.join(PACKAGE, link)), link)
})

t.test('the files that CONTRIBUTING.md names exist, and the ways through them are as short as it says', async t => {
  const folders = ['', 'packages/inspect']
  /** @param {string} text @returns {string[]} files, each with the folder of the one before if it names none */
  const filesIn = text => [...text.matchAll(/`([\w./-]+\.(?:cc|js|json|md))`/g)].map(([, name]) => {
    const file = [...folders, folders.at(-1) ?? ''].reverse().map(folder => path.posix.join(folder, name))
      .find(each => fs.existsSync(path.join(PACKAGE, each)))
    t.ok(file, name)
    folders[2] = path.posix.dirname(file ?? '')
    return file ?? name
  })
  const files = filesIn(CONTRIBUTING)
  t.ok(files.length >= 60)
  const ways = /## Follow one error\n([^]*?)\nOther files [^]*?\nTo follow a dump([^]*?)\n## /
  const [, error, dump] = ways.exec(CONTRIBUTING) ?? []
  t.equal(new Set(filesIn(error)).size, 20)
  t.equal(error.split(/\bback\s+in\s+`/).length - 1, 5)
  t.equal(new Set(filesIn(dump)).size, 13)
})

t.test('the commands that it names exist', async t => {
  const scripts = [...(README + CONTRIBUTING).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
  t.ok(scripts.length >= 5)
  for (const [, name] of scripts) t.ok(manifest.scripts[name], name)
  const help = node('crashes', manifest.bin['crash-collector'], '--help').stdout
  const commands = [...README.matchAll(/npx crash-collector (\w+)/g)]
  t.ok(commands.length >= 8)
  for (const [, name] of commands) t.match(help, new RegExp(`^  ${name}\\b`, 'm'), name)
})

t.test('the defaults that it names are the defaults', async t => {
  const rows = [...README.matchAll(/^\| `CRASH_COLLECTOR_([A-Z_]+)` \| `([^`]+)` \|/gm)]
  t.ok(rows.length >= 6)
  for (const [, variable, shown] of rows) {
    const name = variable.toLowerCase().replace(/_./g, pair => pair[1].toUpperCase())
    t.same(SETTINGS[name].kind.parse(shown), SETTINGS[name].value, name)
  }
})
