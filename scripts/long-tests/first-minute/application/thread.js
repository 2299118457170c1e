'use strict'
// Starts a worker whose program dies, and lives on.

const path = require('node:path')
const { Worker } = require('node:worker_threads')

new Worker(path.join(__dirname, 'server.js')).on('error', ({ message }) => console.log(`the worker died: ${message}`))
