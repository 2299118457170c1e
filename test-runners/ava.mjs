// `require: ['crash-collector/ava']` in the configuration of ava: a dump of each failed test and hook.
//
// ava loads this in each process or thread that runs a test file. No hook is given the error of a test, and ava exports
// no class. So its class Test is found beside the file that runs here, which is `ava/lib/worker/base.js` (ava 6).

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const worker = pathToFileURL(process.argv[1])
const { default: Test } = await import(new URL('../test.js', worker).href)
const { file } = createRequire(worker)('./options.cjs').get()
const failed = createRequire(import.meta.url)('../index.js').watchTests('ava', { quiet: true })

const { finish } = Test.prototype
Test.prototype.finish = async function () {
  const result = await finish.call(this)
  // An attempt (`t.try()`) is no test. If a test that should fail has passed, nothing was thrown.
  if (result.passed || this.metadata.inline || this.metadata.failing) return result
  const dump = failed(thrown(result.error), { name: result.title, file })
  // What t.log() prints.
  if (dump !== null) this.addLog(`crash-collector: dump written to ${dump}`)
  return result
}

/**
 * @param {any} error
 * @returns {unknown} what the test has thrown, which ava puts into an error of its own; an assertion has a name there
 */
function thrown (error) {
  return Object.hasOwn(error, 'cause') && error.assertion === undefined ? error.cause : error
}
