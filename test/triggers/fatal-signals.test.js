'use strict'
// Fatal signals: the process dies as it would have, and the dump has the signal, the native stack and the JavaScript
// functions on it.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { nativeStack } = require('../../packages/inspect/native-stack')
const { buildAddon } = require('../helpers/build-addon')
const { CRASHES, ROOT, collect, crashTests, temporaryDirectory } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')
const { NODE, runNode } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */

if (process.platform !== 'linux' || process.arch !== 'x64') {
  t.plan(0, 'the trigger takes Linux on x64')
} else {
  const ADDON = buildAddon('faults')
  const TRIGGERS = { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,unhandledRejection,signal,api' }
  /** Node.js prints the addresses of functions of a shared object, which differ from run to run. */
  const withoutAddresses = (/** @type {string} */ text) =>
    text.replace(/0x[0-9a-f]+/g, '<address>').replace(/node\[\d+\]/g, 'node[<pid>]')

  /** V8 tells of each function on the stack if it was compiled already, which a preload changes. */
  const V8_STACK = /\n+==== JS stack trace[^]*?(?:\n(?=crash-collector: )|$)/

  /**
   * The functions of the application on the stack of fault.js. The lines are those where the functions begin.
   * @param {import('tap').Test} t
   * @param {Dump} dump
   */
  const assertFaultFrames = (t, dump) => {
    const own = dump.callFrames.filter(({ internal }) => !internal)
    const source = fs.readFileSync(path.join(CRASHES, 'signals/fault.js'), 'utf8').split('\n')
    t.same(own.map(({ functionName }) => functionName), ['innermost', 'checkOut', ''])
    t.match(own[0].url, /signals\/fault\.js$/)
    t.match(source[own[0].lineNumber].slice(0, own[0].columnNumber), /function innermost $/)
    t.match(source[own[1].lineNumber].slice(0, own[1].columnNumber), /checkOut $/)
  }

  /**
   * @param {string} name
   * @param {string[]} functions of the addon
   * @param {Partial<CrashCase> & { innermost?: RegExp, record: object, title: RegExp, isMain?: boolean }} expected
   * @returns {CrashCase}
   */
  const fault = (name, functions, { innermost, record, title, isMain = true, check, ...others }) => ({
    name,
    file: 'signals/fault.js',
    args: [ADDON, ...functions],
    env: TRIGGERS,
    trigger: 'signal',
    exitCode: null,
    normalise: withoutAddresses,
    ...others,
    check: async (t, dump, run) => {
      t.match(dump.signal, record)
      if (innermost !== undefined) t.match(nativeStack(dump)[0].name, innermost)
      if (isMain) assertFaultFrames(t, dump)
      const { stdout } = await runCli(['show', run.dumps[0]], { cwd: run.cwd, env: { COLUMNS: '80' } })
      t.match(stdout.split('\n')[0], title)
      t.ok(stdout.split('\n').every(line => line.length <= 80), 'every line fits')
      await check?.(t, dump, run)
    }
  })

  const main = { type: 'main' }

  crashTests(t, [
    fault('a null pointer', ['nullDereference'], {
      signal: 'SIGSEGV',
      innermost: /^dereference_null$/,
      record: { name: 'SIGSEGV', number: 11, code: 1, address: '0x0', thread: main },
      title: /^SIGSEGV at address 0x0 in the main thread$/,
      check: async (t, dump) => {
        const modules = dump.signal?.modules ?? []
        t.match(modules[dump.signal?.frames[0].module ?? -1], { file: /faults\.node$/, buildId: /^[0-9a-f]{40}$/ })
        const names = nativeStack(dump).map(({ name }) => name)
        // A part of the executable that V8 maps a second time; functions of Node.js; functions of the addon.
        for (const name of ['Builtins_JSEntry', 'napi_call_function', 'Call']) t.ok(names.includes(name), name)
        t.match(names[names.length - 1], /^_start$/, 'the walk ends where the process began')
        t.match(dump.process, { argv: [/./, /fault\.js$/], memoryUsage: { rss: Number } })
      }
    }),
    fault('a call of a null pointer', ['callNull'], {
      signal: 'SIGSEGV',
      record: { name: 'SIGSEGV', address: '0x0' },
      title: /^SIGSEGV at address 0x0/,
      check: (t, dump) => t.equal(nativeStack(dump)[1].name, 'call_null')
    }),
    fault('a C stack that is used up', ['stackExhaustion'], {
      signal: 'SIGSEGV',
      innermost: /^recurse$/,
      record: { name: 'SIGSEGV', thread: main, leftOut: { after: 99 } },
      title: /^SIGSEGV at address 0x[0-9a-f]+ in the main thread$/,
      check: async (t, dump, run) => {
        t.ok((dump.signal?.leftOut?.count ?? 0) > 10_000)
        t.match((await runCli(['show', run.dumps[0]], { cwd: run.cwd })).stdout, /the thread's stack was used up/)
      }
    }),
    fault('memory that is freed twice', ['doubleFree'], {
      // The C library names the list that has the block, which depends on what was freed before.
      normalise: text => withoutAddresses(text).replace(/^(?:free\(\): )?double free .+$/m, 'double free'),
      signal: 'SIGABRT',
      record: { name: 'SIGABRT', number: 6, code: -6 },
      title: /^SIGABRT in the main thread$/,
      check: (t, dump) => {
        t.ok(nativeStack(dump).some(({ name }) => name === 'DoubleFree'), 'through the functions of the C library')
      }
    }),
    fault('a division by zero', ['divideByZero'], {
      signal: 'SIGFPE',
      innermost: /^DivideByZero$/,
      record: { name: 'SIGFPE', code: 1 },
      title: /^SIGFPE at address 0x[0-9a-f]+ in the main thread$/
    }),
    fault('an instruction that does not exist', ['illegalInstruction'], {
      signal: 'SIGILL',
      innermost: /^IllegalInstruction$/,
      record: { name: 'SIGILL' },
      title: /^SIGILL at address/
    }),
    fault('a file that ends before its mapping', ['busError'], {
      signal: 'SIGBUS',
      innermost: /^BusError$/,
      record: { name: 'SIGBUS', code: 2 },
      title: /^SIGBUS at address/
    }),
    fault('a fatal error of Node-API', ['fatalError'], {
      signal: 'SIGABRT',
      record: { name: 'SIGABRT' },
      title: /^SIGABRT in the main thread$/,
      check: (t, _, run) => t.match(run.stderr, /FATAL ERROR: faults\.c told to/)
    }),
    fault('a thread of libuv', ['inPoolThread'], {
      signal: 'SIGSEGV',
      innermost: /^dereference_null$/,
      isMain: false,
      record: { name: 'SIGSEGV', address: '0x0', thread: { type: 'other' } },
      title: /^SIGSEGV at address 0x0 in the thread ".+", which runs no JavaScript$/,
      check: (t, dump) => t.same(dump.callFrames, [])
    }),
    {
      name: 'process.abort()',
      file: 'signals/abort.js',
      env: TRIGGERS,
      trigger: 'signal',
      exitCode: null,
      signal: 'SIGABRT',
      normalise: withoutAddresses,
      check: (t, dump) => {
        t.equal(dump.signal?.name, 'SIGABRT')
        t.same(dump.callFrames.slice(0, 2).map(({ functionName }) => functionName), ['leave', 'onTimer'])
      }
    },
    {
      name: 'an abort by V8',
      file: 'signals/abort-js.js',
      nodeArgs: ['--allow-natives-syntax'],
      env: TRIGGERS,
      trigger: 'signal',
      exitCode: null,
      signal: 'SIGTRAP',
      normalise: text => withoutAddresses(text).replace(V8_STACK, '\n'),
      check: (t, dump) => t.ok(dump.callFrames.some(({ functionName }) => functionName === 'abortByV8'))
    },
    {
      name: 'a worker thread',
      file: 'signals/worker.js',
      args: [ADDON],
      env: TRIGGERS,
      trigger: 'signal',
      exitCode: null,
      signal: 'SIGSEGV',
      inWorker: true,
      check: (t, dump) => {
        t.match(dump.signal, { address: '0x0', thread: { type: 'worker' } })
        t.equal(dump.callFrames[0].functionName, 'inWorker')
      }
    },
    {
      name: 'workers that came and went before',
      file: 'signals/after-workers.js',
      args: [ADDON],
      env: TRIGGERS,
      trigger: 'signal',
      exitCode: null,
      signal: 'SIGSEGV',
      check: (t, dump) => {
        t.match(dump.signal, { thread: main, leftOut: { after: 99 } })
        t.equal(dump.callFrames[0].functionName, 'main')
      }
    },
    ...['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT', 'SIGTRAP'].map(signal => ({
      name: `process.kill(process.pid, '${signal}')`,
      file: 'signals/kill.js',
      args: [signal],
      env: TRIGGERS,
      trigger: 'signal',
      exitCode: null,
      signal: /** @type {NodeJS.Signals} */ (signal),
      check: (/** @type {import('tap').Test} */ t, /** @type {Dump} */ dump) => {
        t.match(dump.signal, { name: signal, code: 0, senderPid: dump.header.pid })
        t.notOk('address' in (dump.signal ?? {}))
      }
    })),
    {
      name: 'traps of WebAssembly are exceptions, and leave no dump',
      file: 'signals/wasm-trap.js',
      env: TRIGGERS,
      exitCode: 0,
      stdout: /^1000 traps, 0\n$/,
      dumps: 0
    },
    {
      name: 'a signal that the application listens to leaves no dump',
      file: 'signals/listens.js',
      env: TRIGGERS,
      exitCode: 0,
      stdout: /^SIGABRT was received\n$/,
      dumps: 0
    },
    {
      name: 'a handler that an addon has installed since decides alone',
      file: 'signals/fault.js',
      args: [ADDON, 'installHandler', 'nullDereference'],
      env: TRIGGERS,
      exitCode: 3,
      stdout: /^handled by the addon\n$/,
      dumps: 0
    },
    {
      name: 'the trigger is off by default',
      file: 'signals/fault.js',
      args: [ADDON, 'nullDereference'],
      exitCode: null,
      signal: 'SIGSEGV',
      dumps: 0
    }
  ])

  t.test('two threads that fault at once leave one dump', async t => {
    const run = await collect(t, {
      name: 'two threads',
      file: 'signals/two-threads.js',
      args: [ADDON],
      env: TRIGGERS
    })
    t.equal(run.signal, 'SIGSEGV')
    t.equal(run.dumps.length, 1)
    t.same(validateDump(run.dumps[0]).problems, [])
  })

  t.test('a second signal during the dump ends the process at once, by the first signal', async t => {
    let interrupted = 0
    for (let i = 0; i < 8; i++) {
      const cwd = temporaryDirectory(t)
      const argv = ['--require', ROOT, path.join(CRASHES, 'signals/fault.js'), ADDON, 'faultTwice']
      const run = await runNode(argv, { cwd, env: { ...TRIGGERS, CRASH_COLLECTOR_DIR: 'dumps' } })
      t.equal(run.signal, 'SIGSEGV')
      const [name] = fs.readdirSync(path.join(cwd, 'dumps'))
      // The second signal may come when the dump is written.
      if (name.endsWith('.ccdump')) t.same(validateDump(path.join(cwd, 'dumps', name)).problems, [])
      else interrupted++
    }
    t.ok(interrupted > 0, 'a partial file is left, which the next start will remove')
  })

  t.test('a core file is written as without the collector', async t => {
    const fault = [NODE, path.join(CRASHES, 'signals/fault.js'), ADDON, 'nullDereference']
    /** @param {string[]} program */
    const end = async program => {
      const cwd = temporaryDirectory(t)
      // The shell tells what the kernel told it. The file is cut off, since nobody reads it.
      const command = ['-c', 'ulimit -c 64; "$@"; exit $?', 'bash', ...program]
      const env = { ...TRIGGERS, CRASH_COLLECTOR_DIR: 'dumps' }
      const { exitCode, stderr } = await runNode(command, { cwd, node: 'bash', env })
      const dumps = fs.existsSync(path.join(cwd, 'dumps')) ? fs.readdirSync(path.join(cwd, 'dumps')).length : 0
      return { exitCode, told: /Segmentation fault *(\(core dumped\))?/.exec(stderr)?.[1], dumps }
    }
    const without = await end(fault)
    t.match(without, { exitCode: 139, dumps: 0 })
    t.same(await end([NODE, '--require', ROOT, ...fault.slice(1)]), { ...without, dumps: 1 })
  })

  t.test('what the trigger needs is an addon of its own, which nothing else loads', async t => {
    const program = "console.log(/signals\\.node/.test(fs.readFileSync('/proc/self/maps', 'latin1')))"
    const loads = async (/** @type {Record<string, string>} */ env) => {
      const { stdout } = await runNode(['--require', ROOT, '-e', program], { cwd: temporaryDirectory(t), env })
      return stdout
    }
    t.equal(await loads({}), 'false\n')
    t.equal(await loads(TRIGGERS), 'true\n')
  })

  t.test('without that addon the trigger says so in one line, and the others work', async t => {
    const copy = path.join(temporaryDirectory(t), 'crash-collector')
    const addon = path.join('build', 'Release', 'crash_collector.node')
    for (const name of ['index.js', 'package.json', 'lib', 'prebuilds', addon]) {
      const filter = (/** @type {string} */ file) => !/signals\.node$/.test(file)
      if (!fs.existsSync(path.join(ROOT, name))) continue
      fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter })
    }
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
    const cwd = temporaryDirectory(t)
    const argv = ['--require', copy, '-e', "throw new Error('declined')"]
    const run = await runNode(argv, { cwd, env: { ...TRIGGERS, CRASH_COLLECTOR_DIR: 'dumps' } })
    t.equal(run.exitCode, 1)
    t.match(run.stderr, /^crash-collector: the trigger "signal" does nothing here: it needs an addon of its own.*$/m)
    t.equal(fs.readdirSync(path.join(cwd, 'dumps')).length, 1)
  })

  t.test('handlers that a worker has installed outlive it', async t => {
    const cwd = temporaryDirectory(t)
    const argv = [path.join(CRASHES, 'signals/in-worker-alone.js'), ROOT]
    const run = await runNode(argv, { cwd, env: { ...TRIGGERS, CRASH_COLLECTOR_DIR: 'dumps' } })
    t.equal(run.signal, 'SIGSEGV')
    const [name] = fs.readdirSync(path.join(cwd, 'dumps'))
    t.same(validateDump(path.join(cwd, 'dumps', name)).problems, [])
  })

  t.test('configure() switches the trigger on and off', async t => {
    for (const [last, count] of /** @type {const} */ ([['on', 1], ['off', 0]])) {
      const run = await collect(t, {
        name: last,
        file: 'signals/configure.js',
        args: [ADDON, last],
        preload: 'flag'
      })
      t.equal(run.signal, 'SIGSEGV')
      t.equal(run.dumps.length, count, last)
      t.equal(/dump written to/.test(run.stderr), count === 1)
    }
  })

  t.test('a directory that cannot be made is named by its error, and the process dies as ever', async t => {
    const cwd = temporaryDirectory(t)
    fs.writeFileSync(path.join(cwd, 'file'), '')
    const run = await collect(t, {
      name: 'no directory',
      file: 'signals/fault.js',
      args: [ADDON, 'nullDereference'],
      env: { ...TRIGGERS, CRASH_COLLECTOR_DIR: path.join(cwd, 'file', 'dumps') }
    })
    t.equal(run.signal, 'SIGSEGV')
    t.match(run.stderr, /^crash-collector: no dump: the system's error 20$/m) // ENOTDIR
  })

  for (const [name, error, prepare] of /** @type {[string, number, (dumps: string, cwd: string) => void][]} */ ([
    ['a link', 40, (dumps, cwd) => fs.symlinkSync(cwd, dumps)], // ELOOP
    ['a directory to which all users may write', 1, dumps => fs.mkdirSync(dumps)] // EPERM
  ])) {
    t.test(`${name} is refused, and the process dies as ever`, async t => {
      const cwd = temporaryDirectory(t)
      const dumps = path.join(cwd, 'dumps')
      prepare(dumps, cwd)
      fs.chmodSync(dumps, 0o777)
      const before = fs.readdirSync(dumps)
      const run = await collect(t, {
        name,
        file: 'signals/fault.js',
        args: [ADDON, 'nullDereference'],
        env: { ...TRIGGERS, CRASH_COLLECTOR_DIR: dumps }
      })
      t.equal(run.signal, 'SIGSEGV')
      t.match(run.stderr, new RegExp(`^crash-collector: no dump: the system's error ${error}$`, 'm'))
      t.same(fs.readdirSync(dumps), before)
    })
  }

  t.test('the dump has no secret of the command line', async t => {
    const run = await collect(t, {
      name: 'secret',
      file: 'signals/fault.js',
      args: [ADDON, 'nullDereference', '--password=sehr-geheim-4711'],
      env: TRIGGERS
    })
    const dump = await readDump(run.dumps[0])
    t.match(JSON.stringify(dump.process), /fault\.js/)
    t.notMatch(JSON.stringify(dump.process), /sehr-geheim/)
  })
}
