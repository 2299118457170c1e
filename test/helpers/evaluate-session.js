'use strict'
// Evaluates expressions one after another in one session, in a process without tap's hooks (evaluate-all.js gives the
// reason).

const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { World } = require('../../packages/inspect/evaluate/world')
const { formatValue } = require('../../packages/inspect/values/format-value')
const { runNode } = require('./run-node')

/** The timeout of expressions that end. A busy machine takes long to rebuild a dump's values. */
const PATIENT_MS = 120_000

/**
 * `reset`, `variables` (of the frame), or an expression.
 * @typedef {[step: string, options?: { frame?: number|string, timeoutMs?: number }]} Step
 */

/**
 * @param {string} dump
 * @param {Step[]} steps
 * @returns {Promise<string[]>} for each step, what a prompt would print
 */
async function evaluateSession (dump, steps) {
  const { stdout, stderr, exitCode } = await runNode([__filename, dump], {
    cwd: __dirname,
    input: JSON.stringify(steps)
  })
  if (exitCode !== 0) throw new Error(`evaluate-session ended with ${exitCode}: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * @param {World} world
 * @param {Step} step
 */
async function printed (world, [text, { frame = 0, timeoutMs = PATIENT_MS } = {}]) {
  if (text === 'reset') return String(world.reset())
  if (text === 'variables') {
    const { dump } = world
    const place = dump.callFrames.find(({ index }) => index === frame)
    const variables = place?.scopeChain.flatMap(scope => dump.scope(scope).variables) ?? []
    return variables
      .map(({ name, value }) => `${name}: ${value && formatValue(value, dump, { columns: 1000 })}`)
      .join('\n')
  }
  try {
    const result = await world.evaluate(frame, text, { timeoutMs, keepsResult: true })
    return result.error ?? formatValue(result.value, result, { columns: 200 })
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code} ${error.message}` : `unexpected: ${error}`
  }
}

async function main () {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const world = new World(await openDump(process.argv[2]), { allowFunctions: true })
  const results = []
  for (const step of JSON.parse(Buffer.concat(chunks).toString())) results.push(await printed(world, step))
  world.close()
  process.stdout.write(JSON.stringify(results))
}

if (require.main === module) main()

module.exports = { evaluateSession }
