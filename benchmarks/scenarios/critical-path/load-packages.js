'use strict'
// Loads express and fastify and prints the CPU time of the whole process until then for each 1,000 lines of theirs.

const fs = require('node:fs')
const { createRequire } = require('node:module')

const fromHere = createRequire(__filename)
fromHere('express')
fromHere('fastify')

const { user, system } = process.cpuUsage()
const files = Object.keys(require.cache).filter(file => file.endsWith('.js'))
const lines = files.reduce((sum, file) => sum + fs.readFileSync(file, 'utf8').split('\n').length, 0)
console.log(JSON.stringify({
  metrics: { startPer1000LinesMs: (user + system) / lines },
  details: { files: files.length, lines }
}))
