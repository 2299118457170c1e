'use strict'
// Reasons that something is not in a dump for: it was beyond a limit, so that a heap snapshot, or another dump, may
// have it.

/** Of the limits that leave out properties, elements and entries of an object that is there. */
const MEMBER_LIMITS = ['fieldCount', 'collectionSize', 'bytes', 'timeout']

/** With those that leave out the object itself. */
const LIMITS = ['depth', 'objectCount', ...MEMBER_LIMITS]

module.exports = { LIMITS, MEMBER_LIMITS }
