'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { JSDOM } = require('jsdom')
const t = require('tap')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { shopCrash } = require('../../helpers/shop-crash')

/** @param {string} cwd @param {number} number @param {Parameters<typeof shopCrash>} of */
const dumpOf = (cwd, number, ...of) => {
  const day = String(1 + Math.floor(number / 50)).padStart(2, '0')
  return makeDump(path.join(cwd, `crash.202601${day}.000000.${number}.0.1.ccdump`), shopCrash(...of), {
    header: { time: `2026-01-${day}T00:00:00.${String(number % 1000).padStart(3, '0')}Z` }
  })
}

/** @param {string} file */
const open = file => new JSDOM(fs.readFileSync(file, 'utf8')).window.document

t.test('groups, releases, new and gone ones, marks, links to the pages of dumps', async t => {
  const cwd = t.testdir()
  dumpOf(cwd, 1, 'gone one', { release: '1.0.0', hostname: 'web-1' })
  dumpOf(cwd, 2, 'old one', { release: '1.0.0', hostname: 'web-1' })
  dumpOf(cwd, 3, 'old one', { release: '1.1.0', hostname: 'web-2' })
  dumpOf(cwd, 4, '<b>new</b> one\u202e', { release: '1.1.0', hostname: 'web-2' })
  fs.writeFileSync(path.join(cwd, 'crash.20260104.000000.1.0.1.ccdump'), 'nonsense')
  const groups = JSON.parse((await runCli(['list', '--group', '--json'], { cwd })).stdout).groups
  const { fingerprint } = groups.find((/** @type {any} */ { message }) => message === 'gone one')
  await runCli(['list', '--group', '--fixed', fingerprint], { cwd })

  const { stdout, stderr, exitCode } = await runCli(['report', cwd, '--html', 'all.html', '--json'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.match(JSON.parse(stdout), { html: path.join(cwd, 'all.html'), pages: 3, groups: 3, dumps: 4, unread: [{}] })
  const document = open(path.join(cwd, 'all.html'))
  t.equal(document.querySelector('h1')?.textContent, '4 crashes in 3 groups')
  t.match(document.querySelector('header')?.textContent, /1 new with the newest release/)
  const rows = Array.from(document.querySelectorAll('.releases tbody tr'), row =>
    Array.from(row.children, cell => cell.textContent).slice(0, 5)
  )
  t.same(rows, [['1.1.0', '2', '2', '1', '1'], ['1.0.0', '2', '2', '0', '0']])
  const entries = Array.from(document.querySelectorAll('.crash'), entry => ({
    title: entry.querySelector('.title')?.textContent,
    times: entry.querySelector('.times')?.textContent,
    marks: Array.from(entry.querySelectorAll('.mark'), mark => mark.textContent),
    bars: entry.querySelectorAll('rect').length,
    link: entry.querySelector('a')?.getAttribute('href') ?? ''
  }))
  t.match(entries, [
    { title: 'Error: old one', times: '2 ×', marks: [], bars: 2 },
    { title: 'Error: <b>new</b> one\\u202e', times: '1 ×', marks: ['new'] },
    { title: 'Error: gone one', times: '1 ×', marks: ['fixed', 'not in the newest release'] }
  ])
  for (const { link } of entries) t.match(fs.readFileSync(path.join(cwd, decodeURI(link)), 'utf8'), '<div id="page">')
  t.match(document.body.textContent, /1 dump could not be read/)

  const html = fs.readFileSync(path.join(cwd, 'all.html'), 'utf8')
  t.match(html, "default-src 'none'; style-src 'sha256-")
  t.notMatch(html, /<script|\sstyle=|\son[a-z]+=|https?:/)
  t.equal(fs.statSync(path.join(cwd, 'all.html')).mode & 0o077, 0)
})

t.test('what a group has in common, on the page of all and on that of its dump', async t => {
  const cwd = t.testdir()
  for (let i = 0; i < 24; i++) dumpOf(cwd, i, i % 2 === 0 ? 'no price' : 'no stock', { hostname: `web-${i % 2}` })
  const { exitCode, stderr } = await runCli(['report', cwd, '--html', 'all.html'], { cwd })
  t.equal(exitCode, 0, stderr)
  const groups = [...open(path.join(cwd, 'all.html')).querySelectorAll('.crash')]
  const group = groups.find(each => each.querySelector('.title')?.textContent?.includes('no stock'))
  const told = 'host: "web-1" 12 of 12 here, 0 of 12 elsewhere, by chance less than 1 time in 1,000'
  t.match([...group?.querySelectorAll('li') ?? []].map(item => item.textContent).join(', '), told)
  const page = open(path.join(cwd, decodeURI(group?.querySelector('a')?.getAttribute('href') ?? '')))
  t.match(page.querySelector('header')?.textContent, 'in common: host: "web-1"  (12 of 12 here, 0 of 12 elsewhere')
  t.match(JSON.parse(page.querySelector('#dump')?.textContent ?? ''), { common: [/^host: "web-1" {2}\(12 of 12/] })
})

t.test('a thousand groups, and none', async t => {
  const cwd = t.testdir({ none: {}, many: {} })
  const word = (/** @type {number} */ n) => Array.from(String(n), digit => 'abcdefghij'[Number(digit)]).join('')
  for (let i = 0; i < 1000; i++) dumpOf(path.join(cwd, 'many'), i, `no ${word(i)}`)
  const { exitCode, stderr, stdout } = await runCli(['report', 'many', '--pages', '0'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.equal(stdout, 'crashes.html\n')
  const file = path.join(cwd, 'crashes.html')
  t.equal(open(file).querySelectorAll('.crash').length, 1000)
  t.ok(fs.statSync(file).size < 3e6)
  t.notOk(fs.existsSync(path.join(cwd, 'crashes-dumps')))
  t.equal((await runCli(['report', 'none', '--html', 'none.html'], { cwd })).exitCode, 0)
  t.equal(open(path.join(cwd, 'none.html')).querySelector('h1')?.textContent, '0 crashes in 0 groups')
})

t.test('wrong words', async t => {
  const cwd = t.testdir()
  t.match(await runCli(['report', '--pages', 'x'], { cwd }), { exitCode: 2, stderr: /--pages takes a whole number/ })
  const { exitCode, stderr } = await runCli(['report', cwd, '--html', path.join(cwd, 'no', 'a.html')], { cwd })
  t.match({ exitCode, stderr }, { exitCode: 1, stderr: /could not be written/ })
})
