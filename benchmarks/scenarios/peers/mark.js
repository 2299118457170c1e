'use strict'

/**
 * @param {string} name
 * @returns {string} a value that stands nowhere in the program's text, in one piece of memory
 */
const mark = name => ['crv', name, process.env.BENCH_MARK].join('-')

module.exports = { mark }
