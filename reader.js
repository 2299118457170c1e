'use strict'
// Opens dumps for programs: the module `crash-collector/reader`. Requiring it starts no collector.

const { requireTools } = require('./lib/tools')

/** @type {typeof import('crash-collector-inspect')} */
const reader = requireTools('crash-collector-inspect')

module.exports = reader
