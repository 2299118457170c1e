'use strict'
// Waits, then prints what the process holds.

const { setTimeout: sleep } = require('node:timers/promises')

const MB = 1024 * 1024

async function main () {
  await sleep(500)
  globalThis.gc?.()
  await sleep(100)
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { moduleLoadList } = /** @type {{ moduleLoadList?: string[] }} */ (/** @type {unknown} */ (process))
  console.log(JSON.stringify({ metrics: { rssMb: rss / MB, heapMb: heapUsed / MB, builtinModules: moduleLoadList?.length ?? 0 } }))
}

main()
