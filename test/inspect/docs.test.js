'use strict'
// The documentation agrees with the code and the schema.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const schema = require('../../packages/shared/dump/schema.json')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../helpers/checkout-dump')
const { makeDump } = require('../helpers/make-dump')
const { runCli } = require('../helpers/run-cli')
const { runNode } = require('../helpers/run-node')

const COMMANDS = [
  'list',
  'show',
  'open',
  'eval',
  'repl',
  'tasks',
  'search',
  'common',
  'diff',
  'path',
  'reproduce',
  'verify',
  'scrub',
  'sql',
  'report',
  'upload',
  'prune',
  'capture'
]

/** @param {string} name */
const doc = name => fs.readFileSync(path.join(__dirname, '..', '..', 'docs', name), 'utf8')

t.test('dump-format.md names every field and every word of the schema', async t => {
  const text = doc('dump-format.md')
  const words = new Set()
  const collect = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      // A field of that name has a schema, not a list of fields.
      if (key === 'properties' && value.type !== 'array' && value.$ref === undefined) {
        Object.keys(value).forEach(name => words.add(name))
      }
      if (key === 'enum') value.filter(each => typeof each === 'string').forEach(word => words.add(word))
      collect(value)
    }
  }
  collect(schema)
  t.ok(words.size > 100)
  for (const word of words) t.match(text, new RegExp(`(?<![\\w-])${word.replace(/[[\]#]/g, '\\$&')}(?![\\w-])`), word)
})

t.test('the examples of cli.md print what it says', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump'), CHECKOUT_RECORDS, {
    end: { notCaptured: CHECKOUT_NOT_CAPTURED }
  })
  const examples = [
    ...doc('cli.md').matchAll(
      /^ {4}\$ crash-collector (\w+) (--allow-functions )?(?:--frame (\d) )?'(.*)'\n {4}(.*)$/gm
    )
  ]
  t.ok(examples.length >= 3)
  for (const [, command, allow, frame = '0', expression, expected] of examples) {
    const { stdout } = await runCli([command, ...(allow ? [allow.trim()] : []), '--frame', frame, expression], { cwd })
    t.equal(stdout, expected + '\n', expression)
  }
})

/** @param {string} name of a command @returns {string} path of its module, in the package that brings it */
function commandFile (name) {
  const packages = path.join(__dirname, '..', '..', 'packages')
  const folders = ['inspect/cli/commands', 'fleet/commands', 'reproduce/commands', 'upload/commands']
  return folders.map(folder => path.join(packages, folder, `${name}.js`)).find(file => fs.existsSync(file)) ?? name
}

t.test('usage lines have every option, and cli.md has them', async t => {
  // A usage of more than 120 columns goes on in an indented line.
  const text = doc('cli.md').replaceAll(/\n {8}(?=\[)/g, ' ')
  for (const name of COMMANDS) {
    const [{ usage, options }] = Object.values(require(commandFile(name)))
    for (const option of Object.keys(options)) t.ok(usage.includes(`[--${option}`), `${name} --${option}`)
    t.equal(usage.includes('[--json]'), name !== 'repl', `${name} --json`)
    t.ok(text.includes(`    ${usage}\n`), usage)
  }
})

t.test('cli.md has every command and option', async t => {
  const cwd = t.testdir()
  const text = doc('cli.md')
  for (const command of COMMANDS) {
    t.match(text, `## ${command}\n`)
    const help = (await runCli([command, '--help'], { cwd })).stdout
    for (const [option] of help.matchAll(/--[\w-]+/g)) t.ok(text.includes(option), `${command} ${option}`)
  }
})

t.test('the example of reader.md runs', async t => {
  const cwd = t.testdir()
  const dump = makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS, { end: { notCaptured: CHECKOUT_NOT_CAPTURED } })
  const example = /```js\n([^]*?)```/
    .exec(doc('reader.md'))[1]
    .replace("'crash-collector/reader'", JSON.stringify(path.join(__dirname, '..', '..', 'packages/inspect/index.js')))
  const file = path.join(cwd, 'example.js')
  fs.writeFileSync(file, example)
  const { stdout, stderr } = await runNode([file, dump], { cwd })
  t.equal(stderr, '')
  t.match(
    stdout,
    new RegExp(
      [
        String.raw`^unhandledRejection Cannot read properties of undefined \(reading 'price'\)`,
        '#0 priceOf',
        ' {2}line = Object',
        ' {2}product = undefined',
        ''
      ].join('\n')
    )
  )
  t.match(stdout, / {2}apiKey = <redacted>\n[^]*250\n$/)
})
