'use strict'
// Explains "Assignment to constant variable": names the variable and the line that declares it.

const { declarationOf } = require('../../source/declarations')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')

/** @type {import('../types').Rule} */
const constantAssignment = {
  name: 'constant-assignment',
  explain (dump) {
    const scene = dump.exception?.message === 'Assignment to constant variable.' ? throwScene(dump) : null
    if (scene === null) return undefined
    const assignment = scene.nearest('AssignmentExpression', 'UpdateExpression', 'ForOfStatement', 'ForInStatement')
    const target = assignment && (child(assignment, 'left') ?? child(assignment, 'argument'))
    if (target?.type !== 'Identifier') return undefined
    const declaration = declarationOf(String(target.name), scene.path)
    if (declaration?.kind !== 'const') return undefined
    const line = scene.lineOf(declaration.id)
    const code = scene.code(assignment ?? target)
    return `${code} assigns to ${scene.code(target)}, which line ${line} declares with \`const\``
  }
}

module.exports = { constantAssignment }
