'use strict'
// Captures hold nothing of the application: programs whose errors close over much memory live as without the
// collector, and take as much memory at most.
const path = require('node:path')
const t = require('tap')

const { COPIES_ONLY } = require('../../benchmarks/lab/configurations/rationing')
const { ROOT } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const PROGRAMS = path.join(__dirname, '../fixtures/process/held')

/** The collector's own memory, in KB: the addon, its code, and the captures as texts. */
const OWN_KB = 24 * 1024
const MOST_MORE = 1.05
const ROUNDS = 4

/**
 * pieceKb: the largest piece of memory of an error. One may be held for one collection longer than without the
 * collector, because it is held while its turn lasts.
 * @type {{ program: string, heapMb: number, holds: string, pieceKb?: number }[]}
 */
const CASES = [
  { program: 'cached-errors.js', heapMb: 256, holds: 'errors in a cache' },
  { program: 'dropped-errors.js', heapMb: 160, holds: 'nothing' },
  { program: 'kept-buffers.js', heapMb: 256, holds: 'all errors' },
  { program: 'printed-errors.js', heapMb: 256, holds: 'nothing, and reads each stack', pieceKb: 50 * 1024 },
  { program: 'rejected-texts.js', heapMb: 256, holds: 'no promise that a text has rejected', pieceKb: 5 * 1024 }
]

/**
 * @param {string} program
 * @param {number} heapMb
 * @param {string[]} more arguments of Node.js
 * @param {string} [cwd]
 */
function run (program, heapMb, more, cwd) {
  return runNode([`--max-old-space-size=${heapMb}`, ...more, path.join(PROGRAMS, program)], {
    cwd,
    env: { CRASH_COLLECTOR_DIR: 'dumps' }
  })
}

for (const { program, heapMb, holds, pieceKb = 0 } of CASES) {
  t.test(`a program that holds ${holds}`, async t => {
    // When V8 collects garbage differs from run to run, by some tens of MB without the collector as well.
    let most = 0
    let least = Infinity
    const isMore = () => least > most * MOST_MORE + OWN_KB + pieceKb
    for (let round = 0; round < ROUNDS && isMore(); round++) {
      const without = await run(program, heapMb, [], t.testdir())
      const withUs = await run(program, heapMb, ['--require', ROOT], t.testdir())
      t.equal(without.exitCode, 0)
      t.equal(withUs.exitCode, 0, 'the same exit', { stderr: withUs.stderr })
      most = Math.max(most, Number(without.stdout))
      least = Math.min(least, Number(withUs.stdout))
    }
    t.notOk(isMore(), `${least} KB with the collector, ${most} KB without`)
  })
}

t.test('young objects that survive because of captures', async t => {
  // V8 enlarges its young generation if much survives. The 200 copies of the program take 600 KB.
  const MOST_KB = 300
  const run = async (/** @type {string[]} */ more) => {
    const args = ['--expose-gc', ...more, path.join(PROGRAMS, 'young-copies.js')]
    const { stdout, exitCode } = await runNode(args, { cwd: t.testdir(), env: COPIES_ONLY })
    t.equal(exitCode, 0)
    return Number(stdout)
  }
  const without = await run([])
  const withUs = await run(['--require', ROOT])
  t.ok(withUs < without + MOST_KB, `${withUs} KB with the collector, ${without} KB without`)
})

t.test('contexts of node:vm in which errors were made', async t => {
  const run = (/** @type {string[]} */ more) =>
    runNode(['--expose-gc', ...more, path.join(PROGRAMS, 'vm-contexts.js')], { cwd: t.testdir(), env: COPIES_ONLY })
  const without = await run([])
  const withUs = await run(['--require', ROOT])
  t.same(withUs, { ...without, pid: withUs.pid }, 'as many are left as without the collector')
})
