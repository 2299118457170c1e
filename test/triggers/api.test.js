'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { collect, crashTests, temporaryDirectory, ROOT } = require('../helpers/crash')
const { readDump } = require('../../packages/inspect/reader')
const { matchValue } = require('../helpers/match-value')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

const LOCALS = { total: 42, user: { name: 'bob' } }
const CHECKOUT = { functionName: 'checkout', crashLine: true, variables: { total: 42, cart: { id: 7 } } }
const env = { TEST_PACKAGE: ROOT }

/** @type {NonNullable<CrashCase['check']>} */
const hasCutName = (t, dump) => {
  const { variables } = dump.scope(dump.callFrames[0].scopeChain[0])
  const { properties } = dump.object(variables.find(({ name }) => name === 'user').value.objectId)
  t.match(properties[0].value, { value: 'b', length: 3, notCapturedReason: 'stringLength' })
}

/**
 * @param {Record<string, unknown>} expected
 * @returns {NonNullable<CrashCase['check']>}
 */
const hasAnnotations = expected => (t, dump) => {
  const annotations = /** @type {Value|undefined} */ (dump.process?.annotations)
  t.same(matchValue(dump, annotations, expected, 'annotations'), [], 'the annotations are in the dump')
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} variables
 * @returns {NonNullable<CrashCase['check']>}
 */
const hasCaller = (name, variables) => (t, dump) => {
  const caller = dump.callFrames.find(({ role }) => role === 'caller')
  t.equal(caller?.functionName, name, 'the code that asked for the dump comes after the frames of the error')
  const found = Object.fromEntries(
    (caller?.scopeChain ?? []).flatMap(scope => scope.variables).map(({ name, value }) => [name, value])
  )
  for (const [name, expected] of Object.entries(variables)) {
    t.same(matchValue(dump, found[name], expected, name), [], `${name} of the caller`)
  }
}

t.test('capture()', async t =>
  crashTests(
    t,
    /** @type {CrashCase[]} */ ([
      {
        name: 'of an error, with annotations',
        file: 'api/capture.js',
        env,
        exitCode: 0,
        trigger: 'api',
        stdout: /^dumps true true\n/,
        frames: [
          { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: { sku: 'A-9' } } },
          { functionName: 'checkout', variables: { cart: { id: 7 } } }
        ],
        exception: { className: 'Error', message: 'asked for' },
        check: hasAnnotations({ reason: 'test' })
      },
      {
        name: 'of nothing',
        file: 'api/capture-nothing.js',
        env,
        exitCode: 0,
        trigger: 'api',
        frames: [{ ...CHECKOUT, variables: { ...LOCALS, cart: { id: 7 } } }],
        check (t, dump) {
          t.equal(dump.exception, null, 'no exception is made up')
        }
      },
      {
        name: 'with null for its options',
        file: 'api/capture-null.js',
        env,
        exitCode: 0,
        trigger: 'api',
        stdout: /^true\n$/,
        frames: [],
        exception: { className: 'Error', message: 'asked for' },
        check (t, dump) {
          t.equal(dump.process?.annotations, undefined)
        }
      },
      {
        name: 'of a handled error',
        file: 'api/capture-handled.js',
        env,
        exitCode: 0,
        trigger: 'api',
        stdout: 'captured',
        frames: [{ functionName: 'priceOf', crashLine: true, variables: LOCALS }],
        exception: { message: 'no price' },
        check: hasCaller('checkout', { cart: { id: 7 }, error: { message: 'no price' } })
      },
      {
        name: 'that cannot be written where it should be',
        file: 'api/capture-fails.js',
        env: { ...env, CRASH_COLLECTOR_DIR: 'file/dumps' },
        prepare (cwd) {
          fs.writeFileSync(path.join(cwd, 'file'), '')
        },
        exitCode: 0,
        stdout: /^$/,
        trigger: 'api',
        dumpsIn: '.local/state/crash-collector',
        notices: [/no dump can be written to/]
      },
      {
        name: 'without the preload',
        preload: 'none',
        file: 'api/capture-nothing.js',
        env,
        exitCode: 0,
        trigger: 'api',
        frames: [{ ...CHECKOUT, variables: { ...LOCALS, cart: { id: 7 } } }]
      },
      {
        name: 'without the addon',
        file: 'api/capture-nothing.js',
        env: { ...env, CRASH_COLLECTOR_ADDON: 'none' },
        exitCode: 0,
        trigger: 'api',
        notices: [/addon/],
        check (t, dump) {
          t.match(dump.notCaptured, [{ what: 'callFrames', reason: 'noAddon' }])
        }
      }
    ])
  )
)

t.test('capture() needs no inspector', async t =>
  crashTests(
    t,
    ['none', 'broken'].map(way => ({
      name: way,
      file: 'api/capture-inspector.js',
      args: [way],
      env,
      exitCode: 0,
      trigger: 'api',
      notByPause: 'a pause needs it',
      check (t, dump) {
        t.not(dump.callFrames.length, 0, 'there are frames')
      }
    }))
  )
)

t.test('capture() by a pause of the debugger without frames says why', async t => {
  const notCaptured = async (/** @type {string[]} */ args) => {
    const {
      dumps: [file]
    } = await collect(t, { file: 'api/capture-inspector.js', args, env: { ...env, CRASH_COLLECTOR_FALLBACK: 'on' } })
    const dump = await readDump(file)
    const frames = dump.notCaptured.filter(({ what }) => what === 'callFrames')
    return { frames, failed: dump.end?.captureErrors.includes('callFrames: TypeError: not today') }
  }
  t.same(await notCaptured(['none']), {
    frames: [
      { what: 'callFrames', reason: 'noInspector', detail: 'This Environment was initialized without a V8::Inspector' }
    ],
    failed: false
  })
  t.same(await notCaptured(['broken']), {
    frames: [{ what: 'callFrames', reason: 'error', detail: 'TypeError: not today' }],
    failed: true
  })
})

t.test('capture() that the settings do not want: null, and no dump', async t =>
  crashTests(t, [
    {
      name: 'with the collector off',
      file: 'api/capture-returns.js',
      env: { ...env, CRASH_COLLECTOR_MODE: 'off' },
      exitCode: 0,
      dumps: 0,
      stdout: /^null\n$/
    },
    {
      name: 'without the trigger',
      file: 'api/capture-returns.js',
      env: { ...env, CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' },
      exitCode: 0,
      dumps: 0,
      stdout: /^null\n$/
    },
    {
      name: 'without the trigger, by configure()',
      file: 'api/capture-returns.js',
      args: ['{"triggers":["uncaughtException"]}'],
      env,
      exitCode: 0,
      dumps: 0,
      stdout: /^null\n$/
    }
  ])
)

t.test('annotate()', async t =>
  crashTests(t, [
    {
      name: 'the dump of a crash has the annotations',
      file: 'api/annotate.js',
      env,
      frames: [CHECKOUT],
      check: hasAnnotations({ release: '1.2.3', replaced: { now: 42 } })
    }
  ])
)

t.test('configure()', async t =>
  crashTests(t, [
    {
      name: 'limits',
      file: 'api/configure.js',
      args: [JSON.stringify({ maxStringLength: 1 })],
      env,
      check (t, dump, run) {
        hasCutName(t, dump, run)
        t.equal(dump.header.limits.maxStringLength, 1)
      }
    },
    {
      name: 'limits of what is read at an exception in mode always',
      file: 'api/configure.js',
      args: [JSON.stringify({ maxStringLength: 1 })],
      env: { ...env, CRASH_COLLECTOR_MODE: 'always' },
      check: hasCutName
    },
    {
      name: 'redaction: what was captured without it is forgotten',
      file: 'api/configure-redaction.js',
      env: { ...env, CRASH_COLLECTOR_REDACT: 'off' },
      check (t, dump) {
        t.same(dump.header.redaction, { enabled: true })
        t.notMatch(JSON.stringify(dump.callFrames), 'hunterhunterhunter')
      }
    },
    {
      name: 'triggers',
      file: 'api/configure.js',
      args: [JSON.stringify({ triggers: ['unhandledRejection'] })],
      env,
      dumps: 0
    },
    {
      name: 'the trigger handled, for a rejection that a listener received',
      file: 'api/configure-handled.js',
      env,
      exitCode: 0,
      stdout: /^handler no price\nlives\n$/,
      trigger: 'handled',
      frames: [{ ...CHECKOUT, file: '../handlers/rejection-lives.js' }],
      exception: { message: 'no price', handled: true }
    }
  ])
)

t.test('crash-collector/reader', async t =>
  crashTests(t, [{ name: 'does not start the collector', preload: 'none', file: 'api/reader.js', env, dumps: 0 }])
)

/**
 * The package once more, as an application and one of its dependencies may each have it.
 * @param {import('tap').Test} t
 * @returns {string}
 */
function copyOfThePackage (t) {
  const copy = path.join(temporaryDirectory(t), 'crash-collector')
  for (const name of [
    'index.js',
    'package.json',
    'lib',
    'packages/shared',
    'prebuilds',
    path.join('build', 'Release', 'crash_collector.node')
  ]) {
    if (fs.existsSync(path.join(ROOT, name))) {
      fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
    }
  }
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

t.test('two copies of the package', async t => {
  const copy = copyOfThePackage(t)
  crashTests(t, [
    {
      name: 'the second one uses the first one',
      file: 'api/two-copies.js',
      env: { TEST_COPY: copy },
      notices: [/another copy of the package is running already/],
      frames: [CHECKOUT],
      check: hasAnnotations({ from: 'the other copy' })
    },
    {
      name: 'the same package required again',
      file: 'api/two-copies.js',
      env: { TEST_COPY: ROOT },
      frames: [CHECKOUT]
    },
    {
      name: 'both preloaded',
      file: 'uncaught/top-level.js',
      env: { NODE_OPTIONS: `--require ${copy}` },
      notices: [/another copy of the package is running already/],
      frames: [{ functionName: 'priceOf', crashLine: true, variables: LOCALS }]
    }
  ])
})

t.test('a half updated package', async t => {
  const copy = copyOfThePackage(t)
  fs.rmSync(path.join(copy, 'prebuilds', 'preload.js'), { force: true })
  fs.writeFileSync(
    path.join(copy, 'lib', 'collector.js'),
    "exports.startCollector = () => { throw new Error('of another version') }"
  )
  crashTests(t, [
    {
      name: 'the application starts and dies without a dump, and one line says so',
      root: copy,
      file: 'uncaught/null-property.js',
      notices: [/could not start, .*\(of another version\)/],
      dumps: 0
    },
    {
      name: 'the API is there, and says so to who asks for a dump',
      preload: 'none',
      file: 'api/capture-fails.js',
      env: { TEST_PACKAGE: copy },
      exitCode: 0,
      stdout: /^DUMP_NOT_WRITTEN string\n$/,
      notices: [/could not start, .*\(of another version\)/],
      dumps: 0
    }
  ])
})

t.test('a collector that fails half way', async t => {
  const copy = copyOfThePackage(t)
  fs.rmSync(path.join(copy, 'prebuilds', 'preload.js'), { force: true })
  fs.writeFileSync(
    path.join(copy, 'lib', 'capture', 'values', 'annotations.js'),
    "exports.createAnnotationStore = () => { throw new Error('of another version') }"
  )
  crashTests(t, [
    {
      name: 'looks at no error',
      root: copy,
      file: 'api/looks-at-no-error.js',
      notices: [/could not start, .*\(of another version\)/],
      exitCode: 0,
      stdout: /^\[\]\n$/,
      dumps: 0
    }
  ])
})

t.test('an addon for another Node.js', async t => {
  const copy = copyOfThePackage(t)
  fs.rmSync(path.join(copy, 'prebuilds'), { recursive: true, force: true })
  fs.writeFileSync(path.join(copy, 'build', 'Release', 'crash_collector.node'), 'no addon at all')
  crashTests(t, [
    {
      name: 'the collector works without it, and says so in one line',
      root: copy,
      file: 'uncaught/null-property.js',
      notices: [/addon could not be loaded/],
      exception: { className: 'TypeError' },
      check (t, dump) {
        t.match(dump.exception?.stack, [{ functionName: 'priceOf' }])
      }
    }
  ])
})
