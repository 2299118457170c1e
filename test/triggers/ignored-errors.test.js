'use strict'
// The setting `ignore`: errors of some classes and codes leave no dump, and no line.
const t = require('tap')
const { crashTests } = require('../helpers/crash')

/** @param {string} ignore @param {number} dumps @param {string} [file] */
const ignoring = (ignore, dumps, file = 'uncaught/null-property.js') => ({
  name: `${ignore}: ${dumps} dumps of ${file}`,
  file,
  env: { CRASH_COLLECTOR_IGNORE: ignore },
  dumps
})

t.test('by class, name and code', async t =>
  crashTests(t, [
    ignoring('TypeError', 0),
    ignoring('AbortError,TypeError', 0),
    ignoring('RangeError', 1),
    // Every error extends this class.
    ignoring('Error', 1),
    ignoring('ENOENT', 0, 'uncaught/fs-sync.js'),
    ignoring('EACCES', 1, 'uncaught/fs-sync.js'),
    ignoring('PriceError', 0, 'uncaught/class-extends-error.js')
  ])
)
