'use strict'
// Where V8 could not tell the variables of the function that searched, its caller tells what was searched: only if the
// caller's call is that of the function.

const path = require('node:path')

const t = require('tap')

const { dumpsIn } = require('../../../benchmarks/lab/process/dumps')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { blockedExpression } = require('../../../packages/inspect/explain/rules/blocked-expression')
const { PATIENT, ROOT } = require('../../helpers/crash')
const { runNode } = require('../../helpers/run-node')

const CALLS = {
  'by its name': { call: 'check(word)', given: /searched `text`, a string of \d\d characters: 'a+!'$/ },
  'with an expression': { call: 'check(word.trim())', given: /searched `text`, given as `word\.trim\(\)`$/ },
  'by a built-in function': { call: '[word].map(check)', given: /searched `text`$/ }
}

for (const [way, { call, given }] of Object.entries(CALLS)) {
  t.test(`called ${way}`, async t => {
    const cwd = t.testdir({
      'program.js': `
        function check (text) { return /^(a+)+$/.test(text) }
        function main (length) { const word = 'a'.repeat(length) + '!'; return ${call} }
        // It ends when a fast machine has been blocked for long enough.
        setTimeout(() => {
          const end = Date.now() + 2000
          for (let length = 20; length < 40 && Date.now() < end; length++) main(length)
        }, 20)`
    })
    const env = {
      ...PATIENT,
      CRASH_COLLECTOR_DIR: 'dumps',
      CRASH_COLLECTOR_TRIGGERS: 'blockedLoop',
      CRASH_COLLECTOR_BLOCKED_LOOP_MS: '300'
    }
    await runNode(['--require', ROOT, 'program.js'], { cwd, env })
    const dump = await openDump(dumpsIn(path.join(cwd, 'dumps'))[0])
    const variables = dump.callFrames[0].scopeChain.flatMap(scope => dump.scope(scope).variables)
    const text = variables.find(({ name }) => name === 'text')
    delete text.value
    text.notCapturedReason = 'unavailable'
    t.match(blockedExpression.explain(dump), given)
  })
}
