'use strict'
// Questions in SQL to all dumps of a directory, with a real DuckDB.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { installTools } = require('../helpers/install-tools')
const { str } = require('../helpers/make-dump')
const { runCli } = require('../helpers/run-cli')
const { runNode } = require('../helpers/run-node')
const { shopDump } = require('../helpers/shop-dumps')

const { runCommand } = require('../../packages/inspect/cli/command-line')
const { SCHEMA_VERSION, TABLES } = require('../../packages/fleet/tables/schema')
const { VIEWS } = require('../../packages/fleet/views')
const { ENGINES_PAGE, INDEX_PAGE, enginesPage, indexPage } = require('../../scripts/generate/fleet-tables')

/**
 * Runs the command in this process, which takes a tenth of the time.
 * @param {string[]} args
 * @param {{ cwd: string, option?: string, columns?: number }} options cwd: directory of the dumps; columns: of a
 *   terminal
 */
async function sql (args, { cwd, option = '--dir', columns }) {
  const run = { stdout: '', stderr: '', exitCode: 0 }
  run.exitCode = await runCommand(['sql', option, cwd, ...args], {
    write: text => { run.stdout += text },
    writeError: text => { run.stderr += text },
    isTerminal: columns !== undefined,
    columns: columns ?? 100
  })
  return run
}

/** @param {string} cwd */
const indexesIn = cwd => fs.readdirSync(cwd).filter(name => name.startsWith('crash-index.') && !name.endsWith('.wal'))

/**
 * @param {import('tap').Test} t
 * @param {string} cwd
 * @param {string} question
 * @returns {Promise<any[]>} rows
 */
async function ask (t, cwd, question) {
  const { stdout, stderr, exitCode } = await sql([question, '--json'], { cwd })
  t.equal(stderr, '', question)
  t.equal(exitCode, 0, question)
  return JSON.parse(stdout)
}

t.test('a real crash', async t => {
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(
    path.join(cwd, 'shop.js'),
    `'use strict'
require(${JSON.stringify(ROOT)}).annotate('release', '1.4.2')
function priceOf (order) { return order.coupon.rate }
priceOf({ customer: { id: 42, since: new Date(1e12) } })
`
  )
  const env = { NODE_OPTIONS: `--require ${ROOT}`, CRASH_COLLECTOR_DIR: cwd }
  for (let i = 0; i < 2; i++) await runNode(['shop.js'], { cwd, env })
  t.match(await ask(t, cwd, 'select error_class, service, release, top_function, state from crashes'), [
    { error_class: 'TypeError', service: 'shop', release: '1.4.2', top_function: 'priceOf', state: 'complete' },
    { release: '1.4.2' }
  ])
  const rows = await ask(t, cwd, "select frame, number, text, time from variables where path like 'order.customer.%'")
  t.match(rows, [{ frame: 0, number: 42, text: '42', time: null }, { time: '2001-09-09 01:46:40' }, {}, {}])
  const [group] = await ask(t, cwd, 'from groups')
  t.same(await ask(t, cwd, 'groups'), [group], 'the name of a usual question is one')
  t.same(await ask(t, cwd, 'process'), await ask(t, cwd, 'from process'), 'so is that of a table')
  const listed = JSON.parse((await runCli(['list', '--group', '--json'], { cwd })).stdout)
  t.equal(group.fingerprint, listed.groups[0].fingerprint, 'the fingerprint is that of list')
  t.equal(group.crashes, 2)
})

t.test('the tables and the usual questions', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd, { host: 'a', release: '1', customer: 1 })
  shopDump(cwd, { host: 'b', release: '2', customer: 2, time: '2026-03-02T10:00:00.000Z' })
  shopDump(cwd, { host: 'b', release: '2', message: 'else', coupon: str('X'), service: 'mail' })
  t.match(await ask(t, cwd, 'select crashes, hosts, releases, message, place from groups'), [
    { crashes: 2, hosts: 2, releases: 2, message: 'no rate', place: 'priceOf shop.js:12' },
    { crashes: 1, message: 'else' }
  ])
  t.same(await ask(t, cwd, "select release from introduced where headline like '%no rate%'"), [{ release: '1' }])
  t.same(await ask(t, cwd, 'select day, service, crashes from per_day order by all'), [
    { day: '2026-03-01', service: 'mail', crashes: 1 },
    { day: '2026-03-01', service: 'shop', crashes: 1 },
    { day: '2026-03-02', service: 'shop', crashes: 1 }
  ])
  t.match(await ask(t, cwd, "from empty_values where path = 'coupon'"), [{ type: 'undefined', crashes: 2, share: 1 }])
  t.match(await ask(t, cwd, "from shared_values where path = 'order.customer.since'"), [
    { type: 'date', text: '2001-09-09T01:46:40.000Z', crashes: 2, share: 1 }
  ])
  t.match(await ask(t, cwd, 'from waiting'), [{ function: 'poll', waits_for: 'timer of 5000 ms', tasks: 3 }])
  t.match(await ask(t, cwd, 'select distinct rss_bytes, command from process'), [{ rss_bytes: 5e7 }])
  for (const { name } of VIEWS) t.ok(Array.isArray(await ask(t, cwd, `from ${name}`)), name)
})

t.test('table, CSV, and the questions themselves', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd, { message: 'a "quoted", text\u001b[31m' })
  const table = await sql(['select pid, message from crashes'], { cwd })
  t.match(table.stdout, /^ *pid {2}message\n-+ {2}-+\n4242 {2}a "quoted", text\\x1b\[31m\n1 row\n$/)
  const narrow = await sql(['select message, file from crashes'], { cwd, columns: 40 })
  for (const line of narrow.stdout.split('\n')) t.ok(line.length <= 40, line)
  const csv = await sql(['select pid, message, problem from crashes', '--csv'], { cwd })
  t.equal(csv.stdout, 'pid,message,problem\r\n4242,"a ""quoted"", text\u001b[31m",\r\n')
  const { stdout } = await sql([], { cwd })
  for (const { name } of VIEWS) t.match(stdout, `  ${name} `)
  t.match(stdout, /variables +crash, frame, scope, name, path, type, class, text, number, time/)
  const both = await sql(['from groups', '--csv', '--json'], { cwd })
  t.match(both, { exitCode: 2, stderr: /exclude each other; usage: npx crash-collector sql/ })
})

t.test('the index follows the directory', async t => {
  const cwd = temporaryDirectory(t)
  const count = async () => (await ask(t, cwd, 'select count(*) as n, count(distinct crash) as m from frames'))[0]
  const first = shopDump(cwd)
  t.same(await count(), { n: 2, m: 1 })
  shopDump(cwd)
  t.same(await count(), { n: 4, m: 2 })
  fs.rmSync(first)
  t.same(await count(), { n: 2, m: 1 })
  t.same(await ask(t, cwd, 'select count(distinct crash) as n from variables'), [{ n: 1 }])
  t.same(indexesIn(cwd), ['crash-index.1.duckdb'])
  t.equal(fs.statSync(path.join(cwd, 'crash-index.1.duckdb')).mode & 0o77, 0, 'only its owner can read it')
})

t.test('an index that is missing, damaged or of another version is made again', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd)
  const count = async () => (await ask(t, cwd, 'select count(*) as n from variables'))[0].n
  const expected = await count()
  t.ok(expected > 0)
  const damages = [
    (/** @type {string} */ file) => fs.writeFileSync(file, 'no database'),
    (/** @type {string} */ file) => fs.truncateSync(file, fs.statSync(file).size / 2),
    (/** @type {string} */ file) => fs.writeFileSync(file, fs.readFileSync(file).fill(7, 4096)),
    (/** @type {string} */ file) => fs.rmSync(file)
  ]
  for (const damage of damages) {
    const [name] = indexesIn(cwd)
    damage(path.join(cwd, name))
    fs.rmSync(path.join(cwd, `${name}.wal`), { force: true })
    t.equal(await count(), expected)
    t.equal(indexesIn(cwd).length, 1, 'and the other one is gone')
  }
})

t.test('the directories of many machines', async t => {
  const cwd = temporaryDirectory(t)
  const one = path.join(cwd, 'eu', 'one')
  const two = path.join(cwd, 'two')
  for (const directory of [one, two]) fs.mkdirSync(directory, { recursive: true })
  shopDump(one, { host: 'one' })
  shopDump(two, { host: 'two' })
  fs.symlinkSync(two, path.join(cwd, 'link'))
  const run = await sql(['select host, file from crashes order by host', '--json'], { cwd, option: '--from' })
  t.match(JSON.parse(run.stdout), [
    { host: 'one', file: /^eu.one.crash\.\d+/ },
    { host: 'two', file: /^two.crash\.\d+/ }
  ])
  t.same([one, two].flatMap(indexesIn), [], 'there is one index')
  const both = await sql(['from crashes', '--from', one], { cwd })
  t.match(both, { exitCode: 2, stderr: /--from and a directory exclude/ })
})

t.test('several processes ask at once', async t => {
  const cwd = temporaryDirectory(t)
  for (let i = 0; i < 5; i++) shopDump(cwd)
  const ofAll = await Promise.all(
    Array.from({ length: 4 }, () => runCli(['sql', 'select count(*) as n from crashes', '--csv'], { cwd }))
  )
  for (const { stdout, exitCode } of ofAll) t.match({ stdout, exitCode }, { stdout: 'n\r\n5\r\n', exitCode: 0 })
  t.same(await ask(t, cwd, 'select count(*) as n from crashes'), [{ n: 5 }], 'no dump is there twice')
})

t.test('dumps that are damaged, cut short or hostile', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd, {}, { end: null })
  fs.writeFileSync(path.join(cwd, 'crash.20260301.100000.1.0.1.ccdump'), 'no dump')
  const service = "'); drop table crashes; --"
  shopDump(cwd, { service, customer: 1e300, coupon: str('\ud800 a\u0000b'), host: '../x' })
  t.match(await ask(t, cwd, 'select state, problem, time from crashes order by state'), [
    { state: 'complete', problem: null },
    { state: 'cut', problem: null },
    { state: 'unread', problem: 'NOT_A_DUMP', time: '2026-03-01 10:00:00' }
  ])
  t.same(await ask(t, cwd, "select service from crashes where state = 'complete'"), [{ service }])
  const numbers = "select number from variables where path = 'order.customer.id' and frame = 0 order by 1"
  const ids = await ask(t, cwd, numbers)
  t.same(ids, [{ number: 42 }, { number: 1e300 }])
  const [{ text }] = await ask(t, cwd, "select text from variables where path = 'coupon' and type = 'string'")
  t.match(text, /^\ufffd a/)
  t.equal((await ask(t, cwd, 'from incomplete')).length, 2)
})

t.test('a question changes nothing and reads no files', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd)
  await ask(t, cwd, 'from groups')
  const secret = path.join(cwd, 'secret.csv')
  fs.writeFileSync(secret, 'a\n1\n')
  const files = fs.readdirSync(cwd)
  const questions = [
    `copy crashes to '${cwd}/out.csv'`,
    `attach '${cwd}/other.duckdb' as other`,
    `select * from read_csv('${secret}')`,
    `select * from '${secret}'`,
    `select * from glob('${cwd}/*')`,
    "select * from read_csv('http://127.0.0.1:1/x.csv')",
    'select 1; select 2',
    'delete from crashes',
    'create table x as select 1',
    'set enable_external_access = true',
    'install httpfs',
    `export database '${cwd}/all'`,
    "pragma enable_profiling = 'json'"
  ]
  for (const question of questions) {
    const { stdout, stderr, exitCode } = await sql([question], { cwd })
    t.match({ stdout, exitCode }, { stdout: '', exitCode: 1 }, question)
    t.match(stderr, /^crash-collector: .+\n$/, question)
  }
  t.same(fs.readdirSync(cwd), files)
  t.equal((await ask(t, cwd, 'from crashes')).length, 1)
})

t.test('errors of SQL are one line', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd)
  const { stderr, exitCode } = await sql(['select releas from crashes'], { cwd })
  t.equal(exitCode, 1)
  t.match(stderr, /^crash-collector: Binder Error: .*"releas".* \(Candidate bindings: .*"release".*\)\n$/)
  t.match(await sql(['  '], { cwd }), { exitCode: 2, stderr: /the question is empty/ })
  const missing = await sql(['from crashes'], { cwd: path.join(cwd, 'none') })
  t.match(missing, { exitCode: 1, stderr: /^crash-collector: there is no dump in \S*none\b/ })
})

t.test('Parquet', async t => {
  const cwd = temporaryDirectory(t)
  shopDump(cwd, { service: 'shop' })
  shopDump(cwd, { service: 'a/b c', time: '2026-03-02T10:00:00.000Z' })
  const out = temporaryDirectory(t)
  t.match(await sql(['--parquet', path.join(out, 'all')], { cwd }), { exitCode: 0, stderr: '' })
  t.match(await sql(['select 1 as one', '--parquet', path.join(out, 'one.parquet')], { cwd }), { exitCode: 0 })
  t.match(await sql(['select 1', '--parquet', path.join(out, 'one.parquet')], { cwd }), {
    exitCode: 1,
    stderr: /one\.parquet exists already/
  })
  t.same(fs.readdirSync(path.join(out, 'all', 'variables')).sort(), ['day=2026-03-01', 'day=2026-03-02'])
  const schema = JSON.parse(fs.readFileSync(path.join(out, 'all', 'schema.json'), 'utf8'))
  t.match(schema, { schemaVersion: 1, tables: { crashes: { id: 'BIGINT' } } })
  const { DuckDBInstance } = require('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = await connection.runAndReadAll(
    `select distinct service, number from read_parquet('${out}/all/variables/**/*.parquet', hive_partitioning = true)
     where path = 'order.customer.id' order by all`
  )
  t.same(rows.getRows(), [['a/b c', 42], ['shop', 42]])
  connection.closeSync()
})

t.test('Parquet of many days and services takes no more memory', async t => {
  const cwd = temporaryDirectory(t)
  for (let i = 0; i < 300; i++) {
    const day = String(1 + (i % 15)).padStart(2, '0')
    shopDump(cwd, { service: `shop-${Math.floor(i / 15)}`, time: `2026-03-${day}T10:00:00.${100 + i}Z` })
  }
  const out = path.join(temporaryDirectory(t), 'all')
  const { exitCode, stderr } = await sql(['--parquet', out], { cwd })
  t.equal(exitCode, 0, stderr)
  t.equal(fs.readdirSync(path.join(out, 'crashes')).length, 15)
  const files = fs.readdirSync(path.join(out, 'variables'), { recursive: true }).map(String)
  t.equal(files.filter(name => name.endsWith('.parquet')).length, 300)
})

t.test('fleet.md has every table, column and view', async t => {
  const text = fs.readFileSync(path.join(ROOT, 'docs', 'fleet.md'), 'utf8')
  t.match(text, `version of the tables is ${SCHEMA_VERSION}.`)
  for (const [table, columns] of Object.entries(TABLES)) {
    const [, section] = text.split(`**${table}**`)
    for (const column of Object.keys(columns)) t.match(section.split('\n**')[0], `\`${column}\``, `${table}.${column}`)
  }
  const [, questions] = text.split('## The usual questions')
  const items = questions.split('\n## ')[0].split('\n').filter(line => line.startsWith('- '))
  const named = items.flatMap(line => [...line.matchAll(/`(\w+)`(?=[:,])/g)].map(([, name]) => name))
  t.same(named.sort(), VIEWS.map(({ name }) => name).sort())
})

t.test('the tables of figures are those of the rows', t => {
  t.equal(fs.readFileSync(INDEX_PAGE, 'utf8'), indexPage(), '`node scripts/generate/fleet-tables.js` makes them')
  t.equal(fs.readFileSync(ENGINES_PAGE, 'utf8'), enginesPage())
  t.end()
})

t.test('without the package', async t => {
  const copy = installTools(temporaryDirectory(t))
  for (const [args, name, install] of [
    [['sql', 'from groups'], 'crash-collector-fleet', 'npm install --save-dev'],
    [['upload', '--to', 's3://crashes'], 'crash-collector-upload', 'npm install']
  ]) {
    const command = [path.join(copy, 'bin', 'crash-collector.js'), ...args]
    const run = await runNode(command, { cwd: temporaryDirectory(t) })
    t.equal(run.exitCode, 1)
    t.equal(run.stderr, `crash-collector: this needs the package ${name} (${install} ${name})\n`)
  }
})
