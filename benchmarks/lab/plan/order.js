'use strict'
// Orders the configurations within a round. A run meets another state of the machine if it is later, or after a costly
// configuration. Therefore each configuration takes each place, and follows each other one, about equally often over
// the rounds: a Williams design with shuffled rows and names.

const { createHash } = require('node:crypto')

/**
 * @param {string[]} names
 * @param {number} index number of the round among those with the same names, from 0
 * @param {string} seed
 * @returns {string[]} equal for equal arguments; over `2 * names.length` rounds exactly balanced
 */
function ordered (names, index, seed) {
  const count = names.length
  const rows = 2 * count
  if (count === 0) return []
  const row = shuffled(
    Array.from({ length: rows }, (_, row) => row),
    `${seed}\n${Math.floor(index / rows)}`
  )[index % rows]
  // The places are 0, 1, -1, 2, -2 …, modulo the count. For an even count all steps from one to the next differ, so in
  // `count` rows each configuration follows each other one once.
  const places = names.map((_, place) => (row + (place % 2 === 0 ? count - place / 2 : (place + 1) / 2)) % count)
  // For an odd count, the steps are balanced only together with those of the reversed rows.
  if (row >= count) places.reverse()
  const relabelled = shuffled(names, seed)
  return places.map(place => relabelled[place])
}

/**
 * @template {string | number} T
 * @param {T[]} items
 * @param {string} seed
 * @returns {T[]}
 */
function shuffled (items, seed) {
  return items
    .map(item => ({ item, key: createHash('sha256').update(`${seed}\n${item}`).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)
}

module.exports = { ordered }
