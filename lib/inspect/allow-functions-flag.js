'use strict'

/** Of each command that evaluates. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = ['--allow-functions', "run the dump's functions, also those whose source is not in a file of this machine"]

module.exports = { ALLOW_FUNCTIONS_FLAG }
