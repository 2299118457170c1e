'use strict'
// Reasons that mean a limit: what a dump lacks for one of them, a heap snapshot or another dump may have.

/** Limits that leave out properties, elements and entries of an object that is in the dump. */
const MEMBER_LIMITS = ['fieldCount', 'collectionSize', 'bytes', 'timeout']

/** These limits, and those that leave out the object itself. */
const LIMITS = ['depth', 'objectCount', ...MEMBER_LIMITS]

module.exports = { LIMITS, MEMBER_LIMITS }
