'use strict'

/**
 * Replaces Proxy by one whose traps get no object of another context. V8 makes the array of arguments and the property
 * descriptor that it passes to a trap in the context of the caller (test/workarounds/proxy-trap-realm.js, Node.js 20 to
 * 26). The caller can be Node.js, which reads a property of its own from a rejected promise.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 */
function installProxy () {
  const Original = Proxy
  const { revocable } = Original
  /** The index of the argument that V8 makes, by the trap. @type {Record<string, number>} */
  const MADE = Object.assign(Object.create(null), { apply: 2, construct: 1, defineProperty: 2 })
  // The functions of Reflect have the names of the traps.
  const TRAPS = Object.getOwnPropertyNames(Reflect)

  /** @param {unknown} handler */
  const guarded = handler => {
    // V8 rejects such a handler with its own error.
    if ((typeof handler !== 'object' && typeof handler !== 'function') || handler === null) return handler
    const guard = Object.create(null)
    for (let i = 0; i < TRAPS.length; i++) {
      const name = TRAPS[i]
      const get = () => {
        const trap = Reflect.get(handler, name)
        if (trap === undefined || trap === null) return undefined
        return (/** @type {unknown[]} */ ...args) => {
          const made = /** @type {object} */ (args[MADE[name]])
          if (name in MADE) args[MADE[name]] = Array.isArray(made) ? [...made] : { ...made }
          return Reflect.apply(trap, handler, args)
        }
      }
      Reflect.defineProperty(guard, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, get }))
    }
    return guard
  }

  /**
   * @param {object} target
   * @param {unknown} handler
   */
  const StandIn = function Proxy (target, handler) {
    if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'")
    return new Original(target, guarded(handler))
  }
  Reflect.defineProperty(StandIn, 'prototype', { value: undefined })
  const methods = {
    /**
     * @param {object} target
     * @param {unknown} handler
     */
    revocable (target, handler) {
      return revocable(target, guarded(handler))
    }
  }
  Reflect.defineProperty(StandIn, 'revocable', {
    value: methods.revocable,
    writable: true,
    enumerable: false,
    configurable: true
  })
  Reflect.defineProperty(globalThis, 'Proxy', { value: StandIn, writable: true, enumerable: false, configurable: true })
}

module.exports = { installProxy }
