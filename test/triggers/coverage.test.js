'use strict'
// Reports of code coverage say of a program with the collector what they say without it.
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { runNode, testedVersion } = require('../helpers/run-node')
const { installProject } = require('../helpers/test-project')

const PRELOAD = { NODE_OPTIONS: '--require crash-collector' }

t.test('the coverage of node --test, and its threshold', async t => {
  const cwd = installProject(t)
  // Node.js 20 has no thresholds.
  const threshold = (await testedVersion()).startsWith('v20.') ? [] : ['--test-coverage-lines=90']
  const args = ['--test', '--test-reporter=tap', '--experimental-test-coverage', ...threshold, 'node-coverage.test.js']
  const [without, run] = [await runNode(args, { cwd }), await runNode(args, { cwd, env: PRELOAD })]
  const table = (/** @type {string} */ stdout) => stdout.split('\n').filter(line => /^# .*\|/.test(line))
  t.match(table(without.stdout).join('\n'), /^# half-covered\.js +\| +\d\d\.\d\d \|.*\| 8-/m)
  t.same(table(run.stdout), table(without.stdout))
  t.equal(without.exitCode, threshold.length)
  t.equal(run.exitCode, without.exitCode, run.stderr)
})

t.test('the files of NODE_V8_COVERAGE, from which c8, jest and vitest make their reports', async t => {
  const cwd = installProject(t)
  const covered = async (/** @type {string} */ name, /** @type {Record<string, string>} */ env) => {
    const run = await runNode(['node-coverage.test.js'], { cwd, env: { ...env, NODE_V8_COVERAGE: name } })
    t.equal(run.exitCode, 0, run.stderr)
    const [file, ...others] = fs.readdirSync(path.join(cwd, name))
    t.same(others, [])
    const { result } = JSON.parse(fs.readFileSync(path.join(cwd, name, file), 'utf8'))
    // The scripts of node_modules, and those that are no file, are in no report.
    return result
      .filter((/** @type {{ url: string }} */ { url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
      .map((/** @type {{ url: string, functions: object[] }} */ { url, functions }) => ({ url, functions }))
  }
  const without = await covered('without', {})
  t.equal(without.length, 2, 'the test and the tested')
  t.same(await covered('with', PRELOAD), without)
})
