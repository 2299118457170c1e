'use strict'
// The names of intrinsics.js for a walk without the addon.

const { methods, objects } = require('./intrinsics')
const { MapGet, MapSet, newMap } = require('./object-primordials')

/** @type {Map<object, string>} */
const names = newMap()
let complete = false

// Other than a module, it is no object of the application; its variables stand with the process.
MapSet(names, process.env, 'process.env')
addAll(objects)

/** @param {readonly import('./intrinsics').Intrinsic[]} intrinsics */
function addAll (intrinsics) {
  for (let i = 0; i < intrinsics.length; i++) {
    const object = intrinsics[i][0]
    if (MapGet(names, object) === undefined) MapSet(names, object, intrinsics[i][1])
  }
}

/**
 * @param {object} object
 * @returns {string | null}
 */
function intrinsicName (object) {
  if (!complete) {
    complete = true
    addAll(methods())
  }
  return MapGet(names, object) ?? null
}

module.exports = { intrinsicName }
