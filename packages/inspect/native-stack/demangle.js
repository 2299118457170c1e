'use strict'
// Makes a readable name from a C++ symbol, as far as its name and those of its namespaces and classes go. Arguments and
// template arguments are left out: they are longer than the rest, and the stack can be read without them.

const IDENTIFIER = /^(\d+)/
const CONSTRUCTOR = /^C[1-5]/
const DESTRUCTOR = /^D[0-5]/
/** Names that the ABI abbreviates (Itanium C++ ABI, 5.1.10). @type {Record<string, string>} */
const STANDARD = { St: 'std', Sa: 'std::allocator', Ss: 'std::string', Si: 'std::istream', So: 'std::ostream' }

/**
 * @param {string} symbol
 * @returns {string} `v8::internal::Isolate::Throw`; the symbol itself if it is no C++ name, or one of another form
 */
function demangle (symbol) {
  if (!symbol.startsWith('_Z')) return symbol
  const nested = /^_ZZ?N[rVKRO]*/.exec(symbol)
  const start = nested !== null ? nested[0].length : /^_ZL?/.exec(symbol)?.[0].length ?? 0
  const names = namesFrom(symbol.slice(start), nested !== null)
  return names.length === 0 ? symbol : names.join('::')
}

/**
 * @param {string} text
 * @param {boolean} isNested there may be several names
 * @returns {string[]}
 */
function namesFrom (text, isNested) {
  /** @type {string[]} */
  const names = []
  let rest = text
  while (rest !== '') {
    const standard = STANDARD[rest.slice(0, 2)]
    const length = IDENTIFIER.exec(rest)
    if (standard !== undefined && names.length === 0) {
      names.push(standard)
      rest = rest.slice(2)
      continue
    } else if (length !== null) {
      const from = length[0].length
      const name = rest.slice(from, from + Number(length[1]))
      names.push(name.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : name)
      rest = rest.slice(from + Number(length[1]))
    } else if (CONSTRUCTOR.test(rest) && names.length > 0) {
      names.push(names[names.length - 1])
      rest = rest.slice(2)
    } else if (DESTRUCTOR.test(rest) && names.length > 0) {
      names.push(`~${names[names.length - 1]}`)
      rest = rest.slice(2)
    } else if (rest.startsWith('L')) {
      rest = rest.slice(1) // a name of this file only
      continue
    } else {
      const after = rest.startsWith('I') ? afterTemplateArguments(rest) : undefined
      if (after === undefined) return names
      rest = after
      continue
    }
    if (!isNested && !rest.startsWith('I')) return names
  }
  return names
}

/**
 * @param {string} text begins with template arguments
 * @returns {string | undefined} what follows them; undefined if that is not certain
 */
function afterTemplateArguments (text) {
  let open = 0
  for (let i = 0; i < text.length; i++) {
    const length = IDENTIFIER.exec(text.slice(i, i + 6))
    if (length !== null) {
      i += length[0].length + Number(length[1]) - 1
    } else if (text[i] === 'L') {
      return undefined // a value, whose digits look like the length of a name
    } else if (text[i] === 'I' || text[i] === 'N' || text[i] === 'J' || text[i] === 'F' || text[i] === 'X') {
      open++
    } else if (text[i] === 'S' || text[i] === 'T') {
      i++ // an abbreviation: a letter, or digits that end with an underscore
      i += (/^[0-9A-Z]*_/.exec(text.slice(i))?.[0].length ?? 1) - 1
    } else if (text[i] === 'E') {
      open--
      if (open === 0) return text.slice(i + 1)
    }
  }
  return undefined
}

module.exports = { demangle }
