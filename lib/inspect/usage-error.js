'use strict'

/** Wrong usage of the command line: exit code 2. */
class UsageError extends Error {}

module.exports = { UsageError }
