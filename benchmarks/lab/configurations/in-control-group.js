'use strict'
// A preload: puts the process into a control group of its own, whose limit of memory, in MB, is in the variable
// BENCH_MEMORY_LIMIT_MB. It comes before the collector, which looks for a limit at the start. Takes root.

const fs = require('node:fs')
const path = require('node:path')

const ROOT = '/sys/fs/cgroup'
const isVersion2 = fs.existsSync(path.join(ROOT, 'cgroup.controllers'))
const root = isVersion2 ? ROOT : path.join(ROOT, 'memory')

/** @returns {string} path of the process's group below `root` */
function ownPath () {
  const lines = fs.readFileSync('/proc/self/cgroup', 'utf8').split('\n')
  const line = lines.find(line => line.split(':')[1] === (isVersion2 ? '' : 'memory'))
  return line?.split(':')[2] ?? '/'
}

const outer = path.join(root, ownPath())
const own = path.join(outer, `crash-collector-bench-${process.pid}`)
try {
  fs.mkdirSync(own)
  const file = path.join(own, isVersion2 ? 'memory.max' : 'memory.limit_in_bytes')
  fs.writeFileSync(file, String(Number(process.env.BENCH_MEMORY_LIMIT_MB) * 2 ** 20))
  fs.writeFileSync(path.join(own, 'cgroup.procs'), String(process.pid))
  process.on('exit', () => {
    fs.writeFileSync(path.join(outer, 'cgroup.procs'), String(process.pid))
    fs.rmdirSync(own)
  })
} catch (error) {
  // The lab discards runs in which the collector says something, and those in which this does.
  console.error(`crash-collector: no control group can be made: ${/** @type {Error} */ (error).message}`)
}
