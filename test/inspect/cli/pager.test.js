'use strict'
// On a terminal a text that is longer than the screen goes through the pager; a short one does not.

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { ROOT } = require('../../helpers/crash')
const { makeDump } = require('../../helpers/make-dump')

const CLI = path.join(ROOT, 'bin', 'crash-collector.js')
const NO_TERMINAL = spawnSync('script', ['--version']).error !== undefined && 'needs `script` of util-linux'

t.test('a terminal of 10 and of 90 lines', { skip: process.platform !== 'linux' || NO_TERMINAL }, async t => {
  const dump = makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS)
  const show = (/** @type {number} */ rows, /** @type {string} */ flags = '') => {
    const command = `stty rows ${rows} cols 80; '${process.execPath}' '${CLI}' show '${dump}' --more ${flags}`
    const env = { ...process.env, PAGER: 'sed 1d', NODE_OPTIONS: '' }
    return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env, input: '' }).stdout
  }
  const whole = show(90).split('\n')
  t.ok(whole.length > 10 && whole.length < 90, `${whole.length} lines`)
  t.same(show(10).split('\n'), whole.slice(1), 'the pager has left a line out')
  t.same(show(10, '--no-pager').split('\n'), whole)
})
