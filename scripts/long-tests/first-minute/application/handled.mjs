// An ES module that calls the API.

import { annotate, capture } from 'crash-collector'

/** @param {string} sku */
function stockOf (sku) {
  throw new Error(`nobody counted ${sku}`)
}

annotate('release', '1.0.0')
try {
  stockOf('cup')
} catch (error) {
  console.log(capture(error) === null ? 'no dump' : 'a dump')
}
