'use strict'
// Makes dumps by hand of frames whose places are marked in their code, and reads what is shown of their variables.

const path = require('node:path')
const { open } = require('../../packages/inspect')
const { placeAt } = require('../../packages/inspect/source/lines')
const { child, functionStart, isFunction, parseProgram, walk } = require('../../packages/inspect/source/syntax')
const { callFrame, fn, makeDump, num, object, ref, str } = require('./make-dump')

/** @typedef {import('../../packages/shared/dump/format').Value} Value */
/** @typedef {import('../../packages/shared/dump/format').Variable} Variable */
/** @typedef {import('../../packages/shared/dump/format').Position} Position */
/** @typedef {import('../../packages/shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('../../packages/inspect/source/syntax').AnyNode} AnyNode */

/**
 * @param {string} marked code; `▲` stands at the places of frames, the outermost first
 * @returns {{ source: string, offsets: number[] }}
 */
function unmarked (marked) {
  const [first, ...parts] = marked.split('▲')
  let source = first
  const offsets = parts.map(part => {
    const { length } = source
    source += part
    return length
  })
  return { source, offsets }
}

/**
 * @param {string} source
 * @returns {Map<string, Position>} where the functions begin, by name
 */
function functionsIn (source) {
  /** @type {Map<string, Position>} */
  const found = new Map()
  const program = /** @type {AnyNode} */ (parseProgram(source))
  walk(
    program,
    node => {
      const name = child(node, 'id') ?? child(node, 'key')
      const made = isFunction(node) ? node : (child(node, 'init') ?? child(node, 'value'))
      if (name === null || made === null || !isFunction(made)) return
      found.set(String(name.name), { scriptId: '1', ...placeAt(source, functionStart(source, made)) })
    },
    { intoFunctions: true }
  )
  return found
}

/**
 * @typedef {object} Case
 * @property {string} code
 * @property {string[]} [functions] of the frames, the outermost first
 * @property {Record<string, unknown>[]} variables of the frames, the outermost first; null for one that is lost
 * @property {CallFrameRecord['role'][]} [roles]
 * @property {Record<string, Value>} [outside] variables of the module besides its functions
 * @property {import('../../packages/shared/dump/format').ObjectRecord[]} [objects]
 * @property {object} [header]
 * @property {Partial<CallFrameRecord>[]} [more] fields of the frames
 * @property {string[]} [scopeIds]
 */

/** @param {[name: string, value: unknown]} entry @returns {Variable} */
function asVariable ([name, value]) {
  if (value === null) return { name, notCapturedReason: 'unavailable' }
  if (typeof value === 'string') return { name, value: str(value) }
  return { name, value: typeof value === 'number' ? num(value) : /** @type {Value} */ (value) }
}

/**
 * @param {import('tap').Test} t
 * @param {Case} shape
 * @returns {Promise<Record<string, unknown>[]>} what is shown of the frames, the outermost first
 */
async function shown (t, shape) {
  const { code, functions = ['outer', 'inner'], variables, roles = [], outside = {}, objects = [], header } = shape
  const { more = [], scopeIds = [] } = shape
  const { source, offsets } = unmarked(code)
  const places = functionsIn(source)
  const ofFunctions = Object.fromEntries([...places.keys()].map(name => [name, fn(`f:${name}`)]))
  const inModule = Object.entries({ ...ofFunctions, ...outside }).map(([name, value]) => ({ name, value }))
  const frames = functions.map((name, i) => callFrame([], {
    index: functions.length - 1 - i,
    functionName: name,
    url: 'file:///app/a.js',
    ...placeAt(source, offsets[i]),
    functionLocation: name === '' ? { lineNumber: 0, columnNumber: 0 } : places.get(name),
    ...(roles[i] && { role: roles[i] }),
    ...more[i],
    this: ref('o'),
    scopeChain: [
      {
        type: 'local',
        ...(scopeIds[i] && { scopeId: scopeIds[i] }),
        variables: Object.entries(variables[i]).map(asVariable)
      },
      i === functions.length - 1
        ? { type: 'closure', scopeId: 'module', variables: inModule }
        : { type: 'closure', scopeId: 'module', variables: [] }
    ]
  }))
  /** @type {import('../../packages/shared/dump/format').DumpRecord[]} */
  const records = [
    ...frames.reverse(),
    ...[...places].map(([name, functionLocation]) =>
      object(`f:${name}`, {}, { type: 'function', className: 'Function', functionLocation })),
    ...objects,
    /** @type {any} */ ({ kind: 'process' }),
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: source.length, source }
  ]
  const file = path.join(t.testdir(), 'a.ccdump')
  const dump = await open(makeDump(file, records, { header: { node: 'v24.1.0', ...header } }))
  return dump.callFrames.map(frame => shownOf(dump, frame)).reverse()
}

/**
 * @param {Awaited<ReturnType<typeof open>>} dump
 * @param {CallFrameRecord} frame
 * @returns {Record<string, unknown>} the values, or the reasons why there is none
 */
function shownOf (dump, { scopeChain }) {
  const local = scopeChain.filter(({ type }) => type === 'local').flatMap(scope => dump.scope(scope).variables)
  return Object.fromEntries(local.map(({ name, value, notCapturedReason }) => [
    name,
    value === undefined ? notCapturedReason : 'value' in value ? value.value : (value.objectId ?? value.type)
  ]))
}

module.exports = { shown, unmarked }
