'use strict'
// The ordinary failing exits of command-line tools: at most one of 30 leaves a dump. These are ends with a message for
// the tool's user, and no crash.
const t = require('tap')
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')
const { readDump } = require('../../packages/inspect/reader')
const { ecosystemPath, skippedWithout } = require('../helpers/ecosystem')
const { runNode } = require('../helpers/run-node')

const ROOT = path.resolve(__dirname, '../..')
const MOST = 1
const NPM = path.join(path.dirname(fs.realpathSync(process.execPath)), '../lib/node_modules/npm/bin/npm-cli.js')
const npm = fs.existsSync(NPM) ? NPM : '/usr/lib/node_modules/npm/bin/npm-cli.js'

/** Files of the directory in which the tools run. */
const PROJECT = {
  'package.json': '{"name":"p","version":"1.0.0","scripts":{"bad":"node -e \\"process.exit(3)\\""}}',
  'bad.js': 'var = 1',
  'bad.ts': 'const text: number = "a"',
  'bad.yaml': 'a: [1',
  'bad.json': '{',
  'unused.js': 'const unused = 1',
  'fails.test.js': "require('node:test')('fails', () => require('node:assert').equal(1, 2))",
  'fails.spec.js': "it('fails', () => require('node:assert').equal(1, 2))",
  'fails.jest.js': "it('fails', () => expect(1).toBe(2))"
}

/** Stands for the address of a registry that has nothing. */
const NOT_FOUND = '<not found>'

/** Packages that are not installed in the root. */
const OF_OTHERS = ['mocha', 'jest']

/** The program of a package and its arguments. @type {[string, ...string[]][]} */
const FAILURES = [
  ['eslint/bin/eslint.js', '--no-config-lookup', '--rule', '{"no-unused-vars":2}', 'unused.js'],
  ['eslint/bin/eslint.js', '--no-config-lookup', 'bad.js'],
  ['eslint/bin/eslint.js', '--config', 'nope.js', 'unused.js'],
  ['mocha/bin/mocha.js', 'fails.spec.js'],
  ['jest/bin/jest.js', '--no-cache', '--watchman=false', '--testRegex=fails.jest.js'],
  ['typescript/bin/tsc', '--noEmit', 'bad.ts'],
  ['typescript/bin/tsc', '--nope'],
  ['typescript/bin/tsc', '-p', 'nowhere'],
  [npm, 'view', 'no-such-package', '--registry', NOT_FOUND],
  [npm, 'run', 'nope'],
  [npm, 'run', 'bad'],
  [npm, 'nope'],
  [npm, 'install', 'UPPER CASE'],
  [npm, 'ci'],
  [npm, 'pkg', 'set'],
  ['semver/bin/semver.js', 'nope'],
  ['semver/bin/semver.js', '-r', '>9', '1.0.0'],
  ['rimraf/dist/esm/bin.mjs', '--nope'],
  ['acorn/bin/acorn', 'bad.js'],
  ['which/bin/node-which', 'no-such-program'],
  ['js-yaml/bin/js-yaml.js', 'bad.yaml'],
  ['js-yaml/bin/js-yaml.js', 'nowhere.yaml'],
  ['yaml/bin.mjs', 'valid', '--nope'],
  ['node-gyp/bin/node-gyp.js', 'build'],
  ['node-gyp/bin/node-gyp.js', 'install', 'nope'],
  ['pacote/bin/index.js', 'manifest', 'no-such-package', `--registry=${NOT_FOUND}`],
  ['clang-format/index.js', '--nope'],
  ['playwright-core/cli.js', 'nope'],
  ['c8/bin/c8.js', process.execPath, '-e', 'process.exit(4)'],
  ['node:test', '--test', 'fails.test.js']
]

// By a pause the trigger writes nothing.
t.test('tools', { skip: process.env.TEST_WAY === 'pause' }, async t => {
  if (skippedWithout(t, ...OF_OTHERS)) return
  // Not in t.testdir(), which is below the repository: npm takes the folder above for its project if this is gone.
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'failing-tools-'))
  t.teardown(() => fs.rmSync(cwd, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(PROJECT)) fs.writeFileSync(path.join(cwd, name), text)
  const registry = http.createServer((request, response) => response.writeHead(404).end('{"error":"not found"}'))
  await new Promise(resolve => registry.listen(0, '127.0.0.1', () => resolve(null)))
  t.teardown(() => registry.close())
  const address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (registry.address()).port}`
  const left = []
  for (const [i, [program, ...args]] of FAILURES.entries()) {
    const dir = path.join(cwd, `dumps-${i}`)
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(ROOT)}`, CRASH_COLLECTOR_DIR: dir }
    const isOfOthers = OF_OTHERS.includes(program.split('/')[0])
    const file = isOfOthers ? ecosystemPath(program) : path.resolve(ROOT, 'node_modules', program)
    const argv = [...(program === 'node:test' ? [] : [file]), ...args.map(word => word.replace(NOT_FOUND, address))]
    const { exitCode } = await runNode(argv, { cwd, env })
    t.not(exitCode, 0, `${program} ${args.join(' ')} fails`)
    for (const dump of fs.existsSync(dir) ? fs.readdirSync(dir).filter(name => name !== '.gitignore') : []) {
      // The watchdog of foreground-child, which c8 starts, dies of its own SyntaxError, and is killed while it does.
      const what = dump.endsWith('.partial')
        ? 'killed at its end'
        : await readDump(path.join(dir, dump)).then(it => `${it.header.trigger}, ${it.exception?.description}`)
      left.push(`${program} ${args.join(' ')}: ${what}`)
    }
  }
  t.equal(FAILURES.length, 30)
  t.comment(left.join('; '))
  t.ok(left.length <= MOST, `at most ${MOST} has a dump`, { left })
})
