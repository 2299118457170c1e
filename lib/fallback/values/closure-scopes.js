'use strict'
// [[Scopes]] of a function or of a suspended one -> scopes of a dump.

const { ObjectCreate, StringIndexOf, StringSlice } = require('../../safe/primordials')
const { RawJson } = require('../../capture/values/to-json')

/**
 * CDP's description of a scope -> its type. `Global` and `Script` are every function's, `Module` stands in the dump
 * with the frames of the module.
 */
const SCOPE_TYPES = Object.freeze({
  __proto__: null,
  Block: 'block',
  Catch: 'catch',
  Closure: 'closure',
  Eval: 'eval',
  Local: 'local',
  'With Block': 'with'
})

/**
 * Functions of one module share its scope. What has the same contents, down to the identity of every object, is written
 * once.
 *
 * @param {ReturnType<typeof import('./live-values').liveValues>} access
 * @param {{ variables: (scope: object) => { json: string, missing: number } }} writer
 * @param {string} idPrefix of the scopes' ids
 * @returns {(internalProperties?: import('node:inspector').Runtime.InternalPropertyDescriptor[]) => { type: string }[]}
 *   innermost first
 */
function closureScopes (access, writer, idPrefix) {
  /** @type {Record<string, string>} */
  const scopeIds = ObjectCreate(null)
  let scopeCount = 0
  return internalProperties => {
    /** @type {{ type: string }[]} */
    const scopes = []
    const list = scopesOf(internalProperties)
    if (list === undefined) return scopes
    const entries = access.elements(list)
    for (let i = 0; i < entries.length; i++) {
      const scope = entries[i].value && scopeOf(entries[i].value.description ?? '')
      if (!scope) continue
      // V8 shows a scope as a pair of its own making, { description, object } (test/workarounds/scope-pairs.js, Node.js
      // 20 to 26).
      const { object } = /** @type {{ object: object }} */ (access.take([entries[i].value])[0])
      const { json, missing } = writer.variables(object)
      const key = `${entries[i].value.description} ${json}`
      const isKnown = key in scopeIds
      if (!isKnown) scopeIds[key] = `${idPrefix}${++scopeCount}`
      scopes[scopes.length] = {
        ...scope,
        scopeId: scopeIds[key],
        variables: isKnown ? [] : new RawJson(json),
        notCaptured: missing > 0 ? [{ reason: 'fieldCount', count: missing }] : undefined
      }
    }
    return scopes
  }
}

/**
 * @param {import('node:inspector').Runtime.InternalPropertyDescriptor[]} [internalProperties]
 * @returns {string | undefined} objectId
 */
function scopesOf (internalProperties = []) {
  for (let i = 0; i < internalProperties.length; i++) {
    if (internalProperties[i].name === '[[Scopes]]') return internalProperties[i].value?.objectId
  }
  return undefined
}

/**
 * @param {string} description such as `Closure (makeDiscount)` or `Block`
 */
function scopeOf (description) {
  const space = StringIndexOf(description, ' (')
  const word = space === -1 ? description : StringSlice(description, 0, space)
  if (!(word in SCOPE_TYPES)) return null
  return {
    type: SCOPE_TYPES[/** @type {'Block'} */ (word)],
    name: space === -1 ? undefined : StringSlice(description, space + 2, -1)
  }
}

module.exports = { closureScopes }
