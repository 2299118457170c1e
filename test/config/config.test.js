'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')

const { changeConfig, limitsOf, readConfig } = require('../../packages/shared/config')
const { nameStart } = require('../../packages/shared/dump/store')
const { projectDirectory } = require('../../packages/shared/config/project-directory')
const { REMOVED, SETTINGS, fixedBy } = require('../../packages/shared/config/settings')
const { runNode } = require('../helpers/run-node')

const ROOT = path.join(__dirname, '..', '..')

const variable = name => `CRASH_COLLECTOR_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

t.test('defaults, frozen', async t => {
  const cwd = t.testdir()
  const { config, problems } = readConfig({ env: {}, cwd })
  t.same(problems, [])
  t.match(config, { dir: projectDirectory(cwd, {}), isProjectDir: true })
  t.match(config, {
    mode: 'on-demand',
    triggers: [
      'uncaughtException',
      'unhandledRejection',
      'api',
      'caught',
      'testFailure',
      'outOfMemory',
      'request',
      'unsettledTopLevelAwait'
    ],
    blockedLoopMs: 1000,
    requestSignal: 'none',
    redact: true,
    retainCount: 50
  })
  t.ok(Object.isFrozen(config) && Object.isFrozen(config.rationing))
  t.equal(Object.keys(limitsOf(config)).length, 11)
})

t.test('a label takes variables of the environment', async t => {
  const cwd = t.testdir()
  const labelOf = (CRASH_COLLECTOR_FILE_LABEL, more) => {
    const { config, problems } = readConfig({ env: { CRASH_COLLECTOR_FILE_LABEL, ...more }, cwd })
    return problems.length > 0 ? problems[0] : nameStart(config.fileLabel, 'request')
  }
  t.equal(labelOf('api'), 'crash.api.')
  t.equal(labelOf('api-{POD}', { POD: 'web.1/a' }), 'crash.api-web-1-a.')
  t.equal(labelOf('{POD}-{MISSING}', { POD: 'x'.repeat(70) }), `crash.${'x'.repeat(64)}.`)
  t.equal(labelOf('{hostname}-{trigger}'), `crash.${os.hostname().replace(/[^\w-]/g, '-')}-request.`.slice(0, 71))
  t.equal(labelOf('{trigger}{trigger}'), 'crash.requestrequest.')
  t.equal(labelOf(''), 'crash.')
  for (const wrong of ['a.b', '../up', '{', 'a b']) t.match(labelOf(wrong), /CRASH_COLLECTOR_FILE_LABEL is/, wrong)
})

t.test('a command after a dump, or the path of a module', async t => {
  const cwd = t.testdir({ 'send.js': '' })
  const onDump = (/** @type {string} */ value) =>
    readConfig({ env: { CRASH_COLLECTOR_ON_DUMP: value }, cwd }).config.onDump
  t.equal(onDump(' curl -T "$1" host '), 'curl -T "$1" host')
  t.equal(onDump('./send.js'), path.join(cwd, 'send.js'))
  t.equal(onDump('node ./send.js'), 'node ./send.js')
  t.equal(onDump('missing.js'), 'missing.js')
  const { config } = readConfig({ env: { CRASH_COLLECTOR_ON_DUMP: 'send' }, cwd })
  t.equal(changeConfig(config, { onDump: '' }).config.onDump, '', 'none')
  const { problems } = changeConfig(config, { onDump: () => {} })
  t.match(problems, [/^onDump in configure\(\) is .*, not a command for the shell, or the path of a module/])
})

t.test('each default is a value that its own setting accepts', async t => {
  for (const [name, { kind, value }] of Object.entries(SETTINGS)) {
    t.same(kind.parse(value), value, name)
  }
})

t.test('the environment wins over the file, and the file over package.json', async t => {
  const cwd = t.testdir({
    'crash-collector.config.json': JSON.stringify({
      maxProperties: 3,
      maxObjects: 7,
      dir: 'here',
      budgetPercent: 4
    }),
    'package.json': JSON.stringify({ crashCollector: { maxObjects: 8 } })
  })
  const env = {
    CRASH_COLLECTOR_MAX_PROPERTIES: '4',
    CRASH_COLLECTOR_BUDGET_PERCENT: '0.5',
    CRASH_COLLECTOR_STDERR: ''
  }
  const { config, problems } = readConfig({ env, cwd })
  t.same(problems, [])
  t.match(config, {
    maxProperties: 4,
    maxObjects: 7,
    dir: path.join(cwd, 'here'),
    stderr: 'text',
    budgetPercent: 0.5,
    rationing: { budgetPercent: 0.5, budgetInitialMs: 300 }
  })
})

t.test('the field of package.json', async t => {
  const cwd = t.testdir({
    'package.json': JSON.stringify({ crashCollector: { triggers: ['handled'], redactNames: ['pin'] } })
  })
  const { config, problems } = readConfig({ env: {}, cwd })
  t.same([config.triggers, config.redactNames, problems], [['handled'], ['pin'], []])
})

t.test('a file of somebody else may hide more', { skip: process.platform === 'win32' }, async t => {
  for (const redact of ['personal', 'structure']) {
    const cwd = t.testdir({ 'crash-collector.config.json': JSON.stringify({ redact }) })
    fs.chmodSync(path.join(cwd, 'crash-collector.config.json'), 0o666)
    const { config, problems } = readConfig({ env: {}, cwd })
    t.same([config.redact, problems], [redact, []])
  }
})

t.test('what a file of somebody else may not decide', { skip: process.platform === 'win32' }, async t => {
  const harmful = { redact: false, env: ['SECRET'], stderr: 'none', dir: '/elsewhere' }
  const settings = { dir: '', maxObjects: 3, redact: true, redactNames: ['pin'], ...harmful }
  const cwd = t.testdir({ 'crash-collector.config.json': JSON.stringify(settings) })
  const file = path.join(cwd, 'crash-collector.config.json')
  const trusted = readConfig({ env: {}, cwd })
  t.same(trusted.problems, [])
  t.match(trusted.config, harmful)
  const taken = ['dir', 'maxObjects', 'redact', 'redactNames', 'env', 'stderr']
  t.same(trusted.config.settingsFile, { path: file, settings: taken })
  const harmless = { redact: true, stderr: 'text', dir: /crash-collector/, maxObjects: 3, redactNames: ['pin'] }
  const refused = reason => {
    const { config, problems } = readConfig({ env: {}, cwd })
    t.same(problems, [`not taken from crash-collector.config.json: dir, redact, env, stderr, because ${reason}`])
    t.match(config, harmless)
    t.notOk(config.env.includes('SECRET'))
    t.same(config.settingsFile, { path: file, settings: ['maxObjects', 'redactNames'] })
  }
  fs.chmodSync(file, 0o666)
  refused('other users may write to the file')
  fs.chmodSync(file, 0o600)
  fs.chmodSync(cwd, 0o1777)
  refused(`other users may write to its directory ${cwd}`)
  fs.chmodSync(cwd, 0o755)
  const { getuid } = process
  t.teardown(() => Object.assign(process, { getuid }))
  process.getuid = () => fs.statSync(file).uid + 1
  // Nobody has more rights than root.
  if (fs.statSync(file).uid === 0) t.same(readConfig({ env: {}, cwd }).problems, [])
  else refused('the file belongs to another user')
  const { statSync } = fs
  t.teardown(() => Object.assign(fs, { statSync }))
  fs.statSync = (...args) => Object.assign(statSync(...args) ?? {}, { uid: 12345 })
  refused('the file belongs to another user')
})

t.test('spellings of the environment', async t => {
  const cwd = t.testdir()
  const read = (name, value) => readConfig({ env: { [variable(name)]: value }, cwd })
  for (const [name, value, expected] of [
    ['redact', 'off', false],
    ['redact', 'FALSE', false],
    ['redact', '0', false],
    ['redact', 'on', true],
    ['redact', 'Personal', 'personal'],
    ['maxBytes', '32MB', 32 * 1024 ** 2],
    ['maxBytes', '8 k', 8192],
    ['maxBytes', '1GiB', 1024 ** 3],
    ['maxBytes', '5000', 5000],
    ['mode', 'ALWAYS', 'always'],
    ['triggers', 'api, handled,api', ['api', 'handled']],
    ['redactNames', ' pin ,,iban', ['pin', 'iban']],
    ['budgetPercent', '0.5', 0.5]
  ]) {
    const { config, problems } = read(name, value)
    t.same({ value: config[name], problems }, { value: expected, problems: [] }, `${name}=${value}`)
    const others = Object.keys(SETTINGS).filter(other => other !== name)
    t.same(others.filter(other => !t.same(config[other], read('stderr', '').config[other])), [])
  }
})

t.test('the last accepted and the first rejected values', async t => {
  const cwd = t.testdir()
  for (const [name, accepted, rejected] of [
    ['maxObjects', ['0', '10000000'], ['-1', '10000001', '1.5', 'x', '1e2', '0x10', 'NaN', 'Infinity']],
    ['maxBytes', ['4096', '1024MB'], ['4095', '1025MB', '5TB', 'MB']],
    ['deadlineMs', ['1', '600000'], ['0', '600001']],
    ['blockedLoopMs', ['100', '3600000'], ['99', '3600001']],
    ['budgetPercent', ['0', '100'], ['-1', '101']],
    ['executionPath', ['request', 'off', '1', '100'], ['on', '0', '1.5']],
    ['requestSignal', ['SIGUSR2', 'none'], ['SIGKILL', 'SIGUSR1', '12']],
    ['record', ['logs', 'output,ages,loopDelay', ','], ['logs,output lines']],
    ['stderr', ['json', 'none'], ['off']],
    ['mode', ['off'], ['on', 'on demand']],
    ['triggers', ['api'], ['api,crash']],
    ['redact', ['no'], ['nope', '2']],
    ['heap', ['snapshot', 'snapshot-with-numbers'], ['all', 'numbers']]
  ]) {
    for (const value of accepted) {
      t.same(readConfig({ env: { [variable(name)]: value }, cwd }).problems, [], `${name}=${value}`)
    }
    for (const value of rejected) {
      const { config, problems } = readConfig({ env: { [variable(name)]: value }, cwd })
      t.equal(problems.length, 1, `${name}=${value}`)
      t.match(problems[0], `${variable(name)} is ${JSON.stringify(value)}, not `)
      t.same(config[name], SETTINGS[name].value)
    }
  }
})

t.test('what is wrong in a file is one line each, and the rest of it counts', async t => {
  const values = { maxProperties: 'all', maxObjects: 5, maxObject: 1, budgetPercent: 101, rationing: {} }
  const cwd = t.testdir({ 'crash-collector.config.json': JSON.stringify(values) })
  const { config, problems } = readConfig({ env: {}, cwd })
  t.match(config, { maxProperties: 200, maxObjects: 5, budgetPercent: 0.05, rationing: { atThrowDeadlineMs: 20 } })
  t.same(problems.sort(), [
    'budgetPercent in crash-collector.config.json is 101, not a number from 0 to 100; it is ignored',
    'maxProperties in crash-collector.config.json is "all", not a whole number from 1 to 1000000; it is ignored',
    'there is no setting "maxObject", named in crash-collector.config.json; did you mean maxObjects?',
    'there is no setting "rationing", named in crash-collector.config.json'
  ])
})

t.test('a setting that was removed is told about, in the environment, too', async t => {
  const read = (/** @type {string} */ name) => readConfig({ env: { [name]: '1' }, cwd: t.testdir() }).problems
  for (const name of REMOVED) {
    t.notOk(Object.hasOwn(SETTINGS, name), name)
    const problem = `there is no setting ${variable(name)} any more (docs/decisions/settings.md)`
    t.same(read(variable(name)), [problem])
  }
  const values = JSON.stringify({ maxEntries: 1 })
  const { problems } = readConfig({ env: {}, cwd: t.testdir({ 'crash-collector.config.json': values }) })
  t.same(problems, [
    'there is no setting "maxEntries" any more (docs/decisions/settings.md), named in crash-collector.config.json'
  ])
})

t.test('a misspelt variable is named, and one of somebody else is not', async t => {
  const read = (/** @type {string} */ name) => readConfig({ env: { [name]: '1' }, cwd: t.testdir() }).problems
  const misspelt = {
    TRIGERS: 'TRIGGERS',
    TRIGGGERS: 'TRIGGERS',
    TIRGGERS: 'TRIGGERS',
    MAXOBJECTS: 'MAX_OBJECTS',
    MAX_OBJECT: 'MAX_OBJECTS',
    DIRS: 'DIR',
    MOED: undefined,
    MOD: undefined,
    REDCAT: undefined
  }
  for (const [wrong, right] of Object.entries(misspelt)) {
    const problem = `there is no setting CRASH_COLLECTOR_${wrong}; did you mean CRASH_COLLECTOR_${right}?`
    t.same(read(`CRASH_COLLECTOR_${wrong}`), right === undefined ? [] : [problem], wrong)
  }
  const others = ['ADDON', 'FALLBACK', 'STATS', 'DUMP', 'DUMP_ATTEMPT', 'NODE_OPTIONS', 'UPLOAD_TO', 'UPLOAD_MAX_BYTES']
  for (const other of [...others, 'PRIVATE_KEY', 'REPL_HISTORY', 'URL', 'HOST', 'TOKEN', 'VERSION', 'ENDPOINT']) {
    t.same(read(`CRASH_COLLECTOR_${other}`), [], other)
  }
  const env = { CRASH_COLLECTOR_TRIGERS: 'api' }
  const { stderr, exitCode } = await runNode(['--require', ROOT, '--eval', '0'], { cwd: t.testdir(), env })
  const line = 'crash-collector: there is no setting CRASH_COLLECTOR_TRIGERS; did you mean CRASH_COLLECTOR_TRIGGERS?\n'
  t.same({ stderr, exitCode }, { stderr: line, exitCode: 0 })
})

t.test('a misspelt key of a file is named, with the nearest setting', async t => {
  const misspelt = { dri: 'dir', moed: 'mode', trigers: 'triggers', maxobjects: 'maxObjects', max_bytes: 'maxBytes' }
  const values = JSON.stringify({ ...misspelt, colour: 1, constructor: 1 })
  const { problems } = readConfig({ env: {}, cwd: t.testdir({ 'crash-collector.config.json': values }) })
  const problem = (/** @type {string} */ key) => `there is no setting "${key}", named in crash-collector.config.json`
  t.same(problems, [
    ...Object.entries(misspelt).map(([key, meant]) => `${problem(key)}; did you mean ${meant}?`),
    problem('colour'),
    problem('constructor')
  ])
})

t.test('what follows from settings is as it was when it had settings of its own', async t => {
  const defaults = Object.fromEntries(Object.entries(SETTINGS).map(([name, { value }]) => [name, value]))
  t.match(fixedBy(/** @type {any} */ (defaults)), {
    maxDepth: 1000,
    asyncTasksMs: 500,
    otherThreadsMs: 20,
    maxEntries: 200,
    maxFirstFrames: 50,
    maxLastFrames: 10,
    maxSourceLength: 2_000_000,
    innerStateMs: 250,
    asyncTasksMaxHeapBytes: 500 * 1024 ** 2,
    maxAsyncTasks: 1000,
    memoryLimitPercent: 80,
    rationing: {
      budgetInitialMs: 30,
      budgetMaxMs: 200,
      snapshotsMaxBytes: 8 * 1024 ** 2,
      atThrowMaxObjects: 100,
      atThrowDeadlineMs: 20,
      atThrowInnerStateMs: 5
    }
  })
})

t.test('files that are no configuration', async t => {
  for (const [content, problem] of [
    ['{ maxObjects: 3 }', /is not JSON/],
    ['', /is not JSON/],
    ['[1]', /holds \[1\], not an object/],
    ['null', /holds null/]
  ]) {
    const { problems } = readConfig({ env: {}, cwd: t.testdir({ 'crash-collector.config.json': content }) })
    t.equal(problems.length, 1, content)
    t.match(problems[0], problem)
    t.notMatch(problems[0], '\n')
  }
  t.same(
    readConfig({ env: {}, cwd: t.testdir({ 'crash-collector.config.json': {} }) }).problems,
    [],
    'a directory of that name'
  )
  t.same(
    readConfig({ env: {}, cwd: t.testdir({ 'crash-collector.config.json': '\ufeff{}' }) }).problems,
    [],
    'a byte order mark'
  )
  t.same(
    readConfig({ env: {}, cwd: t.testdir({ 'package.json': '{ broken' }) }).problems,
    [],
    'a package.json that is not our business'
  )
  t.same(readConfig({ env: {}, cwd: '/nowhere/at/all' }).problems, [])
})

t.test('a problem is one line without control characters, however the value looks', async t => {
  const { problems } = readConfig({
    env: { CRASH_COLLECTOR_MODE: `\u001b[2J\n\u009b${'x'.repeat(500)}` },
    cwd: t.testdir()
  })
  // eslint-disable-next-line no-control-regex
  t.notMatch(problems[0], /[\u0000-\u001f\u007f-\u009f]/)
  t.ok(problems[0].length < 200)
})

t.test('configure(): other values for the rest of the process', async t => {
  const { config } = readConfig({ env: { CRASH_COLLECTOR_MAX_PROPERTIES: '4' }, cwd: t.testdir() })
  const changed = changeConfig(config, { maxObjects: 9, mode: 'sometimes', budgetPercent: 2 })
  t.match(changed, {
    config: {
      maxProperties: 4,
      maxObjects: 9,
      mode: 'on-demand',
      dir: config.dir,
      rationing: { budgetMaxMs: 200, reserveMs: 60 }
    }
  })
  t.same(changed.problems, [
    'mode is read at start only; in configure() it is ignored',
    'budgetPercent is read at start only; in configure() it is ignored'
  ])
  t.match(changeConfig(config, { maxProperties: 'all', maxObjects: '7' }), {
    config: { maxProperties: 4, maxObjects: 7 },
    problems: [/^maxProperties in configure\(\) is "all"/]
  })
  t.equal(config.maxObjects, 100_000, 'the object before is as it was')
})
