'use strict'
// Reads a dump, checks that it is valid and complete, and renders it as `show --more` does.

const path = require('node:path')
const { readDump } = require('../../packages/inspect/reader')
const { runCli } = require('./run-cli')
const { validateDump } = require('./validate-dump')

/**
 * @param {import('tap').Test} t
 * @param {string} file
 */
async function shownDump (t, file) {
  t.same(validateDump(file).problems, [])
  const dump = await readDump(file)
  t.same(dump.end?.captureErrors, [])
  const { stdout: shown } = await runCli(['show', '--more', file], { cwd: path.dirname(file) })
  return { dump, shown }
}

module.exports = { shownDump }
