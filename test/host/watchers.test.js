'use strict'
// A crash below a watched directory stays one: the dump changes nothing that a watcher sees.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')

const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const WATCHED = path.join(__dirname, '../fixtures/host/watched.js')
/** The watcher is ended so long after the first crash; a restart takes a second on a busy machine. */
const LOOKS_MS = 4000

/**
 * @param {import('tap').Test} t
 * @param {string[]} watcher arguments of Node.js, before the program
 * @param {{ env?: Record<string, string>, preload?: string }} options
 */
async function watched (t, watcher, { env = {}, preload = ROOT }) {
  const cwd = fs.realpathSync(temporaryDirectory(t))
  const home = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'package.json'), '{}')
  fs.copyFileSync(WATCHED, path.join(cwd, 'app.js'))
  const { stdout, stderr } = await runNode([...watcher, 'app.js'], {
    cwd,
    env: { HOME: home, NODE_OPTIONS: preload === '' ? '' : `--require ${preload}`, ...env },
    input: null,
    onSpawn (child) {
      child.stdout?.on('data', text => {
        if (`${text}`.includes('started')) setTimeout(() => child.kill('SIGKILL'), LOOKS_MS)
      })
    }
  })
  const starts = stdout.match(/^started$/gm)?.length ?? 0
  return { starts, stderr, files: fs.readdirSync(cwd).sort() }
}

const nodemon = [path.join(__dirname, '../fixtures/host/nodemon.js')]
for (const [name, watcher] of Object.entries({ 'node --watch-path': ['--watch-path=.'], nodemon })) {
  t.test(name, async t => {
    const without = await watched(t, watcher, { preload: '' })
    t.equal(without.starts, 1)
    for (const [dir, taken] of [['', /\.local/], ['crashes', /; not to .*: a watcher would start the program/]]) {
      const { starts, stderr, files } = await watched(t, watcher, { env: { CRASH_COLLECTOR_DIR: dir } })
      t.equal(starts, 1, stderr)
      t.match(stderr, /dump written to/)
      t.match(stderr, taken)
      t.same(files, without.files)
    }
  })
}
