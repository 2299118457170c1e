'use strict'
// The comparison of a tool's runs finds what differs in its output, its exit code and the files that it writes, and
// tells when that is the line on stderr.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { LINE_ON_STDERR } = require('./run-both')
const { compareTool } = require('./tools')

/**
 * Compares a program without and with a preload that sets `collects`.
 * @param {import('tap').Test} t
 * @param {string} text of the program
 */
function compareProgram (t, text) {
  const application = fs.realpathSync(t.testdir({ 'preload.js': 'globalThis.collects = true' }))
  const tool = { name: 'a program', packages: {}, project: 'prettier', runs: [['--eval', text]], outputs: ['out'] }
  const preload = path.join(application, 'preload.js')
  return compareTool(tool, { application, preload, node: process.execPath, through: [] })
}

const WRITES =
  "fs.mkdirSync('out'); fs.writeFileSync('out/a.txt', what); console.log(what); process.exitCode = what.length"

t.test('the same in each run', async t => {
  const { compared, differences, cause } = await compareProgram(t, `const what = 'a'; ${WRITES}`)
  t.same({ compared, differences, cause }, { compared: 4, differences: [], cause: '' })
})

t.test('a file, a status and a stream that differ', async t => {
  const { differences, cause } = await compareProgram(t, `const what = globalThis.collects ? 'bc' : 'a'; ${WRITES}`)
  t.same(differences.map(({ what, isFirm }) => [what.split(', ').at(-1), isFirm]), [
    ['status', true],
    ['stdout', true],
    [path.join('out', 'a.txt'), true]
  ])
  t.equal(cause, '')
})

t.test('what differs because of the line on stderr', async t => {
  const isHeard = "globalThis.collects && process.env.CRASH_COLLECTOR_STDERR !== 'none'"
  const { differences, cause } = await compareProgram(t, `const what = ${isHeard} ? 'bc' : 'a'; ${WRITES}`)
  t.equal(differences.length, 3)
  t.equal(cause, LINE_ON_STDERR)
})

t.test('a folder that is not written', async t => {
  const { compared, differences } = await compareProgram(t, '0')
  t.same({ compared, differences }, { compared: 4, differences: [] }, 'it is compared as missing')
})
