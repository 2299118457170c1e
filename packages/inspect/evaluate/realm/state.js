'use strict'

/**
 * Makes the state that the parts of the realm share. Evaluated code has the same built-in prototypes and can change
 * them, so this state never uses them: its objects inherit no setter that would learn what is written, and its maps
 * have methods of their own.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @returns {import('./types').Realm}
 */
function createRealm () {
  /** @type {import('./types').Realm['guarded']} */
  const guarded = map => Object.assign(map, { get: map.get, set: map.set, has: map.has })
  const realm = {
    __proto__: null,
    guarded,
    // These are set later; after that the realm takes no other fields.
    plan: undefined,
    frame: undefined,
    last: undefined,
    wantsMore: false,
    wantedFunction: '',
    reasons: Object.create(null),
    limits: Object.create(null),
    holes: guarded(new WeakMap()),
    aliases: guarded(new WeakMap()),
    cuts: guarded(new WeakMap()),
    raw: guarded(new Map()),
    live: guarded(new Map()),
    ids: guarded(new WeakMap()),
    symbols: guarded(new Map()),
    privates: Object.create(null),
    renamed: Object.create(null),
    functions: Object.create(null),
    literals: Object.create(null),
    scopes: Object.create(null),
    declared: Object.create(null),
    missingVariables: Object.create(null)
  }
  return /** @type {import('./types').Realm} */ (/** @type {unknown} */ (realm))
}

module.exports = { createRealm }
