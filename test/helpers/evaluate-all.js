'use strict'
// Evaluates in a process without tap's hooks, which would be handed on to the process that evaluates, and could not be
// read there under Node.js's permissions.

const { readDump } = require('../../lib/dump/reader')
const { evaluate } = require('../../lib/inspect/evaluate')
const { formatValue } = require('../../lib/inspect/values/format-value')
const { runNode } = require('./run-node')

/** For expressions that do end: a busy machine takes its time to rebuild a dump's values. */
const PATIENT_MS = 120_000

/** The dumps are made here, so that their functions may run unless a case says otherwise.
 * @typedef {[expression: string, options?: { frame?: number|string, timeoutMs?: number, allowFunctions?: boolean }]}
 *   Case */

/**
 * @param {string} dump
 * @param {Case[]} cases
 * @returns {Promise<string[]>} what `eval` would print for each
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
 * @param {import('../../lib/dump/reader').Dump} dump
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
