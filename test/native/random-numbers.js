'use strict'
// Random choices that a seed repeats.

class RandomNumbers {
  /** @param {number} seed */
  constructor (seed) {
    this.state = seed >>> 0
  }

  /** From 0 on, below 1. The generator is mulberry32. */
  next () {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** @param {number} count @returns {number} from 0 to count - 1 */
  below (count) {
    return Math.floor(this.next() * count)
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick (list) {
    return list[this.below(list.length)]
  }

  /** @param {number} probability */
  chance (probability) {
    return this.next() < probability
  }
}

module.exports = { RandomNumbers }
