'use strict'
// node benchmarks/experiments/functions/status.js: whether V8 has optimised the steps after many calls, and what it has
// inlined into them.

const { spawnSync } = require('node:child_process')

const { SYNCHRONOUS, numbers } = require('./steps')

const CALLS = 20_000
const CHILD = '--child'
/** What `%GetOptimizationStatus` says by its bits, from V8's runtime.h; positions of others differ between versions. */
const IS_FUNCTION = 1 << 0

if (process.argv.includes(CHILD)) call()
else report()

/** Calls each step often, and prints its status as JSON. */
function call () {
  // Without its flag this is not JavaScript, so it is compiled when the flag is set.
  // eslint-disable-next-line no-new-func
  const statusOf = /** @type {(f: Function) => number} */ (new Function('f', 'return %GetOptimizationStatus(f)'))
  // eslint-disable-next-line no-new-func
  const tierOf = /** @type {(f: Function) => boolean} */ (new Function('f', 'return %ActiveTierIsTurbofan(f)'))
  for (const [name, step] of Object.entries(SYNCHRONOUS)) {
    for (let i = 0; i < CALLS; i++) step(12, numbers)
    const status = statusOf(step)
    if ((status & IS_FUNCTION) === 0) throw new Error(`${name} is no function`)
    console.log(`STATUS ${JSON.stringify({ name, status, optimised: tierOf(step) })}`)
  }
}

function report () {
  const flags = ['--allow-natives-syntax', '--trace-turbo-inlining']
  const { stdout, status } = spawnSync(process.execPath, [...flags, __filename, CHILD], {
    encoding: 'utf8',
    maxBuffer: 1 << 28
  })
  if (status !== 0) throw new Error(`exit code ${status}`)
  const statuses = stdout.split('\n').filter(line => line.startsWith('STATUS ')).map(line => JSON.parse(line.slice(7)))
  for (const one of statuses) {
    console.log(`${one.name}: ${one.optimised ? 'optimised' : 'not optimised'} (status ${one.status.toString(2)})`)
  }
  console.log('\nInlined:')
  const shared = String.raw`\S+ \{\S+ <SharedFunctionInfo ?(\S*?)>\}`
  const inlined = [...stdout.matchAll(new RegExp(`^Inlining ${shared} into ${shared}`, 'gm'))]
  const named = (/** @type {string} */ name) => (name === '' ? '(anonymous)' : name)
  const lines = new Set(inlined.map(([, callee, caller]) => `  ${named(callee)} into ${named(caller)}`))
  for (const line of lines) console.log(line)
  if (inlined.length === 0) console.log('  nothing')
}
