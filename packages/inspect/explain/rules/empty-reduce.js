'use strict'
// Explains "Reduce of empty array with no initial value": names the array.

const { callAt, calleeName } = require('../calls')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/** @type {import('../types').Rule} */
const emptyReduce = {
  name: 'empty-reduce',
  explain (dump) {
    const scene = dump.exception?.message === 'Reduce of empty array with no initial value' ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const callee = call === undefined ? null : child(call, 'callee')
    if (
      scene === null ||
      call === undefined ||
      callee?.type !== 'MemberExpression' ||
      !/^reduce(?:Right)?$/.test(String(calleeName(call)))
    ) {
      return undefined
    }
    const object = /** @type {AnyNode} */ (callee.object)
    const value = scene.value(object)
    const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
    if (value !== undefined && record?.length !== 0) return undefined
    return `${scene.code(object)} is empty, and \`${calleeName(call)}\` is given no initial value`
  }
}

module.exports = { emptyReduce }
