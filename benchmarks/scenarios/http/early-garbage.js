'use strict'
// Allocates and forgets some tens of MB between the start of a service and its first request, as whatever a real one
// does there.

const OBJECTS = 400_000

setImmediate(() => {
  /** @type {unknown} */
  let last
  for (let i = 0; i < OBJECTS; i++) last = { i, list: [i], text: `object ${i}` }
  return last
})
