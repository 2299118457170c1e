'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../../helpers/checkout-dump')
const { callFrame, makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { projectDirectory } = require('../../../packages/shared/config/project-directory')

const options = { end: { notCaptured: CHECKOUT_NOT_CAPTURED } }
const older = 'crash.20260101.000000.1.0.1.ccdump'
const newer = 'crash.20260102.030405.4242.0.1.ccdump'

/** @param {import('tap').Test} t */
function dumps (t) {
  const cwd = t.testdir()
  makeDump(
    path.join(cwd, older),
    [{ kind: 'exception', value: { type: 'string', value: 'boom' }, description: 'boom' }, { kind: 'process' }],
    { header: { time: '2026-01-01T00:00:00.000Z', pid: 1, trigger: 'uncaughtException' } }
  )
  makeDump(path.join(cwd, newer), CHECKOUT_RECORDS, options)
  return cwd
}

t.test('list', async t => {
  const cwd = dumps(t)
  const { stdout, stderr, exitCode } = await runCli(['list'], { cwd })
  t.equal(stderr, '')
  t.equal(exitCode, 0)
  const lines = stdout.trimEnd().split('\n')
  t.equal(lines.length, 2)
  t.match(
    lines[0],
    new RegExp(
      [
        '^ {2}1',
        '2026-01-02 03:04:05',
        'rejection',
        String.raw`TypeError: Cannot read properties of undefined \(reading 'price'\)`,
        String.raw`checkout\.js:14 +[\d.]+ kB`,
        String.raw`crash\.20260102`
      ].join(' {2}')
    )
  )
  t.match(lines[1], /^ {2}2 {2}2026-01-01 00:00:00 {2}exception {2}'boom' .*crash\.20260101/)
  const json = JSON.parse((await runCli(['list', cwd, '--json'], { cwd: '/' })).stdout)
  t.match(json, [
    {
      file: path.join(cwd, newer),
      trigger: 'unhandledRejection',
      pid: 4242,
      topFrame: { functionName: 'priceOf', lineNumber: 13, columnNumber: 19 }
    },
    { error: "'boom'", topFrame: null }
  ])
})

t.test('list goes on after a bad dump, and says when there is none', async t => {
  const cwd = dumps(t)
  fs.writeFileSync(path.join(cwd, older), 'nonsense')
  const { stdout, exitCode } = await runCli(['list'], { cwd })
  t.equal(exitCode, 0)
  t.match(stdout, /2 {2}crash\.20260101.* is not a dump/)
  t.match(JSON.parse((await runCli(['list', '--json'], { cwd })).stdout)[1], { problem: { code: 'NOT_A_DUMP' } })
  const empty = t.testdir()
  t.match(await runCli(['list'], { cwd: empty }), { exitCode: 0, stdout: /^no dumps in / })
  t.match(await runCli(['list', 'nowhere'], { cwd: empty }), {
    exitCode: 1,
    stdout: '',
    stderr: /^crash-collector: .*nowhere.*\n$/
  })
})

t.test('names in a dump that every object has', async t => {
  const cwd = dumps(t)
  const strange = path.join(cwd, older)
  makeDump(
    strange,
    /** @type {any[]} */ ([
      {
        kind: 'exception',
        value: { type: 'object', subtype: 'constructor', className: 'Error', objectId: '1' },
        description: 'x'
      },
      callFrame([]),
      {
        kind: 'object',
        objectId: '1',
        type: 'object',
        subtype: 'toString',
        className: 'Error',
        depth: 0,
        properties: [{ name: 'a', value: { type: 'object', subtype: 'valueOf', notCapturedReason: 'depth' } }]
      },
      { kind: 'process' }
    ]),
    {
      header: {
        trigger: 'constructor',
        arch: 'constructor',
        platform: 'toString',
        capture: { hook: { toString: 1 }, ageMs: 0, durationMs: 0 }
      }
    }
  )
  t.match(
    await runCli(['list'], { cwd }),
    { exitCode: 0, stdout: /^ {2}1 {2}.*rejection.*\n {2}2 {2}.*constructor/ },
    'one bad file does not hide the others'
  )
  for (const args of [
    [],
    ['--all'],
    ['--json'],
    ['--format', 'otlp'],
    ['--format', 'sentry'],
    ['--format', 'github']
  ]) {
    t.match(
      await runCli(['show', strange, ...args], { cwd, env: { FORCE_COLOR: '1' } }),
      { exitCode: 0, stderr: '' },
      args.join(' ')
    )
  }
})

t.test('show: last, by number, by path', async t => {
  const cwd = dumps(t)
  for (const args of [[], ['last'], ['1'], [newer], [path.join(cwd, newer)]]) {
    t.match((await runCli(['show', ...args], { cwd })).stdout, /^TypeError: Cannot read/m, args.join())
  }
  t.match((await runCli(['show', '2'], { cwd })).stdout, /^Thrown: 'boom'/)
})

t.test('show --json', async t => {
  const cwd = dumps(t)
  const { stdout, exitCode } = await runCli(['show', '--json'], { cwd })
  t.equal(exitCode, 0)
  const document = JSON.parse(stdout)
  t.match(document, {
    trigger: 'unhandledRejection',
    time: '2026-01-02T03:04:05.678Z',
    pid: 4242,
    threadId: 0,
    node: 'v20.20.2',
    mode: 'on-demand',
    exception: {
      className: 'TypeError',
      message: /price/,
      description: /^TypeError/,
      value: { type: 'object', subtype: 'error', className: 'TypeError', objectId: '1', description: /^TypeError/ }
    },
    asyncTasks: [
      { taskId: 't1', functionName: 'checkout', scopeChain: [{ variables: { order: { className: 'Order' } } }, {}] }
    ],
    process: { cwd: '/app' },
    notCaptured: [{ reason: 'depth', count: 1 }],
    truncated: false
  })
  const [frame, caller] = document.callFrames
  t.match(frame, {
    functionName: 'priceOf',
    url: 'file:///app/checkout.js',
    lineNumber: 13,
    columnNumber: 19,
    this: { type: 'undefined' }
  })
  t.same(frame.scopeChain[0].variables.product, { type: 'undefined', description: 'undefined' })
  t.match(caller.scopeChain[1].variables, {
    sum: { type: 'number', value: 5.4, description: '5.4' },
    order: { type: 'object', className: 'Order', objectId: '2', description: 'Order' },
    later: { notCapturedReason: 'unavailable' }
  })
  t.notOk('type' in caller.scopeChain[1].variables.later, 'what is not there has no type')
  t.ok('catalog' in caller.scopeChain[2].variables, 'also where the dump refers to an earlier occurrence')
  t.match(document.objects['2'].properties[0], { name: 'id', value: { type: 'number', value: 7 } })
  t.match(document.objects['2'].privateProperties[0], { name: '#coupon', value: { value: 'WELCOME' } })
})

t.test('eval', async t => {
  const cwd = dumps(t)
  t.match(await runCli(['eval', 'line.sku'], { cwd }), { exitCode: 0, stdout: "'C-9'\n", stderr: '' })
  t.match(await runCli(['eval', 'last', '--frame', '1', 'order.id'], { cwd }), { exitCode: 0, stdout: '7\n' })
  t.match(await runCli(['eval', '--frame=t1', 'order.id'], { cwd }), { exitCode: 0, stdout: '7\n' })
  t.match(await runCli(['eval', '--', '-line.qty'], { cwd }), { exitCode: 0, stdout: '-1\n' })
  t.match(await runCli(['eval', 'nothing'], { cwd }), {
    exitCode: 1,
    stdout: '',
    stderr: 'ReferenceError: nothing is not defined\n'
  })
  t.match(await runCli(['eval', '-f', '1', 'apiKey'], { cwd }), {
    exitCode: 1,
    stderr: 'NotCaptured: apiKey (redacted)\n'
  })
  t.match(await runCli(['eval', 'throw { a: 1 }'], { cwd }), { exitCode: 1, stderr: 'Uncaught { a: 1 }\n' })
  t.match(await runCli(['eval', 'while (1);', '--timeout', '100'], { cwd }), {
    exitCode: 1,
    stderr: /^crash-collector: the expression did not end within 100 ms \(.*\)\n$/
  })
  t.match(await runCli(['eval', '1', '--frame', '9'], { cwd }), {
    exitCode: 1,
    stderr: /no frame 9 in this dump \(it has frames 0 to 2/
  })
  t.match(JSON.parse((await runCli(['eval', '--json', 'line'], { cwd })).stdout), {
    type: 'object',
    className: 'Object',
    description: 'Object',
    objectId: '3',
    objects: { 3: { properties: [{ name: 'sku' }, { name: 'qty' }] } }
  })
  t.match(JSON.parse((await runCli(['eval', '--json', 'nothing'], { cwd })).stdout), {
    error: 'ReferenceError: nothing is not defined'
  })
})

t.test('eval under NODE_OPTIONS that preload the collector', async t => {
  const cwd = dumps(t)
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, '..', '..', '..'))}` }
  t.match(await runCli(['eval', '1 + 1'], { cwd, env }), { exitCode: 0, stdout: '2\n', stderr: '' })
})

t.test('prune', async t => {
  const cwd = dumps(t)
  t.match(await runCli(['prune', '--keep', '1', '--dry-run'], { cwd }), {
    exitCode: 0,
    stdout: /crash\.20260101.*\nwould remove 1 \(.*\), would keep 1\n$/
  })
  t.equal(fs.readdirSync(cwd).length, 2)
  t.match(JSON.parse((await runCli(['prune', cwd, '--keep', '1', '--json'], { cwd: '/' })).stdout), {
    removed: [path.join(cwd, older)],
    kept: [path.join(cwd, newer)]
  })
  t.same(fs.readdirSync(cwd), [newer])
})

t.test('prune by each limit, of the command line and of the configuration', async t => {
  const old = 'crash.20200101.000000.1.0.1.ccdump'
  const cwd = t.testdir({ [old]: 'a', 'crash.20200102.000000.1.0.1.ccdump': 'b' })
  const removed = async (/** @type {string[]} */ args, env = {}) =>
    JSON.parse((await runCli(['prune', '--dry-run', '--json', ...args], { cwd, env })).stdout).removed
  for (const flag of ['--keep', '--max-bytes', '--max-days']) {
    t.same(await removed([flag, '1']), [path.join(cwd, old)], flag)
  }
  for (const name of ['COUNT', 'BYTES']) {
    t.same(await removed([], { [`CRASH_COLLECTOR_RETAIN_${name}`]: '1' }), [path.join(cwd, old)], name)
  }
  t.same(await removed([]), [])
})

t.test('where dumps are looked for', async t => {
  const configured = t.testdir({ 'crash-collector.config.json': '{ "dir": "here" }', here: {} })
  makeDump(path.join(configured, 'here', newer), CHECKOUT_RECORDS, options)
  const env = { CRASH_COLLECTOR_DIR: '', HOME: configured }
  t.match(
    (await runCli(['show'], { cwd: configured, env })).stdout,
    /^TypeError: Cannot read/m,
    'where the configuration file says'
  )
  fs.rmSync(path.join(configured, 'crash-collector.config.json'))
  const project = projectDirectory(configured, { HOME: configured })
  fs.mkdirSync(project, { recursive: true })
  fs.renameSync(path.join(configured, 'here', newer), path.join(project, newer))
  t.match((await runCli(['show'], { cwd: configured, env })).stdout, /^TypeError: Cannot read/m, 'the default')
  t.match(await runCli(['show'], { cwd: configured, env: { CRASH_COLLECTOR_DIR: 'here' } }), {
    exitCode: 1,
    stderr: /there is no dump in .*here/
  })
})

t.test('wrong usage is 2, and says how', async t => {
  const cwd = t.testdir()
  const cases = [
    [['nonsense'], /there is no command nonsense; usage: npx crash-collector --help/],
    [['show', '--josn'], /Unknown option '--josn'; did you mean --json\?; usage: npx crash-collector show/],
    [['show', '--nonsense'], /Unknown option '--nonsense'; usage: npx crash-collector show/],
    [['show', 'a', 'b'], /too many arguments: b/],
    [['eval'], /an expression is missing; usage: npx crash-collector eval/],
    [['eval', '1', '--timeout', 'soon'], /--timeout takes milliseconds/],
    [['prune', '--keep', '-1'], /--keep/],
    [['prune', '--keep', 'x'], /--keep takes a whole number, not x/],
    [['prune', '--max-days', '1.5'], /--max-days takes a whole number, not 1\.5/],
    [['open', '--port', '65536'], /--port takes a number from 0 to 65535/],
    [['__proto__'], /there is no command __proto__/],
    [
      ['show', '--format', 'none'],
      /there is no format none; there are sentry, otlp, junit, github; usage: npx crash-collector show/
    ],
    [['show', '--format', 'junit', '--json'], /--format junit prints no JSON; sentry and otlp do; usage/],
    [['show', '--format', 'github', '--json'], /--format github prints no JSON/],
    [['show', '--format', 'otlp', '--html', 'x.html'], /--format and --html exclude each other/],
    [['show', '--tasks', '--html', 'x.html'], /--tasks and --html exclude each other/]
  ]
  for (const [args, message] of cases) {
    const { exitCode, stdout, stderr } = await runCli(args, { cwd })
    t.equal(exitCode, 2, args.join(' '))
    t.equal(stdout, '')
    t.match(stderr, message)
    t.equal(stderr.split('\n').length, 2, 'one line')
  }
  t.match(await runCli([], { cwd }), { exitCode: 2, stdout: /^crash-collector: what a Node\.js process knew/ })
})

t.test('help and version', async t => {
  const cwd = t.testdir()
  const { stdout, exitCode } = await runCli(['--help'], { cwd })
  t.equal(exitCode, 0)
  for (const command of ['list', 'show', 'open', 'eval', 'search', 'diff', 'path', 'repl', 'prune']) {
    t.match(stdout, new RegExp(`^ {2}${command} `, 'm'))
    t.match((await runCli([command, '--help'], { cwd })).stdout, new RegExp(`Usage: npx crash-collector ${command}`))
  }
  t.match((await runCli(['eval', '--help'], { cwd })).stdout, /^ {2}-f, --frame <n> [^]*^ {2}--json /m)
  t.notMatch((await runCli(['repl', '--help'], { cwd })).stdout, /--json/)
  t.equal((await runCli(['--version'], { cwd })).stdout.trim(), require('../../../package.json').version)
})

t.test('help names each command once, in groups, on one screen of 40 lines', async t => {
  const { stdout } = await runCli(['--help'], { cwd: t.testdir(), env: { COLUMNS: '80' } })
  const lines = stdout.split('\n')
  t.ok(lines.length <= 40, `${lines.length} lines`)
  t.same(lines.filter(line => /^(?:Look|Compare|Hand on|Set up)$/.test(line)).length, 4)
  const names = lines.flatMap(line => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? [])
  const known = (await runCli(['completion', 'bash'], { cwd: t.testdir() })).stdout
  const [, all] = /compgen -W '([\w ]+)'/.exec(known) ?? []
  t.same(names.sort(), all?.split(' ').sort())
})

t.test('--dir names the dumps for each command that looks for some', async t => {
  const directory = dumps(t)
  const cwd = path.join(directory, 'empty')
  fs.mkdirSync(cwd)
  const env = { CRASH_COLLECTOR_DIR: cwd }
  for (const words of [['list'], ['show'], ['eval', 'line.sku'], ['search', 'A-1'], ['tasks'], ['list', '--group']]) {
    const there = await runCli([...words, '--dir', directory], { cwd, env })
    t.equal(there.exitCode, 0, words.join(' '), there)
    t.not(there.stdout, '')
  }
  t.equal((await runCli(['show'], { cwd, env })).exitCode, 1)
})

t.test('help fits the terminal, and says what its words are', async t => {
  const cwd = t.testdir()
  for (const COLUMNS of ['80', '60']) {
    for (const command of ['', 'list', 'show', 'open', 'eval', 'search', 'diff', 'path', 'repl', 'prune']) {
      const { stdout } = await runCli([command, '--help'].filter(Boolean), { cwd, env: { COLUMNS } })
      t.same(
        stdout.split('\n').filter(line => line.length > Number(COLUMNS)),
        [],
        `${command} in ${COLUMNS}`
      )
      t.match(
        stdout.replace(/\s+/g, ' '),
        /^(?:crash-collector: .* \[dump\] is|.* dump|.* <a>, <b>) a path, a number from list,|directory with dumps/
      )
    }
  }
  t.match(
    (await runCli(['show', '--help'], { cwd, env: { COLUMNS: '80' } })).stdout,
    /^Usage: npx crash-collector show .* \[--path\]\n {11}\[--compare\] \[--format <name>\] .*\n {11}.* \[--json\]$/m
  )
})

t.test('a pipe that closes early is no error', async t => {
  const { spawn } = require('node:child_process')
  const cwd = dumps(t)
  const cli = path.join(__dirname, '..', '..', '..', 'bin', 'crash-collector.js')
  const child = spawn('sh', ['-c', `"${process.execPath}" "${cli}" show --json 2>&1 >&3 3>&- | cat; true`], {
    cwd,
    env: { ...process.env, CRASH_COLLECTOR_DIR: cwd },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe']
  })
  child.stdio[3].destroy()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  await new Promise(resolve => child.on('close', resolve))
  t.notMatch(output, /Error|EPIPE/)
})
