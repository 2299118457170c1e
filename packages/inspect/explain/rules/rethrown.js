'use strict'
// Explains an error that the application made because it caught another one: names that one.

const { leadTo, madeAt } = require('../conditions/made-error')
const { dataProperty, wholeString } = require('../properties')
const { child } = require('../../source/syntax')
const { cut, plain } = require('../../text/terminal-text')

const MAX_TITLE = 160

/** @type {import('../types').Rule} */
const rethrown = {
  name: 'rethrown',
  explain (dump) {
    const made = madeAt(dump)
    const lead = made === undefined ? undefined : leadTo(made.scene, made.node)
    if (made === undefined || lead === undefined || !('caught' in lead)) return undefined
    const { scene } = made
    const parameter = child(lead.caught, 'param')
    const value = parameter?.type === 'Identifier' ? scene.variable(parameter) : undefined
    if (parameter === null || value?.subtype !== 'error') return undefined
    if (value.objectId === dump.exception?.value.objectId) return undefined
    const message = wholeString(dataProperty(dump, value, 'message'))
    if (message === undefined) return undefined
    const title = cut(plain(`${value.className ?? 'Error'}: ${message.split('\n', 1)[0]}`), MAX_TITLE)
    return `it stands for ${title}, which the \`catch\` on line ${scene.lineOf(lead.caught)} caught`
  }
}

module.exports = { rethrown }
