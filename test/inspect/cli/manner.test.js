'use strict'
// What all commands share: where the dumps are, where the output goes, and how numbers are given.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { projectDirectory } = require('../../../packages/shared/config/project-directory')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { shopCrash } = require('../../helpers/shop-crash')

const READS_ONE = [['show'], ['eval', '1'], ['tasks'], ['show', '--json'], ['search', 'shop']]
const READS_ALL = [['list'], ['list', '--group'], ['prune', '--dry-run'], ['report', '--pages', '0']]

/** @param {import('tap').Test} t */
function makeProject (t) {
  const cwd = t.testdir({ elsewhere: {}, empty: {} })
  const dumps = path.join(cwd, 'elsewhere')
  for (const second of [1, 2]) {
    const time = `2026-01-02T03:04:0${second}.000Z`
    const name = `crash.20260102.03040${second}.${second}.0.1.ccdump`
    makeDump(path.join(dumps, name), shopCrash(`no price ${second}`), { header: { time } })
    const at = new Date(time)
    fs.utimesSync(path.join(dumps, name), at, at)
  }
  const cli = (/** @type {string[]} */ ...args) => runCli(args, { cwd, env: { CRASH_COLLECTOR_DIR: 'empty' } })
  return { cwd, dumps, cli }
}

t.test('--dir, and a directory in the place of a dump', async t => {
  const { cli } = makeProject(t)
  for (const words of READS_ONE) {
    const named = await cli(...words, '--dir', 'elsewhere')
    t.match(named, { exitCode: 0, stderr: '' }, words.join(' '))
    const last = words.length === 1 || words[1].startsWith('--') ? [words[0], 'elsewhere', ...words.slice(1)] : []
    if (last.length > 0) t.match((await cli(...last)).stdout, words[0] === 'show' ? /no price 2/ : named.stdout)
  }
  for (const words of READS_ALL) {
    const named = await cli(...words, '--dir', 'elsewhere')
    t.match(named, { exitCode: 0, stderr: '' }, words.join(' '))
    t.equal((await cli(...words, 'elsewhere')).stdout, named.stdout)
    t.match(await cli(...words, 'elsewhere', '--dir', 'empty'), { exitCode: 2, stderr: /exclude each other/ })
  }
  t.match((await cli('show', '--dir', 'elsewhere')).stdout, /no price 2[^]*^Next \(same dump\): /m)
  t.match(await cli('diff', '1', '2', '--dir', 'elsewhere'), { exitCode: 0, stdout: /no price 1/ })
  t.match(await cli('scrub', '1', 'less.ccdump', '--structure-only', '--dir', 'elsewhere'), { exitCode: 0 })
  t.match(await cli('show', 'empty'), { exitCode: 1, stderr: /^crash-collector: there is no dump in empty\n$/ })
})

t.test('--out', async t => {
  const { cwd, cli } = makeProject(t)
  for (const words of [['show', 'elsewhere'], ['list', 'elsewhere'], ['show', 'elsewhere', '--json']]) {
    const printed = await cli(...words)
    t.match(await cli(...words, '--out', 'out'), { exitCode: 0, stdout: '', stderr: '' }, words.join(' '))
    t.equal(fs.readFileSync(path.join(cwd, 'out'), 'utf8'), printed.stdout)
    t.equal(fs.statSync(path.join(cwd, 'out')).mode & 0o777, 0o600)
  }
  t.match(await cli('eval', 'missing', '--dir', 'elsewhere', '--out', 'new'), { exitCode: 1 })
  t.notOk(fs.existsSync(path.join(cwd, 'new')), 'an error writes nothing')
  t.match(await cli('list', 'elsewhere', '--out', 'no/such'), {
    exitCode: 1,
    stderr: /^crash-collector: no\/such can't be written: .*ENOENT/
  })
  t.match(await cli('report', 'elsewhere', '--out', 'all.html', '--pages', '0'), { exitCode: 0, stdout: 'all.html\n' })
  t.match(await cli('scrub', 'elsewhere', '--out', 'less.ccdump', '--structure-only'), { exitCode: 0 })
  t.match(await cli('show', 'less.ccdump'), { exitCode: 0 })
  t.match(await cli('where', '--out', 'x'), { exitCode: 2 })
})

t.test('numbers', async t => {
  const { cli } = makeProject(t)
  const wrong = [
    ['list', '--max'], ['search', 'a', '--max'], ['common', 'a', '--max'], ['prune', '--keep'],
    ['eval', '1', '--timeout'], ['reproduce', '--timeout'], ['verify', '--timeout'], ['capture', '1', '--timeout']
  ]
  for (const words of wrong) {
    for (const number of ['0', 'x', '1.5']) {
      const { stderr, exitCode } = await cli(...words, number)
      const flag = words[words.length - 1]
      t.equal(exitCode, 2, words.join(' '))
      const said = `${flag} takes (a whole number|milliseconds), not ${number}; usage: npx `
      t.match(stderr, new RegExp(`^crash-collector: ${said}`))
    }
  }
})

t.test('a project without dumps is not given those of another one', async t => {
  const home = t.testdir({ shop: { 'package.json': '{}', src: {} }, other: { 'package.json': '{}' } })
  const [cwd, other] = [path.join(home, 'shop'), path.join(home, 'other')]
  const env = { CRASH_COLLECTOR_DIR: '', HOME: home }
  const none = (/** @type {string} */ more) =>
    new RegExp(`^crash-collector: there is no dump in ~/.local/state/crash-collector/shop-\\w{8} \\(${more}\\)\n$`)
  const words = [['show'], ['search', 'shop'], ['report'], ['common', 'ab'], ['prune'], ['path', '--union']]
  const cli = (/** @type {string[]} */ ...args) => runCli(args, { cwd, env })
  t.match(await cli('show'), { exitCode: 1, stderr: none('name a dump, .*') })
  t.match((await cli('list')).stdout, /^no dumps in ~\/.local\/state\/crash-collector\/shop-\w{8}\n$/)

  const dumps = projectDirectory(other, { HOME: home })
  fs.mkdirSync(dumps, { recursive: true })
  const name = 'crash.20260102.030401.1.0.1.ccdump'
  makeDump(path.join(dumps, name), shopCrash('no price'))
  const line = JSON.stringify({ file: path.join(dumps, name), dir: dumps })
  fs.writeFileSync(path.join(dumps, '..', 'dumps.jsonl'), `${line}\n`)
  const newest = 'one dump of yours is elsewhere, the newest is ~/.local/state/\\S*/other-\\w{8}/crash.*.ccdump; npx .*'
  for (const each of words) {
    t.match(await cli(...each), { exitCode: 1, stdout: '', stderr: none(newest) }, each.join(' '))
  }
  for (const each of [['list'], ['list', '--group']]) {
    t.match(await cli(...each), { exitCode: 0, stdout: /^no dumps in ~.*\none dump of yours is elsewhere; npx .*\n$/ })
  }
  t.equal((await cli('list', '--json')).stdout, '[]\n')
  t.match((await cli('list', '--everywhere')).stdout, name)
  const numbered = /^crash-collector: this project has no dumps; 1 is ~\/\S*\/other-\w{8}\/crash\S*.ccdump\n$/
  for (const each of [['show', '1'], ['eval', '1', '2'], ['search', 'shop', '1'], ['diff', '1', dumps]]) {
    const answered = await cli(...each)
    t.match(answered.stderr, numbered, each.join(' '))
    t.not(answered.stdout, '')
  }
  t.notOk(fs.existsSync(path.join(cwd, 'crashes.html')))

  // What CRASH_COLLECTOR_DIR=crashes of one run has left.
  fs.mkdirSync(path.join(cwd, 'crashes'))
  fs.renameSync(path.join(dumps, name), path.join(cwd, 'crashes', name))
  const hint =
    'there are dumps in crashes: npx crash-collector list crashes lists them, or set CRASH_COLLECTOR_DIR=crashes'
  t.match(await cli('list'), { exitCode: 0, stdout: /^no dumps in/, stderr: `crash-collector: ${hint}\n` })
  t.match(await cli('show'), { exitCode: 1, stderr: none(hint) })
  const below = await runCli(['show'], { cwd: path.join(cwd, 'src'), env })
  t.match(below, { stderr: none('there are dumps in ~/shop/crashes: .*') })
})
