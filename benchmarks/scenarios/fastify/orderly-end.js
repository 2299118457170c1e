'use strict'
// Preloaded into servers that don't handle SIGTERM, so that what is written at exit is written.

process.once('SIGTERM', () => process.exit(0))
