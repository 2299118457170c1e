'use strict'
// Prints the CPU time of the whole process until now.

const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ metrics: { startMs: (user + system) / 1000 } }))
