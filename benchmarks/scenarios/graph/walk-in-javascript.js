'use strict'
// The same walk as the addon's in careful JavaScript: it runs no getter and no Proxy trap, keeps identity, walks
// breadth first and writes the same records.

const { types } = require('node:util')

const {
  isProxy,
  isMap,
  isSet,
  isDate,
  isRegExp,
  isNativeError,
  isPromise,
  isArrayBufferView,
  isAnyArrayBuffer,
  isWeakMap,
  isWeakSet,
  isBoxedPrimitive,
  isGeneratorObject,
  isModuleNamespaceObject
} = types
const { getOwnPropertyDescriptor, ownKeys, getPrototypeOf } = Reflect
const toSource = Function.prototype.call.bind(Function.prototype.toString)

const USUAL = new Map([
  [Object.prototype, 'Object'],
  [Array.prototype, 'Array'],
  [Map.prototype, 'Map'],
  [Set.prototype, 'Set'],
  [Date.prototype, 'Date'],
  [RegExp.prototype, 'RegExp'],
  [Function.prototype, 'Function'],
  [Error.prototype, 'Error'],
  [RangeError.prototype, 'RangeError'],
  [TypeError.prototype, 'TypeError'],
  [Promise.prototype, 'Promise'],
  [Buffer.prototype, 'Buffer'],
  [Float64Array.prototype, 'Float64Array'],
  [Uint8Array.prototype, 'Uint8Array']
])

/** @typedef {{ object: any, subtype: string, members: string, json: string, depth: number }} Entry */

/** @param {object} object */
function subtypeOf (object) {
  if (isProxy(object)) return 'proxy'
  if (Array.isArray(object)) return 'array'
  if (typeof object === 'function') return 'function'
  if (isMap(object)) return 'map'
  if (isSet(object)) return 'set'
  if (isDate(object)) return 'date'
  if (isNativeError(object)) return 'error'
  if (isRegExp(object)) return 'regexp'
  if (isPromise(object)) return 'promise'
  if (isArrayBufferView(object)) return 'typedarray'
  if (isAnyArrayBuffer(object)) return 'arraybuffer'
  if (isWeakMap(object)) return 'weakmap'
  if (isWeakSet(object)) return 'weakset'
  if (isBoxedPrimitive(object)) return 'boxed'
  if (isGeneratorObject(object)) return 'generator'
  if (isModuleNamespaceObject(object)) return 'namespace'
  return ''
}

/** @type {Record<string, string>} */
const TYPE_MEMBERS = Object.freeze({
  __proto__: /** @type {any} */ (null),
  '': '"type":"object"',
  function: '"type":"function"',
  boxed: '"type":"object"',
  namespace: '"type":"object"'
})

/**
 * @param {unknown} root
 * @param {{ maxObjects: number, maxDepth: number, maxProperties: number, maxEntries: number, maxStringLength: number,
 *   maxBufferBytes: number }} limits
 * @returns {{ records: Buffer, objects: number }}
 */
function walkInJavaScript (root, limits) {
  /** @type {Map<object | symbol, number>} */
  const ids = new Map()
  /** @type {Entry[]} */
  const queue = []
  /** @type {Map<object, string>} */
  const classNames = new Map()
  const chunks = []
  let text = ''
  let depth = 0

  /** @param {object} object @param {string} subtype */
  function classNameOf (object, subtype) {
    if (subtype === 'proxy') return 'Proxy'
    const prototype = getPrototypeOf(object)
    if (prototype === null) return 'Object'
    let name = USUAL.get(prototype) ?? classNames.get(prototype)
    if (name === undefined) {
      const constructor = getOwnPropertyDescriptor(prototype, 'constructor')?.value
      name =
        typeof constructor === 'function'
          ? (getOwnPropertyDescriptor(constructor, 'name')?.value ?? 'Object')
          : 'Object'
      classNames.set(prototype, /** @type {string} */ (name))
    }
    return name
  }

  /** @param {object} object */
  function reference (object) {
    const known = ids.get(object)
    if (known !== undefined) return queue[known - 1].json
    const subtype = subtypeOf(object)
    const className = classNameOf(object, subtype)
    const id = queue.length + 1
    ids.set(object, id)
    const members = (TYPE_MEMBERS[subtype] ?? `"type":"object","subtype":"${subtype}"`) + `,"className":"${className}",`
    const json = `{${members}"objectId":"${id}"}`
    queue.push({ object, subtype, members, json, depth })
    return json
  }

  /** @param {unknown} value @returns {string} */
  function value (value) {
    switch (typeof value) {
      case 'string':
        if (value.length > limits.maxStringLength) {
          const begin = JSON.stringify(value.slice(0, limits.maxStringLength))
          return `{"type":"string","value":${begin},"length":${value.length},"notCapturedReason":"stringLength"}`
        }
        return `{"type":"string","value":${JSON.stringify(value)}}`
      case 'number':
        if (Object.is(value, -0)) return '{"type":"number","unserializableValue":"-0"}'
        return Number.isFinite(value)
          ? `{"type":"number","value":${value}}`
          : `{"type":"number","unserializableValue":"${value}"}`
      case 'boolean':
        return value ? '{"type":"boolean","value":true}' : '{"type":"boolean","value":false}'
      case 'undefined':
        return '{"type":"undefined"}'
      case 'bigint':
        return `{"type":"bigint","unserializableValue":"${value}n"}`
      case 'symbol':
        return `{"type":"symbol","description":${JSON.stringify(String(value))}}`
    }
    return value === null ? '{"type":"object","subtype":"null","value":null}' : reference(/** @type {object} */ (value))
  }

  /** @param {object} object @param {string} subtype */
  function properties (object, subtype) {
    let json = '"properties":['
    const start = json.length
    const keys = ownKeys(object)
    const count = Math.min(keys.length, limits.maxProperties)
    for (let i = 0; i < count; i++) {
      const key = keys[i]
      if (subtype === 'array' && key === 'length') continue
      if (subtype === 'error' && key === 'stack') continue
      if (subtype === 'typedarray' && typeof key === 'string' && key[0] >= '0' && key[0] <= '9') continue
      const descriptor = getOwnPropertyDescriptor(object, key)
      if (descriptor === undefined) continue
      if (json.length > start) json += ','
      json +=
        typeof key === 'symbol'
          ? `{"name":${JSON.stringify(String(key))},"symbol":${value(key)}`
          : `{"name":${JSON.stringify(key)}`
      if (descriptor.get === undefined && descriptor.set === undefined) {
        json += ',"value":' + value(descriptor.value)
      } else {
        if (descriptor.get !== undefined) json += ',"get":' + value(descriptor.get)
        if (descriptor.set !== undefined) json += ',"set":' + value(descriptor.set)
      }
      json += descriptor.enumerable ? '}' : ',"enumerable":false}'
    }
    return json + ']'
  }

  /** @param {any} object @param {string} subtype */
  function entries (object, subtype) {
    let json = ',"entries":['
    let count = 0
    if (subtype === 'map') {
      for (const [key, held] of object) {
        if (count++ === limits.maxEntries) break
        json += (count > 1 ? ',' : '') + `{"key":${value(key)},"value":${value(held)}}`
      }
    } else {
      for (const held of object) {
        if (count++ === limits.maxEntries) break
        json += (count > 1 ? ',' : '') + `{"value":${value(held)}}`
      }
    }
    return json + ']'
  }

  /** @param {Entry} entry @param {number} id */
  function record ({ object, subtype, members, depth: objectDepth }, id) {
    depth = objectDepth + 1
    let json = `{"kind":"object","objectId":"${id}",${members}"depth":${objectDepth},`
    if (subtype === 'proxy') return json + '"properties":[]}'
    if (subtype === 'array') json += `"length":${object.length},`
    if (subtype === 'map' || subtype === 'set') json += `"size":${object.size},`
    if (subtype === 'typedarray') json += `"length":${object.length},`
    if (subtype === 'date') json += `"description":"${object.toISOString()}",`
    if (subtype === 'regexp') json += `"regexp":{"source":${JSON.stringify(object.source)},"flags":"${object.flags}"},`
    if (subtype === 'error') {
      json += `"description":${JSON.stringify(`${classNameOf(object, subtype)}: ${object.message}`)},`
    }
    json += properties(object, subtype)
    if (subtype === 'map' || subtype === 'set') json += entries(object, subtype)
    if (subtype === 'typedarray') {
      const bytes = Buffer.from(object.buffer, object.byteOffset, Math.min(object.byteLength, limits.maxBufferBytes))
      json += `,"bytes":{"base64":"${bytes.toString('base64')}","byteLength":${object.byteLength}}`
    }
    const internal = []
    if (subtype === 'date') internal.push(`{"name":"[[DateValue]]","value":${value(object.getTime())}}`)
    const prototype = getPrototypeOf(object)
    if (!USUAL.has(prototype)) internal.push(`{"name":"[[Prototype]]","value":${value(prototype)}}`)
    if (internal.length > 0) json += `,"internalProperties":[${internal.join(',')}]`
    if (subtype === 'function') json += `,"source":${JSON.stringify(toSource(object).slice(0, 4000))}`
    return json + '}'
  }

  value(root)
  let next = 0
  for (; next < queue.length && next < limits.maxObjects; next++) {
    if (queue[next].depth > limits.maxDepth) continue
    text += record(queue[next], next + 1) + '\n'
    if (text.length > 1 << 16) {
      chunks.push(Buffer.from(text))
      text = ''
    }
  }
  chunks.push(Buffer.from(text))
  return { records: Buffer.concat(chunks), objects: next }
}

module.exports = { walkInJavaScript }
