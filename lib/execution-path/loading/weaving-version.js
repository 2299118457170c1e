'use strict'
// Tells by which code a file was woven, so that tables of other code are not taken. In the preload's bundle the digest
// of these files stands here instead.

const { ownFile } = require('../../addon/own-files')
const { statSync } = require('../../safe/node-builtins')

/** The files that determine what is inserted. */
const WEAVING = ['templates.js', 'visit.js', 'weave.js']

/** @returns {string} differs if other code of this package weaves */
function weavingVersion () {
  const states = WEAVING.map(name => {
    const { mtimeMs, size } = statSync(ownFile('lib', 'execution-path', 'weaving', name))
    return `${size}.${mtimeMs}`
  })
  // Package managers give all files of a package the same time.
  return [require(ownFile('package.json')).version, ...states].join(' ')
}

module.exports = { WEAVING, weavingVersion }
