'use strict'
// Tells if an object of a dump can have a member that the dump does not show: by its prototypes.

const { prototypeOf } = require('./origin')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

const MAX_PROTOTYPES = 20

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @param {string} name
 * @returns {boolean} false if neither the object nor one of its prototypes has the member
 */
function mayHave (dump, record, name) {
  let at = /** @type {ObjectRecord|undefined} */ (record)
  for (let i = 0; i < MAX_PROTOTYPES && at !== undefined; i++) {
    if (at.properties.some(each => each.name === name) || (at.notCaptured?.length ?? 0) > 0) return true
    const next = prototypeOf(at)
    if (next?.subtype === 'null') return false
    if (next?.intrinsic !== undefined) return hasIntrinsic(next.intrinsic, name)
    if (next === undefined) {
      return at.subtype !== undefined || name in (at.type === 'function' ? Function.prototype : Object.prototype)
    }
    at = next.objectId === undefined ? undefined : dump.object(next.objectId)
  }
  return true
}

/**
 * @param {string} path of an object that every program has; it comes from the dump
 * @param {string} name
 */
function hasIntrinsic (path, name) {
  const [, module, members = ''] = /^(?:require\('(node:[a-z_/]+)'\)\.?)?((?:\w+\.?)*)$/.exec(path) ?? []
  let at = /** @type {any} */ (module === undefined ? globalThis : process.getBuiltinModule?.(module))
  for (const member of members.split('.').filter(Boolean)) {
    at = Object.getOwnPropertyDescriptor(Object(at), member)?.value
  }
  return at === undefined || at === null || at === globalThis || name in Object(at)
}

module.exports = { mayHave }
