'use strict'
// `list` does not fill the screen with the dumps of other directories.

const path = require('node:path')
const t = require('tap')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

t.test('how many dumps are listed', async t => {
  const home = t.testdir({ dumps: {}, elsewhere: {} })
  const other = path.join(home, 'dumps')
  for (let i = 10; i < 34; i++) makeDump(path.join(other, `crash.20260102.0304${i}.1.0.${i}.ccdump`), [])
  const env = { HOME: home, XDG_STATE_HOME: '', CRASH_COLLECTOR_DIR: other }
  const list = async (/** @type {string[]} */ ...args) => {
    const { stdout, stderr } = await runCli(['list', ...args], { cwd: home, env })
    return (stdout + stderr).split('\n').filter(line => line !== '')
  }
  const found = JSON.parse((await list('--everywhere', '--json')).join('\n')).length
  t.ok(found >= 24, 'all')
  const listed = await list('--everywhere')
  t.equal(listed.length, 21)
  t.equal(listed[20], `… and ${found - 20} older (--max ${found} lists all)`)
  t.equal((await list('--everywhere', '--max', String(found))).length, found)
  // Numbers that mean the same dump in any directory.
  const second = /^ e2 .*(crash\.\S+\.ccdump)$/.exec(listed[1])?.[1]
  for (const cwd of [home, path.join(home, 'elsewhere')]) {
    const { stdout } = await runCli(['show', 'e2', '--json'], { cwd, env })
    t.equal(path.basename(JSON.parse(stdout).file), second, cwd)
  }
  const beyond = await runCli(['show', 'e999'], { cwd: home, env })
  t.match(beyond, { exitCode: 1, stderr: `there is no dump e999, as you have ${found}` })
  t.equal((await list(other)).length, 24, 'a directory that is named is listed whole')
  const three = await list(other, '--max', '3')
  t.equal(three.length, 4)
  t.match(three[3], '… and 21 older')
  t.match(await list('--max', 'many'), [/--max takes a whole number, not many; usage: npx crash-collector list/])
})
