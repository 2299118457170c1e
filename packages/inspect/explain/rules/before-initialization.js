'use strict'
// Explains "Cannot access 'x' before initialization": says where x is used and where it is declared.

const { declarationOf } = require('../../source/declarations')
const { throwScene } = require('../scene')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const beforeInitialization = {
  name: 'before-initialization',
  explain (dump) {
    const name = /^Cannot access '(.+)' before initialization$/.exec(dump.exception?.message ?? '')?.[1]
    const scene = name === undefined ? null : throwScene(dump)
    if (name === undefined || scene === null) return undefined
    const declaration = declarationOf(name, scene.path)
    if (declaration === undefined || !['const', 'let', 'class'].includes(declaration.kind)) return undefined
    const line = scene.lineOf(declaration.id)
    const shown = scene.textOf(declaration.id)
    const order =
      declaration.id.start > scene.offset
        ? 'further down, and that line has not run yet'
        : 'and that line is not done yet'
    return (
      `${inCode(shown)} is used on line ${scene.line}, ` +
      `but \`${declaration.kind} ${shown}\` stands on line ${line}, ${order}`
    )
  }
}

module.exports = { beforeInitialization }
