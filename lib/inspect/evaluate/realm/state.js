'use strict'

/**
 * What the parts of the realm share. Evaluated code has the same built-in prototypes and can change them, so that
 * nothing is looked up on one here: the objects inherit no setter that would learn what is written, and the maps have
 * methods of their own.
 *
 * This function is not called here: see missing.js.
 * @returns {import('./types').Realm}
 */
function makeRealm () {
  /** @type {import('./types').Realm['guarded']} */
  const guarded = map => Object.assign(map, { get: map.get, set: map.set, has: map.has })
  const realm = {
    __proto__: null,
    guarded,
    // These are set later; from then on the realm takes no other fields.
    plan: undefined,
    frame: undefined,
    wantsMore: false,
    reasons: Object.create(null),
    limits: Object.create(null),
    holes: guarded(new WeakMap()),
    cuts: guarded(new WeakMap()),
    raw: guarded(new Map()),
    live: guarded(new Map()),
    ids: guarded(new WeakMap()),
    symbols: guarded(new Map()),
    privates: Object.create(null),
    functions: Object.create(null),
    literals: Object.create(null),
    scopes: Object.create(null),
    missingVariables: Object.create(null)
  }
  return /** @type {import('./types').Realm} */ (/** @type {unknown} */ (realm))
}

module.exports = { makeRealm }
