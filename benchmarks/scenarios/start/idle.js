'use strict'
// Waits, then prints the memory of the process.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

const MB = 1024 * 1024

async function main () {
  await sleep(500)
  globalThis.gc?.()
  await sleep(100)
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { moduleLoadList } = /** @type {{ moduleLoadList?: string[] }} */ (/** @type {unknown} */ (process))
  console.log(
    JSON.stringify({
      metrics: { rssMb: rss / MB, ...ownMemory(), heapMb: heapUsed / MB, builtinModules: moduleLoadList?.length ?? 0 }
    })
  )
}

/**
 * Resident memory without mapped files. Pages of files are shared with all processes that use them, and the system can
 * drop them.
 */
function ownMemory () {
  if (process.platform !== 'linux') return {}
  const [, kilobytes] = /^Anonymous: +(\d+) kB$/m.exec(fs.readFileSync('/proc/self/smaps_rollup', 'utf8')) ?? []
  return kilobytes === undefined ? {} : { ownMb: (Number(kilobytes) * 1024) / MB }
}

main()
