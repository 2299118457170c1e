'use strict'
// bluebird's tests find the promises under test, and the older way to make one, in globals that its own runner sets.

const path = require('node:path')

const Bluebird = require(path.resolve('js/debug/bluebird.js'))

Bluebird.defer = Bluebird.pending = () => {
  const deferred = {}
  deferred.promise = new Bluebird((resolve, reject) => Object.assign(deferred, { resolve, fulfill: resolve, reject }))
  return deferred
}
Bluebird.config({ cancellation: true, longStackTraces: true })
Object.assign(globalThis, { adapter: Bluebird, Promise: Bluebird })
