'use strict'
// A container whose memory is nearly used up. Its control group is made of files, which are mounted in the place of the
// system's, for the program alone.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { CRASHES, PATIENT, ROOT, temporaryDirectory } = require('../helpers/crash')
const { noteHeld } = require('../helpers/dump-holds')
const { matchFrames } = require('../helpers/match-frames')
const { NODE, runNode, testedVersion } = require('../helpers/run-node')
const { validateDump } = require('../helpers/validate-dump')
const { readDump } = require('../../packages/inspect/reader')

const MOUNTED = ['--user', '--map-root-user', '--mount', 'sh', '-c', 'mount --bind "$0" /sys/fs/cgroup && exec "$@"']
const mounts = (/** @type {string[]} */ command, /** @type {string[]} */ ...words) =>
  process.platform === 'linux' && spawnSync('unshare', [...command, ...words, 'true']).status === 0
const skip = mounts(MOUNTED, os.tmpdir()) ? false : 'the test takes a namespace of mounts'

/** The same, with a file that says in which group the program is. */
const IN_GROUP = [
  ...MOUNTED.slice(0, -1),
  'mount --bind "$0" /sys/fs/cgroup && mount --bind "$1" /proc/$$/cgroup && shift && exec "$@"'
]
const skipGroups = mounts(IN_GROUP, os.tmpdir(), __filename) ? false : 'the test takes a mount in /proc'

const LIMIT = 1e9
const CACHE = 50e6

/** Files of a control group, by their names. */
const VERSION_2 = {
  'cgroup.controllers': 'cpu memory pids\n',
  'memory.max': `${LIMIT}\n`,
  'memory.high': 'max\n',
  'memory.current': '100000000\n',
  'memory.stat': `anon 1\nfile 60000000\ninactive_anon 7\ninactive_file ${CACHE}\n`,
  'memory.pressure':
    'some avg10=1.50 avg60=0.40 avg300=0.00 total=12\nfull avg10=0.50 avg60=0.10 avg300=0.00 total=3\n'
}
const VERSION_1 = {
  'memory/memory.limit_in_bytes': `${LIMIT}\n`,
  'memory/memory.usage_in_bytes': '100000000\n',
  'memory/memory.stat': `inactive_file 9\ntotal_inactive_anon 7\ntotal_inactive_file ${CACHE}\n`
}

/**
 * @param {import('tap').Test} t
 * @param {string} file below memory-limit
 * @param {{ group?: Record<string, string>, cgroup?: string, used?: number, env?: Record<string, string> }} [options]
 *   cgroup: text of /proc/self/cgroup; default: that of this process
 */
async function run (t, file, { group = VERSION_2, cgroup, used = 0, env = {} } = {}) {
  const cwd = temporaryDirectory(t)
  const root = path.join(cwd, 'group')
  for (const [name, text] of Object.entries(group)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  fs.mkdirSync(root, { recursive: true })
  if (cgroup !== undefined) fs.writeFileSync(path.join(cwd, 'cgroup'), cgroup)
  const mounted = cgroup === undefined ? [...MOUNTED, root] : [...IN_GROUP, root, path.join(cwd, 'cgroup')]
  const program = [NODE, '--require', ROOT, path.join(CRASHES, 'memory-limit', file), root, String(used)]
  const ended = await runNode([...mounted, ...program], {
    cwd,
    node: 'unshare',
    env: { CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_TRIGGERS: 'memoryLimit', ...PATIENT, ...env }
  })
  t.match(ended, { exitCode: 0, signal: null }, 'the process lives on', ended)
  const directory = path.join(cwd, 'dumps')
  const dumps = fs.existsSync(directory) ? fs.readdirSync(directory).sort().map(name => path.join(directory, name)) : []
  const lines = dumps.map(dump => `crash-collector: dump written to ${dump}\n`)
  t.equal(ended.stderr, lines.join(''), 'one line for each dump, and nothing else')
  return { ...ended, dumps }
}

/**
 * @param {import('tap').Test} t
 * @param {string} file
 */
async function dumpOf (t, file) {
  t.same(validateDump(file).problems, [], 'the dump is valid')
  const dump = await readDump(file)
  t.equal(dump.truncated, false)
  t.same(dump.end?.captureErrors, [])
  t.equal(dump.exception, null)
  t.match(dump.header, { trigger: 'memoryLimit', node: await testedVersion(), threadId: 0 })
  return dump
}

t.test('a program that runs, and passes the threshold twice', { skip }, async t => {
  const { stdout, dumps } = await run(t, 'passes-twice.js')
  t.equal(stdout, 'one\n1\ntwo\n', 'one dump for each time that it passes')
  const [first, second] = await Promise.all(dumps.map(file => dumpOf(t, file)))
  for (const dump of [first, second]) {
    t.same(dump.header.memoryLimit, { limitBytes: LIMIT, usedBytes: 900e6 - CACHE }, 'copies of files do not count')
    t.match(dump.header.capture, { hook: 'interrupt' })
    const problems = matchFrames(
      dump,
      [
        { functionName: 'serve', crashLine: true, variables: { tenant: { name: 'acme' } } },
        { functionName: 'accept', variables: { port: { number: 8080 } } }
      ],
      path.join(CRASHES, 'memory-limit/passes-twice.js')
    )
    t.same(problems, [], 'frames and variables', { notCaptured: dump.notCaptured })
    t.match(dump.process, {
      container: {
        memoryLimitBytes: LIMIT,
        memoryUsedBytes: 900e6,
        memoryPressure: { some10: 1.5, some60: 0.4, full10: 0.5, full60: 0.1 }
      },
      memoryUsage: { rss: Number, external: Number, arrayBuffers: Number }
    })
  }
  const sessionsOf = (/** @type {import('../../packages/shared/dump/format').HeapSummaryRecord | null} */ summary) =>
    summary?.classes.find(({ className }) => className === 'Session')
  t.ok((sessionsOf(first.heapSummary)?.count ?? 0) > 40_000, 'the heap is counted', first.heapSummary?.classes)
  t.equal(first.heapSummary?.before, undefined, 'for the first time')
  const { before } = second.heapSummary ?? {}
  t.same(before?.classes, first.heapSummary?.classes, 'the second dump has what the first one counted')
  t.ok(/** @type {any} */ (second.process).heap.afterCollections.length > 0, 'counting has collected garbage')
  t.ok((sessionsOf(second.heapSummary)?.count ?? 0) > 80_000, 'there are more of them')
  if (t.passing()) noteHeld('memory-limit', first)
})

t.test('a program that waits', { skip }, async t => {
  for (const [name, options] of /** @type {const} */ ([
    ['version 2', { used: 900e6 }],
    ['version 1', { used: 900e6, group: VERSION_1 }],
    ['memory.high is less than memory.max', { used: 500e6, group: { ...VERSION_2, 'memory.high': '500000000\n' } }],
    ['beside the other triggers', { used: 900e6, env: { CRASH_COLLECTOR_TRIGGERS: 'request,blockedLoop,memoryLimit' } }]
  ])) {
    await t.test(name, async t => {
      const { stdout, dumps } = await run(t, 'waits.js', options)
      t.equal(stdout, '14\n')
      t.equal(dumps.length, 1)
      const dump = await dumpOf(t, dumps[0])
      t.equal(dump.header.memoryLimit?.usedBytes, options.used - CACHE)
      const task = dump.asyncTasks.find(({ functionName }) => functionName === 'handle')
      const variables = task?.scopeChain.flatMap(scope => scope.variables).map(({ name }) => name)
      t.match(variables, ['order', 'coupon'], 'suspended functions have their variables')
      if (name === 'version 2' && t.passing()) noteHeld('memory-limit', dump)
    })
  }
})

/**
 * @param {Record<string, string>} files
 * @param {string} folder
 */
const within = (files, folder) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [path.join(folder, name), text]))

/** @param {Record<string, string>} files of version 1, in the folder `memory` */
const inPod = files => Object.fromEntries(Object.entries(files).map(([name, text]) => [path.basename(name), text]))

const CONTAINER = { 'memory.max': 'max\n', 'memory.current': '50000000\n' }
const POD = { 'memory.max': `${LIMIT}\n`, 'memory.current': '100000000\n', 'memory.stat': VERSION_2['memory.stat'] }
const UNLIMITED = '9223372036854771712\n'

t.test('groups around that of the process', { skip: skipGroups }, async t => {
  const pod = { 'cgroup.controllers': 'memory\n', ...within(POD, 'pods/pod') }
  for (const [name, outerGroups, options] of /** @type {const} */ ([
    ['only the pod has a limit', 1, {
      group: { ...pod, ...within(CONTAINER, 'pods/pod/container') },
      cgroup: '0::/pods/pod/container\n',
      env: { USED_FILE: 'pods/pod/memory.current' }
    }],
    ['the container has another one, which is not reached', 1, {
      group: { ...pod, ...within({ ...CONTAINER, 'memory.max': '800000000\n' }, 'pods/pod/container') },
      cgroup: '0::/pods/pod/container\n',
      env: { USED_FILE: 'pods/pod/memory.current' }
    }],
    ['the limit of the container is reached first', undefined, {
      group: { ...pod, ...within(POD, 'pods/pod/container') },
      cgroup: '0::/pods/pod/container\n',
      env: { USED_FILE: 'pods/pod/container/memory.current' }
    }],
    ['two groups further out, in version 1', 2, {
      group: {
        ...within(inPod(VERSION_1), 'memory/pods/pod'),
        ...within({
          'memory.limit_in_bytes': UNLIMITED,
          'memory.usage_in_bytes': '899000000\n',
          'memory.stat': `hierarchical_memory_limit ${LIMIT}\n`
        }, 'memory/pods/pod/a/b')
      },
      cgroup: '4:memory:/pods/pod/a/b\n0::/\n',
      env: { USED_FILE: 'memory/pods/pod/memory.usage_in_bytes' }
    }],
    ['version 1 tells the limit of a group that the container does not see', undefined, {
      group: {
        ...VERSION_1,
        'memory/memory.limit_in_bytes': UNLIMITED,
        'memory/memory.stat': `hierarchical_memory_limit ${LIMIT}\n${VERSION_1['memory/memory.stat']}`
      },
      cgroup: '4:memory:/pods/pod/not-here\n0::/\n',
      env: {}
    }]
  ])) {
    await t.test(name, async t => {
      const { stdout, dumps } = await run(t, 'waits.js', { ...options, used: 900e6 })
      t.equal(stdout, '14\n')
      t.equal(dumps.length, 1)
      const { header } = await dumpOf(t, dumps[0])
      t.strictSame(header.memoryLimit, {
        limitBytes: LIMIT,
        usedBytes: 900e6 - CACHE,
        ...(outerGroups === undefined ? {} : { outerGroups })
      })
    })
  }

  await t.test('the dump tells if there may be more of them', async t => {
    const hidden = { ...VERSION_2, 'cgroup.type': 'domain\n' }
    for (const [group, hides] of /** @type {const} */ ([[hidden, true], [VERSION_2, undefined]])) {
      const { dumps } = await run(t, 'waits.js', { group, cgroup: '0::/\n', used: 900e6 })
      const { container } = /** @type {any} */ ((await dumpOf(t, dumps[0])).process)
      t.equal(container.hidesOuterGroups, hides)
    }
  })
})

t.test('nothing is written', { skip }, async t => {
  const unlimited = { ...VERSION_2, 'memory.max': 'max\n' }
  for (const [name, isWatched, options] of /** @type {const} */ ([
    ['below the threshold', true, { used: 830e6 }],
    ['copies of files, which the kernel drops first', true, {
      used: 990e6,
      group: { ...VERSION_2, 'memory.stat': 'anon 1\ninactive_file 600000000\n' }
    }],
    ['without a limit: there is not even a thread', false, { used: 900e6, group: unlimited }],
    ['without a limit, in version 1', false, {
      used: 900e6,
      group: { ...VERSION_1, 'memory/memory.limit_in_bytes': '9223372036854771712\n' }
    }],
    ['without a control group', false, { used: 900e6, group: {} }],
    ['without the trigger', false, { used: 900e6, env: { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' } }],
    ['in mode off', false, { used: 900e6, env: { CRASH_COLLECTOR_MODE: 'off' } }]
  ])) {
    await t.test(name, async t => {
      const { stdout, dumps } = await run(t, 'stays.js', options)
      t.equal(stdout, `watched ${isWatched}\n`)
      t.same(dumps, [])
    })
  }
})
