'use strict'

const path = require('node:path')
const t = require('tap')
const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

t.test('each search tells the lines that it has executed, and none of the others', async t => {
  const start = path.join(ROOT, 'examples/critical-path/start.js')
  const { stdout, stderr } = await runNode([start], { cwd: temporaryDirectory(t) })
  t.equal(stderr, '')
  const [, all, cup, rating] = stdout.split('\n\n')
  t.match(all, /\/search'\nCup, white · Sencha, 100 g · Bamboo tray\n {2}server\.js: [\d ]+\n {2}products\.js: [\d ]+$/)
  t.match(cup, /text=cup'\nCup, white\n/)
  t.match(rating, /sort=rating'\nSencha, 100 g · Cup, white · Bamboo tray\n/)
  const linesOf = (/** @type {string} */ text, /** @type {string} */ file) =>
    new RegExp(`^ {2}${file}: (.*)$`, 'm').exec(text)?.[1].split(' ').map(Number) ?? []
  t.same([all, cup, rating].map(text => linesOf(text, 'ratings\\.js').length > 0), [false, false, true])
  t.same(
    linesOf(all, 'products\\.js').filter(line => !linesOf(cup, 'products\\.js').includes(line)).length, 0,
    'all lines of the search without a text but its return'
  )
  t.ok(linesOf(rating, 'server\\.js').some(line => !linesOf(all, 'server\\.js').includes(line)))
})
