'use strict'
// Loads the modules of Node.js that a service loads before it listens.

for (const name of [
  'http',
  'https',
  'net',
  'tls',
  'zlib',
  'crypto',
  'child_process',
  'worker_threads',
  'readline',
  'http2',
  'stream',
  'dns'
]) {
  require(`node:${name}`)
}
