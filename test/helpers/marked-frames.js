'use strict'
// Makes dumps by hand of frames whose places are marked in their code, and reads what is shown of their variables.

const path = require('node:path')
const { open } = require('../../packages/inspect')
const { placeAt } = require('../../packages/inspect/source/lines')
const { functionStart, isFunction, parseProgram, walk } = require('../../packages/inspect/source/syntax')
const { callFrame, fn, makeDump, num, object, ref, str } = require('./make-dump')

const LOST = { notCapturedReason: 'unavailable' }

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
 * @returns {Map<string, { lineNumber: number, columnNumber: number }>} where the functions begin, by name
 */
function functionsIn (source) {
  const found = new Map()
  const add = (name, node) => {
    if (isFunction(node)) found.set(name, { scriptId: '1', ...placeAt(source, functionStart(source, node)) })
  }
  walk(parseProgram(source), node => {
    if (node.type === 'FunctionDeclaration' || (node.type === 'FunctionExpression' && node.id)) add(node.id.name, node)
    if (node.type === 'VariableDeclarator' && node.init) add(node.id.name, node.init)
    if ((node.type === 'Property' || node.type === 'MethodDefinition') && node.value) add(node.key.name, node.value)
  }, { intoFunctions: true })
  return found
}

/**
 * @typedef {object} Case
 * @property {string} code
 * @property {string[]} [functions] of the frames, the outermost first
 * @property {Record<string, unknown>[]} variables of the frames, the outermost first; null for one that is lost
 * @property {(string|undefined)[]} [roles]
 * @property {Record<string, object>} [outside] variables of the module besides its functions
 * @property {object[]} [objects]
 * @property {object} [header]
 * @property {object[]} [more] fields of the frames
 * @property {string[]} [scopeIds]
 */

/** @param {unknown} value */
const asValue = value => typeof value === 'string' ? str(value) : typeof value === 'number' ? num(value) : value

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
        variables: Object.entries(variables[i]).map(([each, value]) =>
          value === null ? { name: each, ...LOST } : { name: each, value: asValue(value) })
      },
      i === functions.length - 1
        ? { type: 'closure', scopeId: 'module', variables: inModule }
        : { type: 'closure', scopeId: 'module', variables: [] }
    ]
  }))
  const records = [
    ...frames.reverse(),
    ...[...places].map(([name, functionLocation]) =>
      object(`f:${name}`, {}, { type: 'function', className: 'Function', functionLocation })),
    ...objects,
    { kind: 'process' },
    { kind: 'script', scriptId: '1', url: 'file:///app/a.js', length: source.length, source }
  ]
  const file = path.join(t.testdir(), 'a.ccdump')
  const dump = await open(makeDump(file, records, { header: { node: 'v24.1.0', ...header } }))
  return dump.callFrames.map(frame => Object.fromEntries(
    dump.scope(frame.scopeChain.find(({ type }) => type === 'local')).variables.map(({ name, value, ...rest }) => [
      name,
      value === undefined ? rest.notCapturedReason : 'value' in value ? value.value : (value.objectId ?? value.type)
    ])
  )).reverse()
}

module.exports = { shown, unmarked }
