'use strict'
// Uses the files of the disk while the application has others in their place. The package mock-fs wraps the functions
// that Node.js's own functions for files call, so that also those that the collector took at the start find nothing but
// the files of the mock. A dump that is written there exists in memory only.

const { atStart, existsSync, processBinding } = require('./node-builtins')
const { apply, process } = require('./primordials')
const { withCleanup } = require('./cleanup')
const { dataProperty } = require('./data-property')

/** @typedef {{ _mockedBinding: unknown }} MockedFiles */

/**
 * @template T
 * @param {() => T} work synchronous; the files that it sees are those of the disk
 * @returns {T} the result of `work`
 */
function withRealFiles (work) {
  const files = mockedFiles()
  if (files === null) return work()
  const mock = files._mockedBinding
  return withCleanup(
    () => {
      // mock-fs itself leaves the mock so (https://github.com/tschaub/mock-fs/blob/v5.5.0/lib/bypass.js).
      files._mockedBinding = undefined
      return work()
    },
    () => {
      files._mockedBinding = mock
    }
  )
}

/**
 * `process.binding()` warns at its first call if Node.js runs with --pending-deprecation, so it is called only if the
 * executable of this process is not there: mock-fs has called it then.
 * @returns {MockedFiles | null} null if no files are mocked
 */
function mockedFiles () {
  if (existsSync(atStart.execPath)) return null
  try {
    const files = apply(processBinding, process, ['fs'])
    return dataProperty(files, '_mockedBinding') === undefined ? null : files
  } catch {
    return null // Node.js's permission model forbids the call
  }
}

module.exports = { withRealFiles }
