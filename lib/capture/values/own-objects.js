'use strict'
// Knows the objects of the collector itself. If the application holds one, such as the API, its contents are not
// written, because they would take the place of the application's own objects.

const { ReflectGetOwnPropertyDescriptor, ReflectOwnKeys } = require('../../safe/primordials')

/** The name of the script that lib/addon/preload-bundle.js runs. */
const OWN_BUNDLE = 'crash-collector:preload.js'

/** @type {object[]} */
const objects = []

/** @param {object} object */
function addOwnObject (object) {
  objects[objects.length] = object
}

/**
 * @param {object} native
 * @returns {object[]} also the functions of the addon, which have no script to recognise them by
 */
function ownObjects (native) {
  /** @type {object[]} */
  const all = [native]
  for (let i = 0; i < objects.length; i++) all[all.length] = objects[i]
  const names = ReflectOwnKeys(native)
  for (let i = 0; i < names.length; i++) {
    const value = ReflectGetOwnPropertyDescriptor(native, names[i])?.value
    if (typeof value === 'function') all[all.length] = value
  }
  return all
}

module.exports = { OWN_BUNDLE, addOwnObject, ownObjects }
