'use strict'

const { preloadIn, withPreload } = require('../preload')

/** @returns {import('../types').Finding[]} */
function preload () {
  const options = process.env.NODE_OPTIONS
  switch (preloadIn(options)) {
    case 'absolute':
      return [{ state: 'ok', text: 'NODE_OPTIONS of this shell has the preload' }]
    case 'byName':
      return [
        {
          state: 'note',
          text: `NODE_OPTIONS of this shell is ${options}: no Node.js starts where the package is not installed`,
          remedy: `export NODE_OPTIONS=${quoted(withPreload())}`
        }
      ]
    default:
      return [
        {
          state: 'note',
          text: 'NODE_OPTIONS of this shell has no preload; a service needs it in its environment',
          remedy: `\`npx crash-collector run node server.js\`, or export NODE_OPTIONS=${quoted(withPreload())}`
        }
      ]
  }
}

/** @param {string} text @returns {string} as a word of a POSIX shell */
function quoted (text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

module.exports = { preload }
