'use strict'

const MAX_STEPS = 8

/**
 * The path to an object of a heap summary, as people write it.
 * @param {{ edge: string, className: string }[]} path from the roots of the heap
 * @returns {string}
 */
function retainerPath (path) {
  // The part of the path among V8's roots says nothing, nor does the part from there to the global object.
  const root = path.findLastIndex(({ className }) => /^(\(|global\b)/.test(className))
  const names = path.slice(root + 1).map(({ edge }) => edge)
  return (names.length > MAX_STEPS ? ['…', ...names.slice(-MAX_STEPS)] : names).join('.')
}

module.exports = { retainerPath }
