'use strict'
// Sets the variables of each frame of a crash beside those of other runs of the same code.

const { isApplicationFrame, wasUnderWay } = require('../crash/application-frames')
const { factsOf } = require('../crash/facts')
const { Scene } = require('../explain/scene')
const { declarationOf } = require('../source/declarations')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { isIdentifier } = require('../values/member-text')
const { callsInDumps } = require('./other-calls')
const { othersOf, valuesIn } = require('./others')
const { followAll, textOfPath } = require('./trace')
const { judge } = require('./unlike')
const { manyText } = require('./many-text')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./other-dumps').OtherRuns} OtherRuns */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./kinds').Held} Held */

/**
 * @typedef {object} ComparedValue
 * @property {string} name a variable, or a member of one: `order.coupon`
 * @property {string} here its value in a few words
 * @property {string|null} usually the values of other runs in a few words; null if none is known
 * @property {string|null} then those of earlier dumps of the same crash; null if there is none
 * @property {boolean} isUnlike the value is unlike the others
 */

/** @typedef {{ words: string, values: ComparedValue[] }} ComparedSource words: what the others are, and how many */
/** @typedef {{ frame: CallFrameRecord, sources: ComparedSource[] }} ComparedFrame */

const MAX_FRAMES = 8
const MAX_VARIABLES = 30
const MAX_MEMBERS = 12
const THIS = /** @type {AnyNode} */ (/** @type {unknown} */ ({ type: 'ThisExpression', start: 0, end: 0 }))
/** @type {import('./others').Others} */
const NONE = { source: 'calls', words: '', others: [] }
/** Every EventEmitter has it. */
const EMITTER = '_events'
const OWN_SCOPES = new Set(['local', 'block', 'catch', 'closure'])

/**
 * @param {Dump} dump
 * @param {OtherRuns} runs
 * @returns {ComparedFrame[]} the frames of which other runs are known
 */
function compareRuns (dump, runs) {
  const root = dump.seenFrom(factsOf(dump).root?.index ?? 0)
  return [...new Set([...root.callFrames, ...dump.callFrames])]
    .filter(frame => isApplicationFrame(frame) && wasUnderWay(frame))
    .slice(0, MAX_FRAMES)
    .flatMap(frame => {
      const sources = compareFrame(new Scene(root.callFrames.includes(frame) ? root : dump, frame), runs)
      return sources.length === 0 ? [] : [{ frame, sources }]
    })
}

/**
 * @param {Scene} scene
 * @param {OtherRuns} runs
 * @returns {ComparedSource[]}
 */
function compareFrame (scene, runs) {
  /** @type {Map<string, ComparedValue[]>} */
  const found = new Map()
  const before = callsInDumps(scene, runs.same).calls
  for (const root of rootsOf(scene)) {
    const value = scene.value(root)
    if (value === undefined) continue
    const sources = othersOf(scene, root, runs.others)
    const then = valuesIn(scene, root, before)
    const nearest = sources.reduce((best, each) => (each.others.length > best.others.length ? each : best), NONE)
    if (nearest.others.length + then.length === 0) continue
    const words = nearest.others.length === 0 ? '' : `${nearest.dumps ?? nearest.others.length} ${nearest.words}`
    const rows = found.get(words) ?? []
    found.set(words, rows)
    const name = root === THIS ? 'this' : scene.textOf(root)
    for (const keys of [[], ...membersOf([{ dump: scene.dump, value }, ...nearest.others])]) {
      const row = compareOne({ dump: scene.dump, value }, nearest.others, then, keys)
      if (row !== undefined) rows.push({ name: textOfPath(name, keys), ...row })
    }
  }
  return [...found].filter(([, values]) => values.length > 0).map(([words, values]) => ({ words, values }))
}

/**
 * @param {Held} here
 * @param {Held[]} others
 * @param {Held[]} then
 * @param {string[]} keys
 * @returns {Omit<ComparedValue, 'name'>|undefined}
 */
function compareOne (here, others, then, keys) {
  const [own] = followAll([here], keys)
  const [usual, before] = [followAll(others, keys), followAll(then, keys)]
  if (own === undefined || usual.length + before.length === 0) return undefined
  return {
    here: manyText([own]),
    usually: usual.length === 0 ? null : manyText(usual),
    then: before.length === 0 ? null : manyText(before),
    isUnlike: judge(own, usual).is === 'unlike'
  }
}

/**
 * @param {Scene} scene
 * @returns {AnyNode[]} where its variables are declared, and `this`
 */
function rootsOf (scene) {
  const { dump, frame, path } = scene
  if (path.length === 0) return []
  const names = frame.scopeChain
    .filter(({ type }) => OWN_SCOPES.has(type))
    .flatMap(scope => dump.scope(scope).variables.map(({ name, generatedName }) => generatedName ?? name))
  const roots = [...new Set(names)].flatMap(name => {
    const declaration = MODULE_WRAPPER.has(name) ? undefined : declarationOf(name, path)
    const isFixed = declaration === undefined || /^(?:function|class|import)$/.test(declaration.kind)
    return isFixed || declaration.scope.type === 'Program' ? [] : [declaration.id]
  })
  const isInstance = frame.this.objectId !== undefined && frame.this.className !== 'Object'
  return [...roots.slice(0, MAX_VARIABLES), ...(isInstance ? [THIS] : [])]
}

/**
 * @param {Held[]} values the first is that of the crash
 * @returns {string[][]} names of members that the first has, or others have
 */
function membersOf (values) {
  /** @type {Set<string>} */
  const names = new Set()
  for (const { dump, value: { objectId, type } } of values) {
    const record = objectId === undefined || type !== 'object' ? undefined : dump.object(objectId)
    // Those of Node.js's emitters and streams are many, and differ without a meaning.
    const isOther = record === undefined || record.subtype !== undefined
    if (isOther || record.properties.some(({ name }) => name === EMITTER)) continue
    for (const { name, symbol, value } of record.properties) {
      const isShown = symbol === undefined && isIdentifier(name) && value !== undefined && value.type !== 'function'
      if (isShown && names.size < MAX_MEMBERS) names.add(name)
    }
  }
  return [...names].map(name => [name])
}

module.exports = { compareRuns }
