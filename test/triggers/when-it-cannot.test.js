'use strict'
// If the collector can't do its work, it prints one clear line and the application's behaviour is unchanged.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { spawnSync } = require('node:child_process')
const { readDump } = require('../../packages/inspect/reader')
const { collect, crashTest, crashTests, temporaryDirectory } = require('../helpers/crash')
const { testedVersion } = require('../helpers/run-node')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const FRAMES = [{ functionName: 'priceOf', crashLine: true, variables: { total: 42, user: { name: 'bob' } } }]
/** Where dumps go that can't be written to the configured directory. */
const ELSEWHERE = { dumpsIn: '.local/state/crash-collector', frames: FRAMES }
const SAID_AT_START = /^crash-collector: no dump can be written to \S+ \(E[A-Z]+\): dumps go elsewhere/

/**
 * @param {string} name
 * @param {Partial<CrashCase>} more
 * @returns {CrashCase}
 */
const crash = (name, more) => ({ name, file: 'uncaught/top-level.js', ...more })

t.test('the directory', async t =>
  crashTests(t, [
    crash('missing: it is created, for its owner only', {
      env: { CRASH_COLLECTOR_DIR: 'a/b/c' },
      frames: FRAMES,
      check (t, dump, run) {
        t.equal(fs.statSync(run.directory).mode & 0o777, 0o700)
      }
    }),
    crash('below a file', {
      env: { CRASH_COLLECTOR_DIR: 'file/dumps' },
      prepare (cwd) {
        fs.writeFileSync(path.join(cwd, 'file'), '')
      },
      ...ELSEWHERE,
      notices: [SAID_AT_START],
      check: (t, dump, run) => t.match(run.stderr, /\.ccdump; not to \S+file\/dumps: ENOTDIR: not a directory$/m)
    }),
    crash('is a file', {
      env: { CRASH_COLLECTOR_DIR: 'file' },
      prepare (cwd) {
        fs.writeFileSync(path.join(cwd, 'file'), '')
      },
      ...ELSEWHERE,
      notices: [SAID_AT_START]
    }),
    crash('where none can be made', {
      env: { CRASH_COLLECTOR_DIR: '/proc/no-such-directory' },
      ...ELSEWHERE,
      // root may write to /proc, as far as access(2) knows.
      notices: process.getuid?.() === 0 ? [] : [SAID_AT_START]
    }),
    crash('is a link to nowhere', {
      prepare (cwd) {
        fs.symlinkSync('/proc/no-such-directory', path.join(cwd, 'dumps'))
      },
      ...ELSEWHERE
    })
  ])
)

t.test('not writable', async t => {
  if (process.getuid?.() === 0) return t.plan(0, 'root writes everywhere')
  crashTests(t, [
    crash('a directory without the right to write', {
      prepare (cwd) {
        fs.mkdirSync(path.join(cwd, 'dumps'), { mode: 0o500 })
      },
      ...ELSEWHERE,
      notices: [SAID_AT_START]
    })
  ])
})

/**
 * A directory on a file system of its own, which is nearly full.
 * @param {import('tap').Test} t
 * @returns {string|undefined} undefined where this may not be made
 */
function fullDirectory (t) {
  const directory = path.join(temporaryDirectory(t), 'full')
  fs.mkdirSync(directory)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k,mode=0700', 'tmpfs', directory]).status !== 0) return undefined
  t.teardown(() => spawnSync('umount', ['-l', directory]))
  fs.writeFileSync(path.join(directory, 'other'), Buffer.alloc(4096, 'a'))
  return directory
}

t.test('the disk is full', async t => {
  const directory = fullDirectory(t)
  if (directory === undefined) return t.plan(0, 'no file system may be mounted here')
  // Waited for: crashTests() only begins them.
  await crashTest(
    t,
    crash('the dump moves to another one', {
      file: 'values/limits.js',
      env: { CRASH_COLLECTOR_DIR: directory },
      dumpsIn: ELSEWHERE.dumpsIn,
      check: (t, dump, run) => t.match(run.stderr, /\.ccdump; not to \S+: ENOSPC: no space left on device$/m)
    })
  )
  t.same(fs.readdirSync(directory), ['other'], 'the room is given back')
})

t.test('processes with one pid that share a directory', async t => {
  const { dumps, stderr } = await collect(t, { file: 'uncaught/same-pid.js', args: ['dump'] })
  const own = dumps.filter(file => fs.readFileSync(file, 'utf8') !== 'of another')
  t.equal(dumps.length, 301, 'the dumps of the others stay', { stderr })
  t.match(own, [/\.0\.2\.ccdump$/])
  t.match(stderr, own[0] && path.basename(own[0]))
  t.equal((await readDump(own[0])).truncated, false)
})

t.test('the permission model, which allows the directory', async t => {
  const version = await testedVersion()
  if (version.startsWith('v20.')) return t.plan(0, 'has no such flag')
  const { dumps, stderr } = await collect(t, {
    file: 'uncaught/top-level.js',
    nodeArgs: ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-addons']
  })
  t.equal(dumps.length, 1, 'one dump', { stderr })
  t.equal((await readDump(dumps[0])).exception?.message, 'no price')
})

t.test('the permission model, which does not allow the package: one line says so, if a dump is wanted', async t => {
  const version = await testedVersion()
  if (version.startsWith('v20.')) return t.plan(0, 'has no such flag')
  const dies = { file: 'uncaught/top-level.js', nodeArgs: ['--permission', '--allow-fs-read=/none'] }
  const line = /^crash-collector: it could not start, .*: add --allow-fs-read=\S+ \(it may not read its own files\)\n/
  t.match((await collect(t, dies)).stderr, line)
  for (const env of [{ CRASH_COLLECTOR_MODE: 'off' }, { CRASH_COLLECTOR_STDERR: 'none' }]) {
    const { dumps, stderr } = await collect(t, { ...dies, env })
    t.notMatch(stderr, /crash-collector: /)
    t.equal(dumps.length, 0)
  }
})

t.test(
  'no heap snapshot can be written: the dump is there all the same, and its line says why it is alone',
  async t => {
    const heap = { CRASH_COLLECTOR_HEAP: 'snapshot' }
    const refused = await collect(t, { file: 'uncaught/same-pid.js', args: ['heap'], env: heap })
    t.equal(refused.dumps.length, 1)
    t.match(refused.stderr, /^crash-collector: dump written to \S+\.ccdump; no heap snapshot: EISDIR\b.*$/m)
    const withoutAddon = { ...heap, CRASH_COLLECTOR_ADDON: 'none' }
    crashTests(t, [
      {
        name: 'without the addon',
        file: 'uncaught/top-level.js',
        env: withoutAddon,
        notices: [/addon could not/],
        check (t, dump, run) {
          t.match(run.stderr, /\.ccdump; no heap snapshot: it needs the addon$/m)
        }
      },
      {
        name: 'without the addon, quiet',
        file: 'uncaught/top-level.js',
        env: { ...withoutAddon, CRASH_COLLECTOR_STDERR: 'none' }
      }
    ])
  }
)

t.test('limits', async t =>
  crashTests(t, [
    crash('the deadline has passed: what is nearest is there, and the dump says what is not', {
      file: 'values/limits.js',
      env: { CRASH_COLLECTOR_DEADLINE_MS: '1' },
      check (t, dump) {
        t.match(
          JSON.stringify([dump.notCaptured, dump.callFrames, [...dump.objects()].map(each => each.notCaptured)]),
          '"timeout"'
        )
      }
    }),
    crash('few bytes', {
      file: 'values/limits.js',
      env: { CRASH_COLLECTOR_MAX_BYTES: '4096' },
      frames: [{ functionName: 'checkout' }], // the text of the crash line is among what is left out
      check (t, dump) {
        t.match(
          JSON.stringify([dump.notCaptured, dump.callFrames, [...dump.objects()].map(each => each.notCaptured)]),
          '"bytes"'
        )
      }
    })
  ])
)

/** @param {string} file @param {string} text */
const write = (file, text) => (/** @type {string} */ cwd) => fs.writeFileSync(path.join(cwd, file), text)

t.test('wrong settings', async t =>
  crashTests(t, [
    crash('a configuration file that is not JSON', {
      prepare: write('crash-collector.config.json', '{ "mode": '),
      frames: FRAMES,
      notices: [/crash-collector\.config\.json is not JSON/]
    }),
    crash('a configuration file that holds no object', {
      prepare: write('crash-collector.config.json', '[]'),
      frames: FRAMES,
      notices: [/not an object/]
    }),
    crash('a field of package.json that holds no object', {
      prepare: write('package.json', '{ "crashCollector": 7 }'),
      frames: FRAMES,
      notices: [/not an object/]
    }),
    crash('a setting that does not exist', {
      prepare: write('crash-collector.config.json', '{ "modus": "off" }'),
      frames: FRAMES,
      notices: [/there is no setting "modus"/]
    }),
    crash('a wrong mode', {
      env: { CRASH_COLLECTOR_MODE: 'never' },
      frames: FRAMES,
      notices: [/CRASH_COLLECTOR_MODE is "never"/]
    }),
    crash('a wrong number', {
      env: { CRASH_COLLECTOR_DEADLINE_MS: 'soon' },
      frames: FRAMES,
      notices: [/CRASH_COLLECTOR_DEADLINE_MS is "soon"/]
    }),
    crash('a wrong trigger', {
      env: { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,boredom' },
      frames: FRAMES,
      notices: [/CRASH_COLLECTOR_TRIGGERS is/]
    }),
    crash('an application that lives, with wrong settings', {
      file: 'unchanged/observability.js',
      env: { CRASH_COLLECTOR_MODE: 'never' },
      exitCode: 0,
      dumps: 0,
      notices: [/CRASH_COLLECTOR_MODE is "never"/]
    })
  ])
)
