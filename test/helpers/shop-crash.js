'use strict'
// Records of a small crash, for tests of what is computed from many.

const { callFrame, object, ref, str } = require('./make-dump')

/**
 * @param {string} message
 * @param {{ lineNumber?: number, functionName?: string, source?: string, sourceMapURL?: string, release?: string,
 *   hostname?: string }} [more]
 * @returns {any[]}
 */
const shopCrash = (message, { lineNumber = 4, functionName = 'load', release, hostname, ...script } = {}) => [
  {
    kind: 'exception',
    value: ref('1', 'Error', 'error'),
    className: 'Error',
    message,
    description: `Error: ${message}`
  },
  callFrame([], { functionName, url: '/app/shop.js', scriptId: '5', lineNumber, columnNumber: 2 }),
  object('1', { message: str(message) }, { subtype: 'error', className: 'Error' }),
  ...(release === undefined ? [] : [object('2', { release: str(release) })]),
  { kind: 'process', cwd: '/app', hostname, ...(release !== undefined && { annotations: ref('2') }) },
  { kind: 'script', scriptId: '5', url: '/app/shop.js', length: 3, source: 'a()', ...script }
]

module.exports = { shopCrash }
