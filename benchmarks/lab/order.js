'use strict'
// In which order a round runs its configurations. What comes later, or after a costly one, meets another machine; so
// over the rounds each takes each place and follows each other about equally often: a Williams design, whose rows and
// names are shuffled.

const { createHash } = require('node:crypto')

/**
 * @param {string[]} names
 * @param {number} index of the round among those with the same names, from 0
 * @param {string} seed
 * @returns {string[]} the same for the same arguments; over `2 * names.length` rounds balanced exactly
 */
function ordered (names, index, seed) {
  const count = names.length
  const rows = 2 * count
  if (count === 0) return []
  const row = shuffled(
    Array.from({ length: rows }, (_, row) => row),
    `${seed}\n${Math.floor(index / rows)}`
  )[index % rows]
  // 0, 1, -1, 2, -2 …: of an even number, all steps from one to the next differ, so in `count` rows each follows each
  // other once.
  const places = names.map((_, place) => (row + (place % 2 === 0 ? count - place / 2 : (place + 1) / 2)) % count)
  // Of an odd number, the steps are balanced only together with those of the rows read backwards.
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
