'use strict'

/**
 * Makes Temporal's objects anew where this Node.js has Temporal, and answers what else stands in internal slots: the
 * dump has the slots of Temporal's and WebAssembly's objects, and their prototypes can't be in it.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @param {import('./types').Realm} realm
 */
function installInnerSlots (realm) {
  /**
   * @param {object} self
   * @param {string} name of an internal property
   * @param {string} member as the expression has it
   */
  const slot = (self, name, member) => {
    const value = realm.recordOf(self)?.internalProperties?.find(property => property.name === name)?.value
    return value === undefined ? realm.fail(member, 'unavailable') : realm.revive(value, member)
  }

  const { Temporal } = /** @type {{ Temporal?: Record<string, { from: (text: string) => object }> }} */ (globalThis)

  realm.temporalOf = record => {
    const text = record.internalProperties?.find(({ name }) => name === '[[ISOString]]')?.value
    const made = Temporal?.[record.className ?? '']
    if (made === undefined || typeof text?.value !== 'string' || realm.isMissing(text)) return undefined
    return made.from(text.value)
  }

  /**
   * What an object of Temporal answers where this Node.js can't make one.
   * @param {string} className
   * @returns {import('./types').Answers}
   */
  const temporalAnswers = className => {
    const text = (/** @type {object} */ self) => () => slot(self, '[[ISOString]]', `the text of the ${className}`)
    return {
      toString: text,
      toJSON: text,
      valueOf: () => () => {
        throw new TypeError(`Do not use ${className}.prototype.valueOf`)
      },
      [Symbol.toStringTag]: () => className
    }
  }

  /** @type {Record<string, import('./types').Answers>} */
  const OF_WEBASSEMBLY = Object.assign(Object.create(null), {
    'WebAssembly.Memory': { buffer: (/** @type {object} */ self) => slot(self, '[[Buffer]]', 'buffer') },
    'WebAssembly.Table': { length: (/** @type {object} */ self) => slot(self, '[[Length]]', 'length') },
    'WebAssembly.Global': {
      value: (/** @type {object} */ self) => slot(self, '[[Value]]', 'value'),
      valueOf: (/** @type {object} */ self) => () => slot(self, '[[Value]]', 'value')
    },
    'WebAssembly.Instance': { exports: (/** @type {object} */ self) => slot(self, '[[Exports]]', 'exports') }
  })

  const { toLocaleString, toString, valueOf } = Object.prototype

  realm.slotAnswersOf = className => {
    if (className.startsWith('Temporal.')) return temporalAnswers(className)
    if (!(className in OF_WEBASSEMBLY)) return null
    return {
      toLocaleString: () => toLocaleString,
      toString: () => toString,
      valueOf: () => valueOf,
      [Symbol.toStringTag]: () => className,
      ...OF_WEBASSEMBLY[className]
    }
  }
}

module.exports = { installInnerSlots }
