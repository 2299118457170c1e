'use strict'
// `show` says how old the commit was, if it is read in the repository that has it. The repository can't make `show` run
// a program.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { makeDump, str } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

const TIME = '2026-11-20T10:00:00Z'
const GIT = {
  PATH: process.env.PATH,
  HOME: '/nowhere',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_AUTHOR_DATE: TIME,
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_COMMITTER_DATE: TIME
}

t.test('the age of a commit', async t => {
  const cwd = t.testdir()
  const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { cwd, env: GIT, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '--message=first')
  const commit = git('rev-parse', 'HEAD').trim()
  git('config', 'log.showSignature', 'true')
  git('config', 'core.fsmonitor', 'touch ran')
  git('config', 'gpg.program', 'touch')
  /** @param {string} name @param {unknown} hash @param {string} time */
  const shownCommit = async (name, hash, time) => {
    const process = { kind: 'process', git: { commit: hash, branch: 'main' } }
    const records = [{ kind: 'exception', value: str('x'), description: 'x' }, process]
    const file = path.join(cwd, name)
    makeDump(file, records, { header: { time } })
    const { stdout, stderr, exitCode } = await runCli(['show', file], { cwd })
    t.same({ stderr, exitCode }, { stderr: '', exitCode: 0 })
    return /^ {2}commit +(.*)$/m.exec(stdout)?.[1]
  }
  const short = commit.slice(0, 12)
  const later = '2026-11-23T12:30:00.000Z'
  t.equal(await shownCommit('a.ccdump', commit, later), `${short} (main), committed 3 d 2 h before`)
  t.equal(await shownCommit('b.ccdump', commit, '2026-11-19T00:00:00.000Z'), `${short} (main)`, 'a clock that is wrong')
  t.equal(await shownCommit('c.ccdump', 'f'.repeat(40), later), `${'f'.repeat(12)} (main)`, 'not in this repository')
  t.equal(await shownCommit('d.ccdump', '--help', later), '--help (main)', 'no hash')
  t.notOk(fs.existsSync(path.join(cwd, 'ran')))
})
