'use strict'
// A reporter of node:test for the check of a reproduction: prints the error of each test that failed, as JSON, and null
// for one that passed. Node.js loads it in the process that runs the test.

const { inspect } = require('node:util')
const { takeCoverage } = require('node:v8')

/** Begins the lines that the check reads. */
const MARK = '\0crash-collector '

/**
 * @param {AsyncIterable<{ type: string, data: any }>} source
 * @returns {AsyncGenerator<string, void, void>}
 */
module.exports = async function * reporter (source) {
  for await (const { type, data } of source) {
    // The process is killed if a server keeps it alive after this line.
    if (process.env.NODE_V8_COVERAGE !== undefined && /^test:(?:fail|pass)$/.test(type)) takeCoverage()
    if (type === 'test:fail') yield `\n${MARK}${JSON.stringify(factsOf(data.details?.error))}\n`
    if (type === 'test:pass') yield `\n${MARK}null\n`
  }
}

/** @param {any} failure */
function factsOf (failure) {
  const error = failure !== null && typeof failure === 'object' && 'cause' in failure ? failure.cause : failure
  if (!(error instanceof Error)) {
    const message = typeof error === 'string' ? error : inspect(error)
    return { isError: false, className: '', names: [], message, stack: '' }
  }
  return {
    isError: true,
    className: error.constructor?.name ?? '',
    names: [error.name],
    message: error.message,
    stack: String(error.stack)
  }
}
