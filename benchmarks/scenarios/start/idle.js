'use strict'
// Waits, then prints the memory of the process.

const { setTimeout: sleep } = require('node:timers/promises')

const { ownMemory } = require('../../lab/process/own-memory')

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

main()
