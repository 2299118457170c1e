'use strict'
// `npm run bench` reports wrong usage, and a suite that can't run does not stop the others.

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { names } = require('../../benchmarks/scenarios')

const RUN = path.join(__dirname, '..', '..', 'benchmarks', 'run.js')

t.test('a suite that cannot run does not keep the others from it', async t => {
  const { status, stderr } = spawnSync(process.execPath, [RUN, 'all', '--quick', '--node', '1'], { encoding: 'utf8' })
  t.same([...stderr.matchAll(/^(\S+): no Node\.js 1: /gm)].map(([, name]) => name), names)
  t.equal(status, 1)
})

t.test('wrong usage is told so', async t => {
  const { status, stderr } = spawnSync(process.execPath, [RUN, 'no-such-suite'], { encoding: 'utf8' })
  t.match(stderr, /no suite "no-such-suite"[^]*Usage/)
  t.equal(status, 2)
})
