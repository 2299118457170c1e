'use strict'
// Allocates and drops some tens of MB between the start of a service and its first request, as the code of a real
// service would.

const OBJECTS = 400_000

setImmediate(() => {
  /** @type {unknown} */
  let last
  for (let i = 0; i < OBJECTS; i++) last = { i, list: [i], text: `object ${i}` }
  return last
})
