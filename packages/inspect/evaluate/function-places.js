'use strict'
// Finds the whole source of a function of a dump and the scopes that it closes over, as far as the dump has them.

const { treeAround } = require('../source/script-trees')
const { ScriptFunctions } = require('./script-functions')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/** The scope of a function whose scopes are all unknown. @type {Scope} */
const UNKNOWN_SCOPE = { type: 'closure', scopeId: '\0unknown', variables: [] }

class FunctionPlaces {
  #dump
  /** @type {Map<string, ScriptFunctions|null>} */ #scripts = new Map()

  /**
   * scriptId -> the script's outermost scope.
   * @type {Map<string, Scope>}
   */
  #outermost = new Map()

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
    for (const { scopeChain } of [...dump.allCallFrames, ...dump.asyncTasks]) {
      for (const scope of scopeChain) {
        const { scriptId, lineNumber, columnNumber } = scope.startLocation ?? {}
        const isOutermost =
          (scope.type === 'closure' || scope.type === 'module') && lineNumber === 0 && columnNumber === 0
        if (isOutermost && scriptId !== undefined && !this.#outermost.has(scriptId)) {
          this.#outermost.set(scriptId, scope)
        }
      }
    }
  }

  /**
   * @param {ObjectRecord} record
   * @returns {{ source: string|undefined, chain: Scope[] }}
   */
  of (record) {
    const isCut = record.notCaptured?.some(({ what }) => what === 'source') === true
    if (record.scopes !== undefined && !isCut) return { source: record.source, chain: record.scopes }
    const location = record.functionLocation
    const scriptId = location?.scriptId
    const script = scriptId === undefined ? null : this.#script(scriptId)
    const found = location === undefined ? undefined : script?.at(location)
    const source = isCut ? found?.source : (record.source ?? found?.source)
    if (record.scopes !== undefined) return { source, chain: record.scopes }
    if (found === undefined || scriptId === undefined) return { source, chain: [UNKNOWN_SCOPE] }
    return { source, chain: this.#chain(scriptId, found.enclosing, record.objectId) }
  }

  /**
   * The scope chain of a function whose closures are missing. The script's own scope is known if a frame has it. The
   * functions in between may have been called many times, and the dump does not show which call made this function.
   * @param {string} scriptId
   * @param {import('./script-functions').ScriptFunction['enclosing']} enclosing
   * @param {string} objectId
   */
  #chain (scriptId, enclosing, objectId) {
    const outermost = this.#outermost.get(scriptId)
    const outer = outermost === undefined ? [] : this.#dump.scope(outermost).variables
    const known = new Set(outer.map(({ name, generatedName = name }) => generatedName))
    /** @type {Scope[]} */
    const chain = enclosing.map(({ functionName, names }, i) => {
      const isScript = i === enclosing.length - 1
      const reason = isScript
        ? 'no frame has this variable of the module'
        : `the closure of ${functionName === '' ? 'the function around it' : functionName} is not in the dump`
      const missing = isScript ? names.filter(name => !known.has(name)) : names
      return {
        type: 'closure',
        scopeId: isScript ? `\0script ${scriptId}` : `\0${objectId} ${i}`,
        variables: [...new Set(missing)].map(name => ({
          name,
          notCapturedReason: /** @type {import('crash-collector-shared/dump/format').NotCapturedReason} */ (reason)
        }))
      }
    })
    return outermost === undefined ? chain : [...chain, outermost]
  }

  /** @param {string} scriptId */
  #script (scriptId) {
    let functions = this.#scripts.get(scriptId)
    if (functions === undefined) {
      const source = this.#dump.script(scriptId)?.source
      const around = (/** @type {number} */ place) => treeAround(this.#dump, scriptId, place)
      functions = source === undefined ? null : new ScriptFunctions(source, around)
      this.#scripts.set(scriptId, functions)
    }
    return functions
  }
}

module.exports = { FunctionPlaces, UNKNOWN_SCOPE }
