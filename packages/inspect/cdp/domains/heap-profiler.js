'use strict'
// The HeapProfiler domain: sends the heap snapshot that the dying process left beside its dump, as if taken now.

const fs = require('node:fs')
const { StringDecoder } = require('node:string_decoder')
const { heapSnapshotPath } = require('crash-collector-shared/dump/store')
const { heapSnapshotText } = require('../../heap-snapshot/unpack')
const { ProtocolError } = require('../protocol-error')

/** @typedef {import('./types').Replay} Replay */

/** The largest unpacked snapshot that is sent: no heap of Node.js is larger, and no front end can hold more. */
const MAX_BYTES = 8 * 1024 ** 3
const WITHOUT =
  'this dump has no heap snapshot: CRASH_COLLECTOR_HEAP=snapshot makes a dying process write one beside its dump'

/**
 * @param {Replay} replay
 * @param {{ maxBytes?: number }} [limits]
 * @returns {Record<string, import('./types').Method>}
 */
function heapProfilerMethods (replay, { maxBytes = MAX_BYTES } = {}) {
  const file = heapSnapshotPath(replay.dump.file)
  return {
    'HeapProfiler.enable': () => ({}),
    'HeapProfiler.disable': () => ({}),
    'HeapProfiler.collectGarbage': () => ({}),
    async 'HeapProfiler.takeHeapSnapshot' ({ reportProgress }) {
      const total = fs.lstatSync(file, { throwIfNoEntry: false })
      if (total?.isFile() !== true) {
        // DevTools does not show the error of the answer (`takeHeapSnapshot` in
        // https://github.com/ChromeDevTools/devtools-frontend/blob/03ca595765/front_end/core/sdk/HeapProfilerModel.ts),
        // so the console says why there is no snapshot.
        replay.say('warning', `crash-collector: ${WITHOUT}`)
        throw new ProtocolError(WITHOUT)
      }
      await sendSnapshot(replay, file, { total: total.size, reportProgress: reportProgress === true, maxBytes })
      return {}
    }
  }
}

/**
 * @param {Replay} replay
 * @param {string} file
 * @param {{ total: number, reportProgress: boolean, maxBytes: number }} options
 */
async function sendSnapshot (replay, file, { total, reportProgress, maxBytes }) {
  // The snapshot exists already, but DevTools reads chunks only after the progress event with `finished`
  // (`prepareToLoad` in HeapSnapshotView.ts,
  // https://github.com/ChromeDevTools/devtools-frontend/tree/61b7a00ff2/front_end/panels/profiler).
  if (reportProgress) {
    for (const done of [0, total]) {
      replay.emit('HeapProfiler.reportHeapSnapshotProgress', { done, total, finished: done === total })
    }
  }
  const decoder = new StringDecoder('utf8')
  let bytes = 0
  try {
    for await (const part of heapSnapshotText(file)) {
      bytes += part.length
      if (bytes > maxBytes) throw new ProtocolError(`the heap snapshot unpacks to more than ${maxBytes} bytes`)
      const chunk = decoder.write(part)
      // Chunks are sent one at a time, so that a big heap is never in memory as a whole.
      if (chunk !== '') await replay.deliver('HeapProfiler.addHeapSnapshotChunk', { chunk })
    }
  } catch (error) {
    throw error instanceof ProtocolError
      ? error
      : new ProtocolError(error instanceof Error ? error.message : String(error))
  }
}

module.exports = { heapProfilerMethods }
