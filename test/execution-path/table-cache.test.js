'use strict'
// Insert tables are kept for later processes of the same user, and for nobody else.

const fs = require('node:fs')
const path = require('node:path')

const t = require('tap')

const { MAX_FILES } = require('../../packages/execution-path/loading/table-cache')
const { temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const PACKAGE = path.join(__dirname, '../..')

/** Prints what it has run, and which files of the collector's parser it has. */
const PROGRAM = `
const { executionPath } = require(${JSON.stringify(PACKAGE)})
function half (n) {
  if (n % 2) throw new RangeError('odd')
  return n / 2
}
executionPath.run('job', () => {
  const result = half(4)
  const { steps } = executionPath()
  console.log(JSON.stringify([result, steps.map(step => [step.type, step.startOffset, step.functionName])]))
})`

/**
 * @param {import('tap').Test} t
 * @returns {{ run: () => Promise<string>, folder: string, files: () => string[] }}
 */
function cacheOf (t) {
  const directory = temporaryDirectory(t)
  const home = path.join(directory, 'home')
  fs.mkdirSync(home)
  const program = path.join(directory, 'program.js')
  fs.writeFileSync(program, PROGRAM)
  const folder = path.join(home, 'crash-collector', 'execution-paths')
  return {
    folder,
    files: () => fs.readdirSync(folder).map(name => path.join(folder, name)),
    async run () {
      const { stdout, stderr, exitCode } = await runNode(['--require', PACKAGE, program], {
        cwd: directory,
        env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request', XDG_CACHE_HOME: home, TMPDIR: directory }
      })
      t.same({ stderr, exitCode }, { stderr: '', exitCode: 0 })
      return stdout
    }
  }
}

t.test('a table that is there is taken', async t => {
  const { run, folder, files } = cacheOf(t)
  const first = await run()
  t.match(first, /"half"/)
  t.equal(fs.statSync(folder).mode & 0o777, 0o700)
  const [table, ...others] = files()
  t.same(others, [])
  t.equal(fs.statSync(table).mode & 0o777, 0o600)
  t.equal(await run(), first)

  // Only a table that was read can have another name for the function.
  fs.writeFileSync(table, fs.readFileSync(table, 'utf8').replace('"half"', '"read"'))
  t.equal(await run(), first.replace('"half"', '"read"'))
})

t.test('a table that was not written to the end is made again', async t => {
  const { run, files } = cacheOf(t)
  const first = await run()
  const [table] = files()
  const whole = fs.readFileSync(table, 'utf8')
  for (const part of ['', whole.slice(0, 100)]) {
    fs.writeFileSync(table, part)
    t.equal(await run(), first)
    t.equal(fs.readFileSync(table, 'utf8'), whole)
  }
})

t.test('a folder to which others may write is left alone', async t => {
  const { run, folder, files } = cacheOf(t)
  const first = await run()
  const [table] = files()
  fs.writeFileSync(table, fs.readFileSync(table, 'utf8').replace('"half"', '"foreign"'))
  fs.chmodSync(folder, 0o770)
  t.equal(await run(), first)
  t.same(files(), [table])
})

t.test('the oldest of too many tables go', async t => {
  const { run, folder, files } = cacheOf(t)
  await run()
  for (const file of files()) fs.rmSync(file)
  for (let i = 0; i < MAX_FILES; i++) {
    const file = path.join(folder, `old${i}`)
    fs.writeFileSync(file, '{}')
    fs.utimesSync(file, i + 1, i + 1)
  }
  await run()
  const names = fs.readdirSync(folder)
  t.equal(names.length, MAX_FILES / 2 + 1)
  t.notOk(names.includes('old0'))
  t.ok(names.includes(`old${MAX_FILES - 1}`))
})

t.test('without a place for the cache everything runs as well', async t => {
  const { run, folder } = cacheOf(t)
  fs.mkdirSync(path.dirname(folder), { mode: 0o700 })
  fs.writeFileSync(folder, 'no folder')
  t.match(await run(), /"half"/)
  t.equal(fs.readFileSync(folder, 'utf8'), 'no folder')
})
