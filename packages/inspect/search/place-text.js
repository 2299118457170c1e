'use strict'
// The place of a value in a dump as text: `#0 order.lines[0]`.

const { plain } = require('../text/terminal-text')

/** Roots that are values themselves. A path in a frame or a task begins with a variable instead. */
const VALUE_ROOT = /^(?:exception$|cause \d+$|process$|async store )/

/** @param {{ root: string, path: string }} found */
function placeText ({ root, path }) {
  if (path === '') return plain(root)
  if (!VALUE_ROOT.test(root)) return plain(`${root} ${path}`)
  return plain(/^[.[]/.test(path) ? root + path : `${root}.${path}`)
}

module.exports = { placeText }
