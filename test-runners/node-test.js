'use strict'
// `node --test --import crash-collector/node-test`, or `require('crash-collector/node-test')` in a test file: a dump of
// each failed test.
//
// A hook of the root test sees each test with its error, from Node.js 20 on. To register the hook starts the runner in
// this process, and at the end the runner prints a report also if there are no tests. So the hook is registered only
// where tests are run.

const { isMainThread } = require('node:worker_threads')

const NAME = 'crash-collector/node-test'

/** `node --test` itself runs all files (the option had the longer name in Node.js 22). */
const ISOLATION_NONE = /--(experimental-)?test-isolation[= ]none( |$)/

if (runsTests()) watchRoot()

/** False in processes to which this preload came although they run no tests. */
function runsTests () {
  const { execArgv, env } = process
  // `node --test` itself, which runs each file in a process of its own, to which it passes its options.
  if (execArgv.includes('--test') && !ISOLATION_NONE.test(execArgv.join(' '))) return false
  // What a test starts inherits the environment, and with fork() and in workers the options of Node.js, too. In the
  // mode `--watch` the process of a test file has a channel to its parent as well.
  if (env.NODE_OPTIONS?.includes(NAME) && !execArgv.some(word => word.includes(NAME))) return false
  return isMainThread && (process.send === undefined || env.WATCH_REPORT_DEPENDENCIES !== undefined)
}

function watchRoot () {
  // Not before this, so that the process of `node --test` itself does without.
  const failed = require('../index').watchTests('node:test', { quiet: true })
  require('node:test').afterEach((/** @type {any} */ context) => {
    const { error } = context
    // A suite whose tests failed has an error that only counts them; an expected failure has passed.
    if (!error || context.passed || error.failureType === 'subtestsFailed') return
    const file = failed(error.cause ?? error, {
      name: context.fullName ?? context.name,
      file: context.filePath ?? process.argv[1],
      attempt: (context.attempt ?? 0) + 1
    })
    if (file !== null) context.diagnostic(`crash-collector: dump written to ${file}`)
  })
}
