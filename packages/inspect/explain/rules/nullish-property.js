'use strict'
// Explains "Cannot read properties of undefined (reading 'price')": says which expression was undefined, and why.

const { givenToPackage } = require('../origins/given-to-package')
const { failedMember } = require('../origins/failed-member')
const { originOf } = require('../origins')

/** @type {import('../types').Rule} */
const nullishProperty = {
  name: 'nullish-property',
  explain (dump) {
    const failed = failedMember(dump)
    if (failed === undefined) return undefined
    const { scene, member, object, what } = failed
    const value = scene.value(object)
    if (value !== undefined && (value.subtype ?? value.type) !== what) return undefined
    const origin = givenToPackage(scene) ?? originOf(scene, object)
    return origin === undefined
      ? `${scene.code(object)} is ${what}, so ${scene.code(member)} has no value to look in`
      : `${scene.code(object)} is ${what}: ${origin}`
  }
}

module.exports = { nullishProperty }
