'use strict'
// V8 accepts code caches although the collector sets flags. Otherwise Node.js would compile its own modules from their
// text.
const t = require('tap')
const path = require('node:path')
const { UNCAUGHT_THROWS } = require('../helpers/crash')
const { IS_PREBUILT, runNode } = require('../helpers/run-node')

const ROOT = path.join(__dirname, '../..')
const SHOW = ['-p', "require('node:v8').cachedDataVersionTag()"]

/**
 * @param {import('tap').Test} t
 * @param {string[]} nodeArgs
 * @param {NodeJS.ProcessEnv} [env]
 */
async function tag (t, nodeArgs, env) {
  const { stdout, stderr } = await runNode([...nodeArgs, ...SHOW], { cwd: t.testdir(), env })
  t.equal(stderr, '')
  return stdout
}

const skip = IS_PREBUILT ? false : 'it takes a prebuilt addon'

t.test('the caches that were good stay good', { skip }, async t => {
  const usual = await tag(t, [])
  t.equal(await tag(t, ['--require', ROOT]), usual)
  t.equal(await tag(t, ['--require', ROOT], UNCAUGHT_THROWS), usual, 'with the setting uncaughtThrows')
})

t.test(
  'under flags of the application no text fits: V8 takes what was made so, and what is not known is not set',
  async t => {
    const flags = ['--no-opt']
    t.equal(
      await tag(t, ['--require', ROOT, ...flags]),
      await tag(t, ['--stack-trace-limit=11', ...flags])
    )
  }
)
