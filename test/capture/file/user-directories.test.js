'use strict'
// The directories of a user are made for that user alone, also where every user may write.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { makeUserDirectory } = require('../../../lib/capture/file/user-directories')
const { userPlaces } = require('../../../packages/shared/config/user-places')

/** @param {string} file */
const modeOf = file => fs.statSync(file).mode & 0o777

t.test('the places of a user', async t => {
  const directories = (/** @type {Record<string, string>} */ env, uid = 7) =>
    userPlaces(env, uid).map(({ directory }) => directory)
  const temporary = '/tmp/crash-collector-7'
  t.same(directories({ XDG_STATE_HOME: '/s', HOME: '/h' }), ['/s/crash-collector', temporary])
  t.same(directories({ XDG_STATE_HOME: 'relative', HOME: '/h' }), ['/h/.local/state/crash-collector', temporary])
  t.same(directories({ TMPDIR: '/t' }), ['/t/crash-collector-7'])
  t.same(directories({ TMPDIR: 'relative' }), [temporary])
  t.same(
    userPlaces({ LOCALAPPDATA: 'C:\\l', TEMP: 'C:\\t', HOME: '/h' }, undefined).map(({ directory }) => directory),
    ['C:\\l\\crash-collector', 'C:\\t\\crash-collector']
  )
})

t.test('missing: it is made with its parents, for its owner only', async t => {
  const home = t.testdir()
  const directory = path.join(home, '.local/state/crash-collector')
  makeUserDirectory({ directory, shared: false })
  makeUserDirectory({ directory, shared: false })
  t.equal(modeOf(directory), 0o700)
  t.equal(modeOf(path.join(home, '.local')), 0o700)
})

t.test('in a directory in which every user may write', async t => {
  const shared = t.testdir({ elsewhere: {}, file: '', link: t.fixture('symlink', 'elsewhere') })
  const inShared = (/** @type {string} */ name) => ({ directory: path.join(shared, name), shared: true })
  makeUserDirectory(inShared('own'))
  t.equal(modeOf(path.join(shared, 'own')), 0o700)
  t.throws(() => makeUserDirectory(inShared('link')), { message: /is no directory/ }, 'a link of another user')
  t.throws(() => makeUserDirectory(inShared('file')), { message: /is no directory/ })
  t.throws(() => makeUserDirectory(inShared('missing/own')), { code: 'ENOENT' }, 'no parents are made')
  for (const mode of [0o770, 0o707, 0o777]) {
    fs.chmodSync(path.join(shared, 'own'), mode)
    t.throws(() => makeUserDirectory(inShared('own')), { message: /other users may write/ }, mode.toString(8))
  }
  fs.chmodSync(path.join(shared, 'own'), 0o755)
  makeUserDirectory(inShared('own'))
  t.same(fs.readdirSync(path.join(shared, 'elsewhere')), [])
})

t.test('of another user', async t => {
  if (process.getuid?.() !== 0) return t.plan(0, 'only root makes directories of others')
  const shared = t.testdir({ theirs: {}, home: {} })
  for (const name of ['theirs', 'home']) fs.chownSync(path.join(shared, name), 12345, 12345)
  t.throws(() => makeUserDirectory({ directory: path.join(shared, 'theirs'), shared: true }), {
    message: /belongs to another user/
  })
  // As after `sudo`, when HOME is still that of the other user.
  const directory = path.join(shared, 'home/.local/state/crash-collector')
  t.throws(() => makeUserDirectory({ directory, shared: false }), { message: /belongs to another user/ })
  t.same(fs.readdirSync(path.join(shared, 'home')), [])
})
