'use strict'
// Finds values for a flag without effect that restore V8's hash of all flags after the collector has set its own flags
// (lib/addon/v8-flags.js). V8 folds the hash over the characters of all flags that differ from their defaults. The low
// 32 bits of the hash depend only on low 32 bits, so each step can be reversed: the search goes forward from the hash
// with the collector's flags and back from the wanted hash, until both meet in the middle. This holds for V8 12 and
// later (src/flags/flags.cc, src/base/hashing.h). V8 11 mixes all 64 bits of its state at each character, and the hash
// has 32 of them, so nothing can be reversed: the texts for Node.js 20 were found by trying up to 2 ** 31 texts.

const v8 = require('node:v8')
const vm = require('node:vm')

const { FLAG, FLAG_SETS, WITHOUT_FLAGS } = require('../../lib/addon/v8-flags')

/**
 * For each of FLAG_SETS, a text that fits if V8 11 has no flags that differ from their defaults but those that Node.js
 * 20.20 and the collector set. The first was found in 2.5 s by a program in C that follows `hash_range` of
 * https://github.com/v8/v8/blob/11.3.244.8/src/base/functional.h.
 */
const FOUND_BY_TRIAL = ['coPsh', 'An9U4d']

const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(character =>
  character.charCodeAt(0)
)
const QUOTE = '"'.charCodeAt(0)

/**
 * Position of the hash in V8's code caches: SerializedCodeData in
 * https://github.com/v8/v8/blob/main/src/snapshot/code-serializer.h
 */
const FLAG_HASH_OFFSET = 12

const FACTOR = 0x5bd1e995
const FACTOR_64 = 0xc6a4a7935bd1e995n
const MASK_64 = (1n << 64n) - 1n

/** Thomas Wang's 32-bit mix function, with which V8 hashes small integers. @param {number} value */
function mix (value) {
  value = (~value + (value << 15)) | 0
  value ^= value >>> 12
  value = (value + (value << 2)) | 0
  value ^= value >>> 4
  value = Math.imul(value, 2057)
  return (value ^ (value >>> 16)) >>> 0
}

/** The number that each character contributes to the hash. */
const HASHED = Int32Array.from({ length: 128 }, (_, code) => {
  let hash = (BigInt(mix(code)) * FACTOR_64) & MASK_64
  hash ^= hash >> 47n
  return Number((hash * FACTOR_64) & 0xffffffffn) | 0
})

/** FACTOR * INVERSE is 1, modulo 2 ** 32. */
const INVERSE = (() => {
  let inverse = 1
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(FACTOR, inverse))
  return inverse
})()

/** @param {number} state @param {number} code */
const forward = (state, code) => Math.imul(state ^ HASHED[code], FACTOR)
/** @param {number} state @param {number} code */
const backward = (state, code) => Math.imul(state, INVERSE) ^ HASHED[code]

/** The states that may give a hash: its last bit is always set. @param {number} hash */
const statesOf = hash => [hash | 0, (hash & ~1) | 0]

/** @returns {number} the hash of the current flags */
function flagHash () {
  return new vm.Script(`${process.hrtime.bigint()}`).createCachedData().readUInt32LE(FLAG_HASH_OFFSET)
}

/**
 * @param {(state: number, code: number) => number} step
 * @param {number} start
 * @param {(state: number, codes: [number, number, number]) => void} visit
 */
function threeSteps (step, start, visit) {
  for (const a of CHARACTERS) {
    const first = step(start, a)
    for (const b of CHARACTERS) {
      const second = step(first, b)
      for (const c of CHARACTERS) visit(step(second, c), [a, b, c])
    }
  }
}

/**
 * @param {number} from state
 * @param {number} to state
 * @returns {string[]} texts of six characters that lead from one state to the other
 */
function textsBetween (from, to) {
  /** @type {Map<number, number[]>} */
  const middle = new Map()
  threeSteps(forward, from, (state, codes) => middle.set(state, codes))
  /** @type {string[]} */
  const texts = []
  threeSteps(backward, to, (state, [last, fifth, fourth]) => {
    const begin = middle.get(state)
    if (begin !== undefined) texts.push(String.fromCharCode(...begin, fourth, fifth, last))
  })
  return texts
}

/**
 * @param {readonly string[]} flags
 * @param {string} foundByTrial
 * @returns {string | null} a text that restores the hash when these flags are set; null if none does on this V8
 */
function findPreimage (flags, foundByTrial) {
  const before = flagHash()
  for (const flag of flags) v8.setFlagsFromString(flag)
  const after = flagHash()
  const restores = (/** @type {string} */ text) => {
    v8.setFlagsFromString(`${FLAG}=${text}`)
    return flagHash() === before
  }
  try {
    if (restores(foundByTrial)) return foundByTrial
    for (const state of statesOf(after)) {
      const from = [...`${FLAG}="`].reduce((each, character) => forward(each, character.charCodeAt(0)), state)
      for (const text of statesOf(before).flatMap(target => textsBetween(from, backward(target, QUOTE)))) {
        if (restores(text)) return text
      }
    }
    return null
  } finally {
    for (const flag of WITHOUT_FLAGS) v8.setFlagsFromString(flag)
  }
}

/** @returns {(string | null)[]} for each of FLAG_SETS, a text; null if this V8 has none */
function findPreimages () {
  return FLAG_SETS.map((flags, i) => findPreimage(flags, FOUND_BY_TRIAL[i]))
}

module.exports = { findPreimages }
