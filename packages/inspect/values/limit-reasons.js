'use strict'
// Lists the reasons that are limits. Values that are missing because of a limit may be in a heap snapshot or in another
// dump.

/** Limits that leave out properties, elements and entries of an object that is in the dump. */
const MEMBER_LIMITS = ['fieldCount', 'collectionSize', 'bytes', 'timeout']

/** The same, and limits that leave out whole objects. */
const LIMITS = ['depth', 'objectCount', ...MEMBER_LIMITS]

module.exports = { LIMITS, MEMBER_LIMITS }
