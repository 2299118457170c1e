'use strict'
// Tells by which code a file was woven, so that tables of other code are not taken. In the preload's bundle a digest of
// these files stands here instead.

const { nodeBuiltins, version } = require('../preload')

const { join, readdirSync, statSync } = nodeBuiltins

/** @returns {string} differs if other code of this package weaves */
function weavingVersion () {
  const folder = join(__dirname, '..', 'weaving')
  const states = readdirSync(folder).map(name => {
    const { mtimeMs, size } = statSync(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })
  // Package managers give all files of a package the same time.
  return [version, ...states].join(' ')
}

module.exports = { weavingVersion }
