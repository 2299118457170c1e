'use strict'
// Makes a random program of functions that call each other until the last one fails. Each function tells `note` what
// its variables are at its call, as the last argument of it.

/** @param {number} seed @returns {() => number} numbers below 1 */
function createRandom (seed) {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PARAMETERS = [
  (/** @type {string} */ name) => name,
  (/** @type {string} */ name) => name,
  (/** @type {string} */ name) => name,
  (/** @type {string} */ name) => name,
  (/** @type {string} */ name) => `${name} = make()`,
  (/** @type {string} */ name) => `{ v: ${name} } = {}`
]

/** What a function may do with a parameter before its call. */
const USES = [
  () => '',
  () => '',
  () => '',
  () => '',
  (/** @type {string} */ name) => `${name} = make()`,
  (/** @type {string} */ name) => `if (on) ${name} = make()`,
  (/** @type {string} */ name) => `;({ v: ${name} } = { v: make() })`,
  (/** @type {string} */ name) => `;[${name} = make()] = []`,
  (/** @type {string} */ name) => `for (${name} of [make()]) use(${name})`,
  (/** @type {string} */ name) => `var ${name} = make()`,
  () => 'arguments[0] = make()',
  (/** @type {string} */ name) => `use(() => { ${name} = make() })`,
  (/** @type {string} */ name) => `use(${name} => { ${name} = 1 })`,
  (/** @type {string} */ name) => `eval('${name} = make()')`
]

const DECLARATIONS = [
  (/** @type {string} */ name) => `const ${name} = make()`,
  (/** @type {string} */ name) => `const ${name} = make()`,
  (/** @type {string} */ name) => `const ${name} = { v: make() }`,
  (/** @type {string} */ name) => `let ${name} = make()`,
  (/** @type {string} */ name) => `let ${name} = 1; ${name} = make()`,
  (/** @type {string} */ name) => `var ${name} = make()`,
  (/** @type {string} */ name) => `let ${name} = make(); changes.push(() => { ${name} = make() })`
]

/** Ways to call function `f`; `o` has it as a method, and a bound one passes a value first. */
const CALLS = [
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `o.${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `o?.${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `o['${f}'](${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `(0, o.${f})(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}?.(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}.call(o, ${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `${f}.apply(o, [${args}])`,
  (/** @type {string} */ f, /** @type {string} */ args) => `bound.${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `through(${f})(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `proxied.${f}(${args})`,
  (/** @type {string} */ f, /** @type {string} */ args) => `Reflect.apply(${f}, o, [${args}])`,
  (/** @type {string} */ f, /** @type {string} */ args) => `[0].map(() => ${f}(${args}))[0]`
]

const FIXED = ["'text'", '1', '-2', 'null', 'true', 'undefined', 'FIXED', 'moving', '`t`']

/**
 * @param {number} seed
 * @returns {{ text: string, names: string[] }} names of the functions, the outermost first
 */
function makeProgram (seed) {
  const random = createRandom(seed)
  /** @template T @param {T[]} list @returns {T} */
  const pick = list => list[Math.floor(random() * list.length)]
  const count = 2 + Math.floor(random() * 4)
  const isAsync = random() < 0.45
  const names = Array.from({ length: count }, (_, i) => `f${i}`)
  const functions = names.map((name, i) => {
    const isAwaiting = isAsync && (i < count - 1 || random() < 0.5) && random() < 0.9
    const parameters = Array.from({ length: Math.floor(1 + random() * 3) }, (_, n) => `p${i}_${n}`)
    const locals = Array.from({ length: Math.floor(random() * 3) }, (_, n) => `v${i}_${n}`)
    const isOdd = random() < 0.25
    const uses = parameters.map(each => (isOdd ? pick(USES)(each) : ''))
    const lines = [...uses, ...locals.map(each => pick(DECLARATIONS)(each))]
    const variables = [...parameters, ...locals]
    lines.push(...variables.map(each => `use(${each})`))
    const tell = `note('${name}', { ${variables.join(', ')} }, tag)`
    const argument = () => {
      const found = random()
      if (variables.length > 0 && found < 0.8) return pick(variables)
      if (found < 0.86) return pick(FIXED)
      const changed = variables.filter(each => !lines.some(line => line.startsWith(`const ${each} `)))
      if (changed.length > 0 && found < 0.9) return `${pick(changed)} = make()`
      return found < 0.94 ? '...[make(), make()]' : 'make()'
    }
    const declared = parameters.map(each => (random() < 0.85 ? each : pick(PARAMETERS)(each)))
    if (random() < 0.1) declared.push('...rest')
    const head = `${isAwaiting ? 'async ' : ''}function ${name} (${declared.join(', ')}) { const tag = nextTag()`
    const begins = isAwaiting && random() < 0.5 ? 'await null' : ''
    if (i === count - 1) {
      return `${head}\n${begins}\n${lines.join('\n')}\n${tell}\nif (fails.now) fail()\nreturn use(tag)\n}`
    }
    // A function that calls itself first, as often as `rounds` says.
    const isRecursive = random() < 0.15
    const args = Array.from({ length: 1 + Math.floor(random() * 3) }, argument)
    const call = (/** @type {string} */ f) => {
      const made = pick(random() < 0.5 ? CALLS.slice(0, 8) : CALLS)(f, [...args, tell].join(', '))
      if (!isAwaiting) return `result = ${made}`
      const awaited = `result = await ${made}`
      return pick([awaited, awaited, awaited, `return ${made}`, `result = await Promise.resolve(${made})`,
        `result = ${made}; await result`])
    }
    const before = random() < 0.15 ? 'for (const change of changes) change()' : ''
    const body = isRecursive
      ? `if (rounds.left-- > 0) { ${call(name)} } else { ${call(names[i + 1])} }`
      : pick([call(names[i + 1]), `for (const round of [1]) { ${call(names[i + 1])}; use(round) }`,
        `try { ${call(names[i + 1])} } finally { use(1) }`])
    const ends = random() < 0.9 ? 'return [tag, result]' : 'return use(tag, result)'
    return [head, begins, 'let result', ...lines, before, body, ends, '}'].join('\n')
  })
  const text = `module.exports = ({ note, make, use, fail, fails, rounds, nextTag, changes, on, through }) => {
    const FIXED = 'fixed'
    let moving = 'moving'
    changes.push(() => { moving = 'moved' })
    ${functions.join('\n')}
    const o = { ${names.join(', ')} }
    const bound = { ${names.map(name => `${name}: ${name}.bind(o, 'first')`).join(', ')} }
    const proxied = { ${names.map(name => `${name}: new Proxy(${name}, {})`).join(', ')} }
    return o
  }`
  return { text, names }
}

module.exports = { makeProgram }
