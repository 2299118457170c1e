'use strict'
// Counts the objects of each class, in the pages of the heap: a heap snapshot of V8 would need as much memory again,
// and there is little left. The last count of this thread is kept, so that the next dump tells which classes have
// grown.

const { ArrayIncludes, Number, hrtime } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-functions').HeapFunctions} HeapFunctions */

/** Triggers of dumps that tell what the memory is full of. */
const OF_FULL_MEMORY = ['outOfMemory', 'memoryLimit']

/**
 * @typedef {{ className: string, count: number, shallowBytes: number }} ClassCount
 * @typedef {{ totalBytes: number, classes: ClassCount[] }} Counts
 */

/** @type {Counts & { atNs: bigint } | null} */
let last = null

/** @param {import('../../../packages/shared/dump/terms').Trigger} trigger */
const isMemoryShort = trigger => ArrayIncludes(OF_FULL_MEMORY, trigger)

/**
 * @param {HeapFunctions} native
 * @param {number} maxClasses
 * @param {bigint} deadlineNs of process.hrtime
 * @returns
 *   {(Counts & { nodes: number, classesLeftOut: number, complete: boolean, before?: Counts & { ageMs: number } })
 *     | null}
 *   null when the heap cannot be read; before: the last count, unless this one is not complete
 */
function countHeap (native, maxClasses, deadlineNs) {
  const leftMs = Number(deadlineNs - hrtime()) / 1e6
  const counted = native.heapHistogram(maxClasses, leftMs > 0 ? leftMs : 0)
  // In a worker that is being terminated Node-API sets no properties. This one is set last.
  if (counted?.complete === undefined) return null
  if (!counted.complete) return counted
  const { totalBytes, classes } = counted
  const atNs = hrtime()
  const before =
    last === null
      ? undefined
      : { ageMs: Number(atNs - last.atNs) / 1e6, totalBytes: last.totalBytes, classes: last.classes }
  last = { atNs, totalBytes, classes }
  return { ...counted, before }
}

module.exports = { countHeap, isMemoryShort }
