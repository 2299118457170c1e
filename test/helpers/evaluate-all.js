'use strict'
// Evaluates expressions in a process without tap's hooks. With them the child process that evaluates would inherit the
// hooks and could not read their files under Node.js's permissions.

const { readDump } = require('../../packages/inspect/reader')
const { evaluate } = require('../../packages/inspect/evaluate')
const { formatValue } = require('../../packages/inspect/values/format-value')
const { runNode } = require('./run-node')

/** The timeout of expressions that end. A busy machine takes long to rebuild a dump's values. */
const PATIENT_MS = 120_000

/** The tests make the dumps themselves, so functions of a dump may run unless a case says otherwise.
 * @typedef {[expression: string, options?: { frame?: number|string, timeoutMs?: number, allowFunctions?: boolean }]}
 *   Case */

/**
 * @param {string} dump
 * @param {Case[]} cases
 * @returns {Promise<string[]>} for each case, the text that `eval` would print
 */
async function evaluateAll (dump, cases) {
  const { stdout, stderr, exitCode } = await runNode([__filename, dump], {
    cwd: __dirname,
    input: JSON.stringify(cases)
  })
  if (exitCode !== 0) throw new Error(`evaluate-all ended with ${exitCode}: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {Case} each
 */
async function printed (dump, [expression, options]) {
  try {
    const result = await evaluate(dump, expression, { allowFunctions: true, timeoutMs: PATIENT_MS, ...options })
    return (
      result.error ?? (result.status === 'threw' ? 'thrown ' : '') + formatValue(result.value, result, { columns: 200 })
    )
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code} ${error.message}` : `unexpected: ${error}`
  }
}

async function main () {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const dump = await readDump(process.argv[2])
  const results = []
  for (const each of JSON.parse(Buffer.concat(chunks).toString())) results.push(await printed(dump, each))
  process.stdout.write(JSON.stringify(results))
}

if (require.main === module) main()

module.exports = { evaluateAll }
