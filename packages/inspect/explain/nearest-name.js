'use strict'
// Finds the name that was probably meant: the only one that is spelled almost alike.

const MAX_NAMES = 500

/**
 * @param {string} name
 * @param {Iterable<string>} names
 * @returns {string|undefined}
 */
function nearestName (name, names) {
  const allowed = name.length >= 6 ? 2 : name.length >= 3 ? 1 : 0
  let best = allowed + 1
  /** @type {string[]} */
  let found = []
  let count = 0
  for (const each of new Set(names)) {
    if (++count > MAX_NAMES) return undefined
    if (each === name || Math.abs(each.length - name.length) > 2 || each.length > 100) continue
    const distance = each.toLowerCase() === name.toLowerCase() ? 0.5 : distanceOf(name, each)
    if (distance > best) continue
    if (distance < best) found = []
    best = distance
    if (distance <= allowed || distance === 0.5) found.push(each)
  }
  return found.length === 1 ? found[0] : undefined
}

/**
 * The edit distance of two names, in insertions, deletions, replacements and swaps of neighbours.
 * @param {string} a
 * @param {string} b
 */
function distanceOf (a, b) {
  /** @type {number[][]} */
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array(b.length).fill(0)])
  for (let j = 1; j <= b.length; j++) rows[0][j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1)
      }
    }
  }
  return rows[a.length][b.length]
}

module.exports = { nearestName }
