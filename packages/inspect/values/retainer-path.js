'use strict'
// Formats the path from the roots of the heap to an object of a heap summary.

const MAX_STEPS = 8

/**
 * The path to an object in the notation of JavaScript.
 * @param {{ edge: string, className: string }[]} path from the roots of the heap
 * @returns {string}
 */
function retainerPath (path) {
  // The steps among V8's roots and from there to the global object are left out, because they tell users nothing.
  const root = path.findLastIndex(({ className }) => /^(\(|global\b)/.test(className))
  const names = path.slice(root + 1).map(({ edge }) => edge)
  return (names.length > MAX_STEPS ? ['…', ...names.slice(-MAX_STEPS)] : names).join('.')
}

module.exports = { retainerPath }
