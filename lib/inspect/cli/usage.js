'use strict'
// What all commands say about their usage: the error for a wrong one, and a flag that several share.

/** The command line was used wrongly. The exit code is 2. */
class UsageError extends Error {}

/** The `--allow-functions` flag, shared by all commands that evaluate code. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, also those whose source is not in a file of this machine"
]

module.exports = { UsageError, ALLOW_FUNCTIONS_FLAG }
