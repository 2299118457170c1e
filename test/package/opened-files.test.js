'use strict'
// What a default start and a default crash open, which SECURITY.md tells.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { bundledCopy } = require('./installed-copy')
const { PACKAGE, temporaryDirectory } = require('./own-files')

/** <package>: the installed package; <project>: where the program runs; <state>: $HOME/.local/state */
const AT_START = [
  '<package>/package.json',
  '<package>/index.js',
  '<package>/lib/preload.js',
  '<addon>',
  '<package>/prebuilds/preload.js',
  '<package>/prebuilds/preload-<v8>.cache',
  '<package>/prebuilds/preload-<v8>.preimage',
  '<package>/prebuilds/report.js',
  '<project>/package.json',
  '<state>/crash-collector/<project>',
  '/etc/localtime',
  '/proc/<pid>/stat'
]
const AT_CRASH = [
  '<package>/prebuilds/report-<v8>.cache',
  '<state>/crash-collector/<project>/<dump>',
  '<state>/crash-collector/<project>/<dump>.partial',
  '<state>/crash-collector/dumps.jsonl',
  '<project>/.git/HEAD',
  '<project>/.git/refs/heads/main',
  '<log>',
  '/proc/loadavg',
  '/proc/meminfo',
  '/proc/self/fd',
  '/proc/self/fdinfo/<fd>',
  '/proc/self/limits',
  '/proc/self/maps',
  '/proc/self/stat',
  '/sys/fs/cgroup/<file>'
]

/**
 * The C library opens the first when several threads of V8 want memory at once, and the second when a thread of V8
 * gives memory back (malloc/arena.c and sysdeps/unix/sysv/linux/malloc-sysdep.h of glibc 2.36), so one run has them and
 * another one has not.
 */
const OF_LIBRARY = ['/sys/devices/system/cpu/online', '/proc/sys/vm/overcommit_memory']

/** Not every machine has these, and not every Node.js has the third. */
const MAY_BE_MISSING = ['/etc/localtime', '/sys/fs/cgroup/<file>', '<package>/prebuilds/preload-<v8>.preimage']

const PROGRAMS = {
  // It lives until a thread of the addon has read the processes from which it descends.
  start: 'setTimeout(() => {}, 1000)\n',
  crash: "console.log('begun')\nfunction pay (amount) { throw new Error('declined') }\npay(17)\n"
}

/** A line of strace(1) for an open file; a process that was started, or a connection, counts as well. */
const OPENED = /(?:open(?:at)?\((?:AT_FDCWD, )?"([^"]*)".*= \d+$|(execve|connect)\(.*)/

const hasStrace = spawnSync('strace', ['-o', '/dev/null', process.execPath, '--version']).status === 0
const skip = hasStrace ? false : 'strace is not installed here, or may not trace'

/**
 * @param {import('tap').Test} t
 * @returns
 *   {(program: 'start' | 'crash', options?: { isPreloaded?: boolean, env?: Record<string, string> }) => string[]}
 *   runs a program in a project of its own, and returns what it has opened
 */
function createTracer (t) {
  const copy = bundledCopy(t)
  const directory = path.join(copy, '..', '..')
  const state = path.join(directory, 'home', '.local', 'state')
  fs.mkdirSync(path.join(directory, '.git', 'refs', 'heads'), { recursive: true })
  fs.mkdirSync(path.join(directory, 'tmp'))
  fs.writeFileSync(path.join(directory, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  fs.writeFileSync(path.join(directory, '.git', 'refs', 'heads', 'main'), `${'ab'.repeat(20)}\n`)
  fs.writeFileSync(path.join(directory, 'package.json'), '{ "name": "shop" }')
  for (const [name, text] of Object.entries(PROGRAMS)) fs.writeFileSync(path.join(directory, `${name}.js`), text)
  const log = path.join(directory, 'out.log')

  return (program, { isPreloaded = true, env = {} } = {}) => {
    const trace = path.join(temporaryDirectory(t), 'trace')
    const out = fs.openSync(log, 'w')
    const variables = { HOME: path.join(directory, 'home'), TMPDIR: path.join(directory, 'tmp'), ...env }
    spawnSync('env', [
      // tap puts its hooks into the environment of every child.
      '-i', `PATH=${process.env.PATH}`, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      'strace', '-f', '-qq', '-s', '1000', '-e', 'trace=open,openat,execve,connect', '-o', trace,
      process.execPath, ...(isPreloaded ? ['--require', 'crash-collector'] : []), `${program}.js`
    ], { cwd: directory, stdio: ['ignore', out, 'pipe'] })
    fs.closeSync(out)
    const lines = whole(fs.readFileSync(trace, 'utf8').split('\n'))
    // The first line is that of the process itself.
    const found = lines.slice(1).map(line => OPENED.exec(line)).filter(match => match !== null)
    return found.map(([, file, call]) => (file === undefined ? call : named(path.resolve(directory, file))))
  }

  /** @param {string} file @returns {string} without what differs from one machine and run to the next */
  function named (file) {
    return file
      .replace(/^.*\/node-v\d+\.node$/, '<addon>')
      .replace(copy, '<package>')
      .replace(state, '<state>')
      .replace(log, '<log>')
      .replace(/^\/proc\/self\/fd\/\d+$/, '<log>')
      .replace(directory, '<project>')
      .replace(`${path.basename(directory)}-`, '<project>-')
      .replace(/<project>-[0-9a-f]{8}/, '<project>')
      .replace(/crash\.[\d.]+\.ccdump/, '<dump>')
      .replace(/(preload|report)-.*\.(cache|preimage)/, '$1-<v8>.$2')
      .replace(/^\/proc\/\d+\//, '/proc/<pid>/')
      .replace(/fdinfo\/\d+$/, 'fdinfo/<fd>')
      .replace(/^(\/sys\/fs\/cgroup)\/.*/, '$1/<file>')
  }
}

/**
 * @param {string[]} lines of strace(1)
 * @returns {string[]} calls that another thread has interrupted are put together
 */
function whole (lines) {
  /** @type {Map<string, string>} */
  const begun = new Map()
  return lines.flatMap(line => {
    const [, thread, call] = /^(\d+) +(.*)$/.exec(line) ?? [undefined, '', line]
    if (call.endsWith(' <unfinished ...>')) {
      begun.set(thread, call.slice(0, -' <unfinished ...>'.length))
      return []
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)
    return rest === null ? [call] : [(begun.get(thread) ?? '') + rest[1]]
  })
}

t.test('what a default start and a default crash open', { skip }, async t => {
  const trace = createTracer(t)
  const own = (/** @type {'start' | 'crash'} */ program) => {
    // Node.js itself opens some of these files, too.
    const without = trace(program, { isPreloaded: false })
    const opened = trace(program)
    const times = (/** @type {string} */ file, /** @type {string[]} */ among) =>
      among.filter(each => each === file).length
    return [...new Set(opened)]
      .filter(file => !OF_LIBRARY.includes(file) && times(file, opened) > times(file, without))
      .sort()
  }
  const compare = (/** @type {string[]} */ opened, /** @type {string[]} */ expected) =>
    t.same(opened, expected.filter(file => !MAY_BE_MISSING.includes(file) || opened.includes(file)).sort())
  // The first crash makes the state folder and a dump, which the second finds.
  own('crash')
  compare(own('start'), AT_START)
  compare(own('crash'), [...AT_START, ...AT_CRASH])
})

t.test('what captures by a pause of the debugger is opened if it is needed, and not else', { skip }, async t => {
  const trace = createTracer(t)
  const file = '<package>/prebuilds/fallback.js'
  t.notOk(trace('crash').includes(file))
  t.ok(trace('crash', { env: { CRASH_COLLECTOR_MODE: 'always' } }).includes(file))
  t.ok(trace('crash', { env: { CRASH_COLLECTOR_FALLBACK: 'on' } }).includes(file))
  t.ok(trace('start', { env: { CRASH_COLLECTOR_RECORD: 'ages' } }).includes('<package>/prebuilds/options.js'))
})

t.test('SECURITY.md has the same list', async t => {
  const text = fs.readFileSync(path.join(PACKAGE, 'SECURITY.md'), 'utf8')
  const [, block] = /```text\n([^`]*)```/.exec(text) ?? []
  const lines = AT_START.map(file => `start  ${file}`).concat(AT_CRASH.map(file => `crash  ${file}`))
  t.equal(block, `${lines.join('\n')}\n`)
})
