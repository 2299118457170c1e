'use strict'
// Node.js keeps the stores of all AsyncLocalStorages in one Map, by their storages. Its class is AsyncContextFrame.
// Worked around in src/bindings/async_context_binding.cc and src/walk/records/contents_writer.h.
// Node.js 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
const AsyncContextFrame = require('internal/async_context_frame')
const storage = new (require('node:async_hooks').AsyncLocalStorage)()
storage.run('store', () => {
  const frame = AsyncContextFrame.current()
  console.log(require('node:util').types.isMap(frame), frame.constructor.name, Map.prototype.get.call(frame, storage))
})`
const { stdout } = spawnSync(process.execPath, ['--expose-internals', '-e', text], { encoding: 'utf8' })
assert.equal(stdout, 'true AsyncContextFrame store\n', 'there is no such Map: asyncContext() and by_storage_ may go')
