'use strict'
// spdy reaches for a binding of Node.js that is gone since Node.js 24. restify loads it even when nobody asks for SPDY;
// the benchmarked server never calls it.

module.exports = {
  createServer () {
    throw new Error('spdy is not installed: see benchmarks/stand-ins/spdy')
  }
}
