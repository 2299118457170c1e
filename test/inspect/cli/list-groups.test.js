'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { shopCrash: crash } = require('../../helpers/shop-crash')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

t.test('list --group counts, with first and last seen; the plain list stays', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260101.000000.1.0.1.ccdump'), crash('no order 17'), {
    header: { time: '2026-01-01T00:00:00.000Z' }
  })
  makeDump(path.join(cwd, 'crash.20260103.000000.1.0.1.ccdump'), crash('no order 3'), {
    header: { time: '2026-01-03T00:00:00.000Z' }
  })
  makeDump(path.join(cwd, 'crash.20260102.000000.1.0.1.ccdump'), CHECKOUT_RECORDS)
  fs.writeFileSync(path.join(cwd, 'crash.20260104.000000.1.0.1.ccdump'), 'nonsense')
  const { stdout, exitCode } = await runCli(['list', '--group'], { cwd })
  t.equal(exitCode, 0)
  t.match(
    stdout,
    new RegExp(
      [
        '^ {3}2 × {2}Error: no order <n>',
        String.raw` {8}load shop\.js:5`,
        ' {8}2026-01-01 00:00 to 2026-01-03 00:00 {2}[0-9a-f]{12} {2}show 2 4',
        ' {3}1 × {2}TypeError: [^]*is not a dump'
      ].join('\n')
    )
  )
  const { groups, unread } = JSON.parse((await runCli(['list', '--group', '--json'], { cwd })).stdout)
  t.match(groups, [
    {
      count: 2,
      message: 'no order <n>',
      firstSeen: '2026-01-01T00:00:00.000Z',
      lastSeen: '2026-01-03T00:00:00.000Z',
      dumps: [{ number: 2 }, { number: 4 }]
    },
    { count: 1 }
  ])
  t.match(unread, [{ problem: { code: 'NOT_A_DUMP' } }])
  t.equal((await runCli(['list'], { cwd })).stdout.trimEnd().split('\n').length, 4)
})

/** @param {string} cwd @param {number} day @param {Parameters<typeof crash>} of */
const dumpOf = (cwd, day, ...of) =>
  makeDump(path.join(cwd, `crash.2026010${day}.000000.1.0.1.ccdump`), crash(...of), {
    header: { time: `2026-01-0${day}T00:00:00.000Z` }
  })

t.test('releases and hosts; only what came with a release', async t => {
  const cwd = t.testdir()
  dumpOf(cwd, 1, 'old one', { release: '1.0.0', hostname: 'web-1' })
  dumpOf(cwd, 2, 'new one', { release: '1.1.0', hostname: 'web-2' })
  dumpOf(cwd, 3, 'old one', { release: '1.1.0', hostname: 'web-2' })
  // A process of the old release dies after the new one has been deployed to other machines.
  dumpOf(cwd, 4, 'late one', { release: '1.0.0', hostname: 'web-1' })
  const groupsOf = async (/** @type {string[]} */ ...args) =>
    JSON.parse((await runCli(['list', '--group', '--json', ...args], { cwd })).stdout)
  const { groups, releases } = await groupsOf()
  t.match(groups, [
    { message: 'old one', count: 2, releases: ['1.0.0', '1.1.0'], hosts: ['web-1', 'web-2'] },
    { message: 'late one', releases: ['1.0.0'] },
    { message: 'new one', releases: ['1.1.0'], hosts: ['web-2'] }
  ])
  t.same(releases.map((/** @type {{ release: string }} */ { release }) => release), ['1.0.0', '1.1.0'])
  t.match(await groupsOf('--new-in', '1.1.0'), { groups: [{ message: 'new one' }] })
  t.equal((await groupsOf('--new-in', '1.0.0')).groups.length, 3)
  const { stdout } = await runCli(['list', '--group'], { cwd })
  t.match(stdout, /\n {8}releases 1\.0\.0, 1\.1\.0 {2}hosts web-1, web-2\n/)
  t.match(await runCli(['list', '--group', '--new-in', '2'], { cwd }), {
    exitCode: 1,
    stderr: 'crash-collector: no dump has the release 2 (there are 1.0.0, 1.1.0)\n'
  })
  t.match(await runCli(['list', '--new-in', '2'], { cwd }), { exitCode: 2, stderr: /--new-in needs --group/ })
})

t.test('a crash that was marked as fixed and came back', async t => {
  const cwd = t.testdir()
  dumpOf(cwd, 1, 'no order 1', { release: '1.0.0' })
  const groupsOf = async (/** @type {string[]} */ ...args) =>
    JSON.parse((await runCli(['list', '--group', '--json', ...args], { cwd })).stdout).groups
  const [{ fingerprint, fixed }] = await groupsOf()
  t.equal(fixed, undefined)
  t.match(await groupsOf('--fixed', fingerprint.slice(0, 6)), [{ fixed: { state: 'fixed', again: 0 } }])
  const later = (/** @type {number} */ seq, /** @type {string} */ release) =>
    makeDump(path.join(cwd, `crash.20990101.000000.1.0.${seq}.ccdump`), crash('no order 2', { release }), {
      header: { time: '2099-01-01T00:00:00.000Z' }
    })
  later(1, '1.0.0')
  t.match(await groupsOf(), [{ fixed: { state: 'fixed', again: 0, inOldReleases: 1 } }])
  later(2, '1.1.0')
  t.match(await groupsOf(), [{ count: 3, fixed: { state: 'regressed', again: 1, inOldReleases: 1 } }])
  t.match(
    (await runCli(['list', '--group'], { cwd })).stdout,
    / {8}came back 1 ×, marked as fixed \d{4}-\d\d-\d\d \d\d:\d\d, 1 × in earlier releases\n/
  )
  t.equal((await groupsOf('--reopen', fingerprint))[0].fixed, undefined)
  t.match(await runCli(['list', '--group', '--fixed', 'zz'], { cwd }), {
    exitCode: 1,
    stderr: /there is no group of dumps with the fingerprint zz/
  })
})

t.test('a damaged list of fixed crashes', async t => {
  const cwd = t.testdir({ 'fixed.json': '{"a":{"time":1}}' })
  dumpOf(cwd, 1, 'no order 1')
  t.match(await runCli(['list', '--group'], { cwd }), { exitCode: 1, stderr: /fixed\.json can't be read as a list/ })
})
