'use strict'
// Makes random functions that declare variables in loops, blocks, cases and patterns, and stop somewhere in between.

const { RandomNumbers } = require('../../../native/random-numbers')

/** How the function stops: at a call that it has made, at an await, or at a yield. */
const STOPS = /** @type {const} */ (['call', 'await', 'yield'])

/** @typedef {typeof STOPS[number]} Stop */

const MAX_DEPTH = 4

class ProgramMaker {
  #random
  #stop
  #count = 0
  /** Names that may be used again by an inner block. @type {string[]} */
  names = []

  /**
   * @param {RandomNumbers} random
   * @param {Stop} stop
   */
  constructor (random, stop) {
    this.#random = random
    this.#stop = stop
  }

  /** @returns {string} text of an expression whose value is the function `subject` */
  subject () {
    const parameters = ['call', 'await'].includes(this.#stop)
      ? this.#random.pick([() => '', () => this.#parameters()])()
      : ''
    const body = this.#statements(0)
    const word = { call: 'function', await: 'async function', yield: 'function*' }[this.#stop]
    return `${word} subject (${parameters}) {\n${body}\n}`
  }

  /** @param {string} [word] before the name */
  #name (word = 'v') {
    const reuse = this.names.length > 0 && this.#random.chance(0.15)
    const name = reuse ? this.#random.pick(this.names) : `${word}${this.#count++}`
    if (!reuse) this.names.push(name)
    return name
  }

  /** An expression in which the function may stop. `R` gets an argument that reads its variables. */
  #hit () {
    return { call: 'hit(R)', await: '(await hit(R))', yield: '(yield R)' }[this.#stop]
  }

  #value () {
    return this.#random.chance(0.6) ? this.#hit() : String(1000 + this.#random.below(1000))
  }

  /** The default of a parameter cannot await. */
  #parameters () {
    const value = this.#stop === 'await' ? () => '1' : () => this.#value()
    const [a, b, c] = [this.#name('p'), this.#name('p'), this.#name('p')]
    if (new Set([a, b, c]).size < 3) return ''
    return this.#random.pick([`${a}, ${b}`, `${a}, ${b} = ${value()}, ${c} = ${value()}`, `{ ${a} = ${value()} } = {}`])
  }

  /**
   * @param {boolean} isAsking true if the function may stop where the value is asked. What reads the variables stands
   *   in the value, so it must see the names of the pattern
   * @returns {{ pattern: string, value: string, names: string[] }} a pattern and what it takes apart
   */
  #pattern (isAsking) {
    const [a, b, c] = [this.#name(), this.#name(), this.#name()]
    if (new Set([a, b, c]).size < 3) return { pattern: a, value: this.#value(), names: [a] }
    const asked = isAsking && this.#stop === 'call' ? `getters(() => ${this.#hit()})` : '{ a: 1, b: 2 }'
    const items = isAsking && this.#stop === 'call' ? `items(() => ${this.#hit()})` : '[1, 2, 3]'
    return this.#random.pick([
      { pattern: `{ a: ${a}, b: ${b}, c: ${c} = ${this.#value()} }`, value: asked, names: [a, b, c] },
      { pattern: `[${a}, ${b}, ${c} = ${this.#value()}]`, value: items, names: [a, b, c] },
      { pattern: `[${a}, ${b} = ${this.#value()}, ...${c}]`, value: '[7]', names: [a, b, c] },
      {
        pattern: `{ x: { y: ${a}, z: ${b} = ${this.#value()} } = { y: ${this.#value()} }, w: ${c} = ${this.#value()} }`,
        value: '{}',
        names: [a, b, c]
      }
    ])
  }

  /** @param {number} depth */
  #statements (depth) {
    /** @type {Set<string>} */
    const own = new Set()
    const lines = []
    const number = 1 + this.#random.below(4)
    for (let i = 0; i < number; i++) lines.push(this.#statement(depth, own))
    if (own.size > 0) lines.push(`use(${[...own].join(', ')})`)
    if (own.size > 0 && this.#random.chance(0.3)) lines.push(`use(() => ${this.#random.pick([...own])})`)
    return lines.join('\n')
  }

  /**
   * @param {number} depth
   * @param {Set<string>} own gets the names that the block declares
   * @returns {string}
   */
  #statement (depth, own) {
    const declares = depth >= MAX_DEPTH || this.#random.chance(0.5)
    if (declares) return this.#declaration(own)
    const block = () => `{\n${this.#statements(depth + 1)}\n}`
    const round = this.#name('n')
    if (own.has(round)) return 'use(0)'
    const word = this.#random.pick(['const', 'let'])
    return this.#random.pick([
      block,
      () => `for (${word} ${round} of [${this.#value()}, ${this.#value()}]) ${block()}`,
      () => `for (${word} ${round} in { a: 1, b: 2 }) ${block()}`,
      () => `for (let ${round} = 0; ${round} < 2 + 0 * ${this.#value()}; ${round}++) ${block()}`,
      () => `{ let ${round} = 2; while (${round}-- > 0) ${block()} }`,
      () => `{ let ${round} = 2; do ${block()} while (--${round} > 0 * ${this.#value()}) }`,
      () => `for (const ${round} of [0, 1, 2]) { if (${round} === 1) continue; ${this.#statements(depth + 1)} }`,
      () => `for (const ${round} of [0, 1, 2]) ${this.#switch(round, depth)}`,
      () => `try ${block()} finally ${block()}`,
      () => {
        const { pattern, value } = this.#pattern(false)
        return `try { throw ${value} } catch (${pattern}) ${block()}`
      },
      () => {
        const { pattern, value } = this.#pattern(false)
        return `for (${word} ${pattern} of [${value}, ${value}]) ${block()}`
      }
    ])()
  }

  /**
   * @param {string} round
   * @param {number} depth
   */
  #switch (round, depth) {
    // A name is declared once in all of the cases.
    const before = this.names
    this.names = []
    const cases = [0, 1, 2].map(
      number => `case ${number} + 0 * ${this.#value()}:\n${this.#statements(depth + 1)}\n` +
        this.#random.pick(['break', 'continue', '{ break }', ''])
    )
    this.names = before
    return `{ switch (${round}) {\n${cases.join('\n')}\n} }`
  }

  /** @param {Set<string>} own */
  #declaration (own) {
    const kind = this.#random.pick(['const', 'let', 'const', 'let', 'class', 'pattern', 'two', 'var'])
    const free = () => {
      const name = this.#name()
      if (own.has(name)) return undefined
      own.add(name)
      return name
    }
    const [a, b] = [free(), free()]
    if (a === undefined || b === undefined) return `use(${this.#value()})`
    if (kind === 'class') {
      own.delete(b)
      return `class ${a} { [${this.#value()}] () {} }`
    }
    if (kind === 'two') return `const ${a} = ${this.#value()}, ${b} = ${this.#value()}`
    if (kind === 'pattern') {
      own.delete(a)
      own.delete(b)
      const { pattern, value, names } = this.#pattern(true)
      if (names.some(name => own.has(name))) return `use(${this.#value()})`
      for (const name of names) own.add(name)
      return `const ${pattern} = ${value}`
    }
    own.delete(b)
    if (kind === 'var') {
      own.delete(a)
      const name = `var${this.#count++}`
      this.names.push(name)
      return `var ${name} = ${this.#value()}\nuse(${name})`
    }
    return `${kind} ${a} = ${this.#value()}`
  }
}

/**
 * @param {number} seed
 * @returns {{ stop: Stop, text: string, names: string[], stopAt: number }} text: with `R` where an argument reads the
 *   variables. stopAt: a random number, of which the rest of the division by the number of possible stops counts
 */
function makeProgram (seed) {
  const random = new RandomNumbers(seed)
  const stop = STOPS[seed % STOPS.length]
  const maker = new ProgramMaker(random, stop)
  const text = maker.subject()
  return { stop, text, names: [...new Set(maker.names)], stopAt: random.below(1 << 20) }
}

module.exports = { makeProgram }
