'use strict'
// Explains "Do not know how to serialize a BigInt": names the value inside the argument of JSON.stringify, or of the
// function of a package that calls it, such as a framework's `res.json()`.

const { applicationCall, callWords } = require('../application-call')
const { argumentsOf, callAt, isCallOf } = require('../calls')
const { heldValues } = require('../held-values')
const { applicationScene, throwScene } = require('../scene')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** @type {import('../types').Rule} */
const bigintJson = {
  name: 'bigint-json',
  explain (dump) {
    if (dump.exception?.message !== 'Do not know how to serialize a BigInt') return undefined
    return ofApplication(dump) ?? ofPackage(dump)
  }
}

/** @param {Dump} dump */
function ofApplication (dump) {
  const scene = applicationScene(dump)
  const call = scene === null ? undefined : callAt(scene)
  if (scene === null || call === undefined || !isCallOf(scene, call, 'JSON', 'stringify')) return undefined
  const [argument] = argumentsOf(call) ?? []
  const found = argument === undefined ? undefined : heldValues(scene, argument, isBigInt)
  if (found?.length !== 1) return undefined
  return `${inCode(found[0].text)} is a BigInt, ${scene.describe(found[0].value)}, which JSON does not have`
}

/**
 * Finds the BigInt in what a package turns into JSON, and the same one in what the application has passed.
 * @param {Dump} dump
 */
function ofPackage (dump) {
  const scene = throwScene(dump)
  const call = scene === null ? undefined : callAt(scene)
  const isIt = scene !== null && call !== undefined && isCallOf(scene, call, 'JSON', 'stringify')
  const [argument] = isIt ? (argumentsOf(call) ?? []) : []
  const inPackage = argument === undefined || scene === null ? undefined : heldValues(scene, argument, isBigInt)
  const asked = applicationCall(dump)
  if (inPackage?.length !== 1 || asked === undefined) return undefined
  const [{ value }] = inPackage
  // Between them the package may have put it into an object of its own, so its value must be the same.
  const passed = asked.args.flatMap(node => heldValues(asked.scene, node, each => isSame(each, value)) ?? [])
  if (passed.length !== 1) return undefined
  const is = `is a BigInt, ${asked.scene.describe(value)}, which JSON does not have`
  return `${inCode(passed[0].text)} ${is}; requested by ${callWords(asked)}`
}

/** @param {Value} value */
function isBigInt ({ type }) {
  return type === 'bigint'
}

/**
 * @param {Value} a
 * @param {Value} b a BigInt
 */
function isSame (a, b) {
  return a.type === 'bigint' && a.unserializableValue === b.unserializableValue
}

module.exports = { bigintJson }
