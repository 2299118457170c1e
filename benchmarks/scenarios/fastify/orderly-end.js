'use strict'
// Put before servers that know no end of their own, so that what is written at exit is written.

process.once('SIGTERM', () => process.exit(0))
