'use strict'
// Explains "x is not defined": names a variable in scope that is spelled almost alike.

const { nearestName } = require('../nearest-name')
const { throwScene } = require('../scene')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const notDefined = {
  name: 'not-defined',
  explain (dump) {
    const name = /^(\S+) is not defined$/.exec(dump.exception?.message ?? '')?.[1]
    const scene = name === undefined || dump.exception?.className !== 'ReferenceError' ? null : throwScene(dump)
    if (name === undefined || scene === null) return undefined
    const identifier = scene.path[scene.path.length - 1]
    if (identifier?.type !== 'Identifier' || identifier.name !== name) return undefined
    const names = scene.frame.scopeChain
      .filter(({ type }) => type !== 'global')
      .flatMap(scope => dump.scope(scope).variables.map(each => each.name))
    if (names.includes(name)) return undefined
    const nearest = nearestName(name, names)
    return nearest === undefined ? undefined : `nothing here is called ${inCode(name)}; there is ${inCode(nearest)}`
  }
}

module.exports = { notDefined }
