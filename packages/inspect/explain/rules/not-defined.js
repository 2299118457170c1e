'use strict'
// Explains "x is not defined": names a variable in scope that is spelled almost alike, or the data of a template.

const { shortMessage } = require('../error-properties')
const { nearestName } = require('../nearest-name')
const { throwScene } = require('../scene')
const { cut } = require('../../text/terminal-text')
const { inCode } = require('../words')

const MAX_NAMES = 100

/** @type {import('../types').Rule} */
const notDefined = {
  name: 'not-defined',
  explain (dump) {
    // Engines of templates put the place before it.
    const name = /(?:^|\n)(\S+) is not defined$/.exec(shortMessage(dump))?.[1]
    const scene = name === undefined || dump.exception?.className !== 'ReferenceError' ? null : throwScene(dump)
    if (name === undefined || scene === null) return undefined
    const identifier = scene.path[scene.path.length - 1]
    if (identifier?.type !== 'Identifier' || identifier.name !== name) return undefined
    const names = scene.frame.scopeChain
      .filter(({ type }) => type !== 'global')
      .flatMap(scope => dump.scope(scope).variables.map(each => each.name))
    if (names.includes(name)) return undefined
    const nearest = nearestName(name, names)
    if (nearest !== undefined) return `nothing here is called ${inCode(name)}; there is ${inCode(nearest)}`
    const data = dataOf(scene.frame)
    return data.length === 0
      ? undefined
      : `nothing here is called ${inCode(name)}; the data has ${cut(data.map(inCode).join(', '), MAX_NAMES)}`
  }
}

/**
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @returns {string[]} names in the object of a `with`, which compiled templates have around them
 */
function dataOf ({ scopeChain }) {
  const scope = scopeChain.find(({ type }) => type === 'with')
  return (scope?.variables ?? []).map(({ name }) => name)
}

module.exports = { notDefined }
