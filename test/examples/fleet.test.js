'use strict'
// npm run fleet, with fewer crashes: each dump comes to the store, and the questions have answers.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const CRASHES = 10
const skip = process.platform === 'win32' ? 'the addon starts no program on Windows' : undefined

t.test('twenty services crash, and the fleet is asked', { skip }, async t => {
  const cwd = temporaryDirectory(t)
  const program = path.join(ROOT, 'examples/fleet/start.js')
  const { exitCode, stdout, stderr } = await runNode([program, String(CRASHES)], { cwd })
  t.same({ exitCode, stderr }, { exitCode: 0, stderr: '' }, stdout)
  t.match(stdout, new RegExp(`^${CRASHES} encrypted dumps are in the store; `, 'm'))
  t.match(stdout, /^ +\d+ +\d +Converting circular structure to JSON/m)
  const page = /^\/.*crashes\.html$/m.exec(stdout)?.[0] ?? ''
  t.match(fs.readFileSync(page, 'utf8'), /OutOfStockError|circular structure/)
})
