'use strict'

/** @param {{ stars: number[] }} product */
function rate ({ stars }) {
  if (stars.length === 0) {
    return 0
  }
  return stars.reduce((sum, each) => sum + each, 0) / stars.length
}

module.exports = { rate }
