'use strict'
// Programs die as they would without the collector, and leave their dumps as they were, whatever fails beside. This is
// a small part of `npm run test:faults`, chosen by a seed; FAULTS_SEED chooses another.

const fs = require('node:fs')
const t = require('tap')

const { ROOT } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')
const { RandomNumbers } = require('../native/random-numbers')
const cases = require('./cases')
const { runFault } = require('./run-fault')
const { failingCallsLibrary } = require('./system-calls')

/** @typedef {import('./run-fault').FaultCase} FaultCase */

const random = new RandomNumbers(Number(process.env.FAULTS_SEED ?? 20261123))

/**
 * @param {import('tap').Test} t
 * @param {FaultCase[]} tried
 */
async function all (t, tried) {
  let dumps = 0
  for (const each of tried) {
    const { problems, ...found } = await runFault(each)
    t.same(problems, [], each.name)
    dumps += found.dumps
  }
  return dumps
}

/** @param {FaultCase[]} list @param {number} count */
const some = (list, count) => Array.from({ length: count }, () => random.pick(list))

t.test('nothing is made or opened before something happens', { skip: process.platform !== 'linux' }, async t => {
  const cwd = fs.realpathSync(t.testdir())
  const program = `const fs = require('node:fs')
    const opened = fd => { try { return fs.readlinkSync('/proc/self/fd/' + fd) } catch {} }
    const files = fs.readdirSync('/proc/self/fd').map(opened).filter(file => file?.startsWith(process.cwd()))
    console.log(JSON.stringify([fs.readdirSync('.'), files]))`
  const env = { CRASH_COLLECTOR_DIR: 'dumps', CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,signal,outOfMemory' }
  const { stdout, stderr } = await runNode(['--require', ROOT, '--eval', program], { cwd, env })
  t.equal(stdout, '[[],[]]\n', stderr)
})

t.test('nothing fails: there is a dump', async t => {
  t.equal(await all(t, [{ name: 'no fault', file: 'uncaught/top-level.js' }]), 1)
})

t.test('calls of the file system fail', async t => {
  await all(t, some(await cases.failingCalls(), 8))
})

t.test('SIGKILL at a call of the file system', async t => {
  t.ok((await all(t, some(await cases.killsAtCalls(), 6))) > 0, 'some leave a dump')
})

t.test('system calls of the addon fail', { skip: failingCallsLibrary() === null }, async t => {
  for (const program of cases.WRITTEN_BY_ADDON) {
    const whole = await all(t, [{ ...program, systemCall: { at: 0, how: 'once' } }])
    t.equal(whole, 1, `${program.name}: a dump if nothing fails`)
  }
  const list = await cases.failingSystemCalls()
  await all(t, some(list, 8))
  // The checksum behind the last record is among the last things that are written.
  const leavesPartial = (/** @type {FaultCase} */ { systemCall }) =>
    systemCall?.how === 'killed half' || (systemCall?.how === 'from then on' && systemCall.code === 'EIO')
  await all(t, list.filter(leavesPartial).slice(-10))
})

t.test('SIGKILL at a random moment', t => all(t, cases.killsAtMoments(random, 4, 600)).then(() => {}))
t.test('the clock jumps', t => all(t, some(cases.jumpingClocks(), 2)).then(() => {}))
t.test('SIGTERM during captures', t => all(t, cases.terminations(random, 3)).then(() => {}))
t.test('a full heap during captures', t => all(t, cases.fullHeaps(1)).then(() => {}))
t.test('workers end during captures', t => all(t, [cases.WORKERS]).then(() => {}))
