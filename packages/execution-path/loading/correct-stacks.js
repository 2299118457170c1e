'use strict'
// Gives back the original columns in stacks, and the original texts of functions.

const { uncurryThis } = require('../preload').primordials

/** @typedef {import('../../../lib/addon/native-functions').StackFunctions} StackFunctions */
/** @typedef {import('../../../lib/addon/native-functions').ExecutionPathFunctions} ExecutionPathFunctions */
/** @typedef {import('../weaving/woven-file').WovenFiles} WovenFiles */

const POSITION = /:\d+:\d+(?=\)?$)/

/**
 * Call sites of woven files get methods of their own, because those of their prototype cannot be replaced
 * (test/workarounds/call-site-methods.js, Node.js 20 to 26). Node.js itself, with and without source maps, and a
 * formatter of the application call the own ones.
 *
 * @param {WovenFiles} files
 * @returns {(sites: NodeJS.CallSite[]) => void}
 */
function siteCorrector (files) {
  /** @type {ReturnType<typeof methodsOf> | undefined} of V8's call sites */
  let methods
  return sites => {
    for (let i = 0; i < sites.length; i++) {
      const site = sites[i]
      methods ??= methodsOf(Object.getPrototypeOf(site))
      const file = files.byUrl[methods.getScriptNameOrSourceURL(site)]
      if (file === undefined) continue
      const { getLineNumber, getColumnNumber, toString } = methods
      const original = () => file.originalColumn(getLineNumber(site) - 1, getColumnNumber(site) - 1) + 1
      const corrected = () => toString(site).replace(POSITION, `:${getLineNumber(site)}:${original()}`)
      own(site, 'getColumnNumber', original)
      own(site, 'toString', corrected)
    }
  }
}

/**
 * @param {any} prototype
 * @returns
 *   {Record<'getColumnNumber' | 'getLineNumber' | 'getScriptNameOrSourceURL' | 'toString', (site: object) => any>}
 */
function methodsOf ({ getColumnNumber, getLineNumber, getScriptNameOrSourceURL, toString }) {
  return {
    getColumnNumber: uncurryThis(getColumnNumber),
    getLineNumber: uncurryThis(getLineNumber),
    getScriptNameOrSourceURL: uncurryThis(getScriptNameOrSourceURL),
    toString: uncurryThis(toString)
  }
}

/** @param {object} site @param {string} name @param {Function} value */
function own (site, name, value) {
  Object.defineProperty(site, name, { configurable: true, enumerable: false, writable: true, value })
}

/**
 * @param {WovenFiles} files
 * @param {StackFunctions & ExecutionPathFunctions} native
 */
function correctStacks (files, native) {
  native.correctStacks(siteCorrector(files))
  const toString = native.correctTexts(Function.prototype.toString, (/** @type {string} */ text) =>
    text.includes('_$') ? files.originalText(text) : text
  )
  // eslint-disable-next-line no-extend-native
  Object.defineProperty(Function.prototype, 'toString', {
    configurable: true,
    enumerable: false,
    writable: true,
    value: toString
  })
}

module.exports = { correctStacks }
