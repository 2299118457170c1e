'use strict'
// Finds the variable of the application that holds a text of the error, such as a file's name.

const { isApplicationFrame } = require('../crash/application-frames')
const { argumentsOf, callAt } = require('./calls')
const { wholeString } = require('./properties')
const { Scene } = require('./scene')
const { inCode } = require('./words')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const OWN_SCOPES = new Set(['local', 'block', 'catch'])

/** Variables that Node.js gives to every module; they don't hold names that the application chose. */
const WRAPPER = new Set(['__filename', '__dirname'])

/**
 * Finds the expression or variable nearest to the throw that holds exactly that text.
 * @param {Dump} dump
 * @param {(text: string) => boolean} isSame
 * @returns {{ code: string, place: string }|undefined}
 */
function holderOf (dump, isSame) {
  for (const frame of dump.callFrames) {
    if (!isApplicationFrame(frame) || frame.role === 'created') continue
    const scene = new Scene(dump, frame)
    const call = callAt(scene)
    const passed = (call === undefined ? undefined : argumentsOf(call))?.find(each => {
      const text = each.type === 'Literal' ? undefined : wholeString(scene.value(each))
      return text !== undefined && isSame(text)
    })
    if (passed !== undefined) return { code: scene.code(passed), place: scene.place }
    const name = variableWith(dump, frame.scopeChain, isSame)
    if (name !== undefined) {
      return {
        code: inCode(name),
        place: `${frame.functionName === '' ? '' : `${inCode(frame.functionName)}, `}${scene.place}`
      }
    }
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').Scope[]} chain
 * @param {(text: string) => boolean} isSame
 * @returns {string|undefined} undefined if there is none, or more than one
 */
function variableWith (dump, chain, isSame) {
  /** @type {string[]} */
  const found = []
  for (const scope of chain) {
    if (!OWN_SCOPES.has(scope.type)) continue
    for (const { name, value } of dump.scope(scope).variables) {
      if (WRAPPER.has(name) || value === undefined) continue
      const text = wholeString(value)
      if (text !== undefined && isSame(text)) found.push(name)
      const record = value.type === 'object' && value.objectId !== undefined ? dump.object(value.objectId) : undefined
      // Only plain objects count. An error in a variable names its file, too, and explains nothing.
      if (record === undefined || record.subtype !== undefined) continue
      for (const { name: key, symbol, value: held } of record.properties) {
        const inner = symbol === undefined ? wholeString(held) : undefined
        if (inner !== undefined && isSame(inner)) found.push(`${name}.${key}`)
      }
    }
  }
  return found.length === 1 ? found[0] : undefined
}

module.exports = { holderOf }
