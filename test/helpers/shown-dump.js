'use strict'
// The dump of a program that was run in a directory of its own: valid, complete, and as `show` shows it.

const fs = require('node:fs')
const path = require('node:path')
const { readDump } = require('../../lib/dump/reader')
const { runCli } = require('./run-cli')
const { validateDump } = require('./validate-dump')

/**
 * @param {import('tap').Test} t
 * @param {string} cwd of the program, whose dumps are in `dumps`
 */
async function shownDump (t, cwd) {
  const directory = path.join(cwd, 'dumps')
  const names = fs.readdirSync(directory)
  t.equal(names.length, 1, 'one dump', { names })
  const file = path.join(directory, names[0])
  t.same(validateDump(file).problems, [])
  const dump = await readDump(file)
  t.same(dump.end?.captureErrors, [])
  const { stdout: shown } = await runCli(['show', file], { cwd })
  return { file, dump, shown }
}

module.exports = { shownDump }
