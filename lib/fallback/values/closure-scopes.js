'use strict'
// Makes a dump's scopes of the inspector's [[Scopes]] of a function or a suspended function.

const { ObjectCreate, StringIndexOf, StringSlice } = require('../../safe/primordials')
const { RawJson } = require('../../capture/values/to-json')

/**
 * Types of scopes by the first word of the inspector's description (test/workarounds/scope-descriptions.js, Node.js 20
 * to 26). `Global` and `Script` are left out, because every function has them, and `Module`, because the frames of the
 * module have it.
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
 * Makes a function that reads scopes. Functions of one module share its scope, so scopes with the same contents, down
 * to the identity of every object, are written once.
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
      // The inspector shows a scope as an object { description, object } of its own (test/workarounds/scope-pairs.js,
      // Node.js 20 to 26).
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
 * @returns {string | undefined} objectId of [[Scopes]]
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
