'use strict'

const MAX_STEPS = 8

/**
 * How an object of a heap summary is reached, as one would write it.
 * @param {{ edge: string, className: string }[]} path from the roots of the heap
 * @returns {string}
 */
function retainerPath (path) {
  // How V8 hangs its roots up says nothing, nor how it gets from there to the global object.
  const root = path.findLastIndex(({ className }) => /^(\(|global\b)/.test(className))
  const names = path.slice(root + 1).map(({ edge }) => edge)
  return (names.length > MAX_STEPS ? ['…', ...names.slice(-MAX_STEPS)] : names).join('.')
}

module.exports = { retainerPath }
