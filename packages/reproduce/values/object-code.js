'use strict'
// Writes an object of a dump as an expression.

const { inBraces, lastWord, list, property } = require('./literals')
const { leftOutOf } = require('../private-members')
const { originOf, prototypeOf } = require('./origin')
const { bytesToNumbers, elementClass } = require('crash-collector-inspect/values/typed-array-bytes')
const { isIdentifier, isIndex, memberText } = require('crash-collector-inspect/values/member-text')
const { Fields } = require('crash-collector-inspect/values/summaries/fields')
const { quote } = require('crash-collector-inspect/text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../types').Writer} Writer */

const ERRORS = new Set(['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'])
/** Properties that the constructor of an error sets, or the emitter's first listener. */
const OF_CLASS = new Set(['stack', 'message', 'cause', '_events', '_eventsCount', '_maxListeners'])

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 * @param {string|null} path
 * @returns {string}
 */
function objectCode (writer, record, label, path) {
  if (record.type === 'function') return functionCode(writer, record, label)
  const primitive = internal(record, '[[PrimitiveValue]]')
  if (primitive !== undefined) return `Object(${writer.code(primitive, label, null)})`
  const origin = originOf(writer.dump, record)
  const base = baseCode(writer, record, label, path)
  const isForeign = base === undefined && origin.kind === 'foreign' && !origin.isEmitter
  writer.leftOut.push(...leftOutOf(writer.dump, record, isForeign ? 'standIn' : 'object'))
  if (isForeign) return foreignCode(writer, record, label)
  const { constructorRecord } = origin
  const made = constructorRecord === undefined ? null : writer.surroundings.classFor(constructorRecord)
  if (constructorRecord !== undefined && made === null && record.subtype !== 'error') {
    writer.notes.push(`${label}: the class ${record.className ?? ''} cannot be reached, so its methods are missing`)
  }
  if ((record.privateProperties?.length ?? 0) > 0) {
    writer.notes.push(`${label}: private fields (${record.privateProperties?.map(({ name }) => name).join(', ')})`)
  }
  if (record.subtype === 'error') return errorCode(writer, record, label, path, made)
  if (base !== undefined) {
    const own = members(writer, record, label, null, record.subtype === 'array')
    const whole = made === null ? base : `Object.setPrototypeOf(${base}, ${made}.prototype)`
    return own.length === 0 ? whole : `Object.assign(${whole}, ${inBraces(own)})`
  }
  const own = members(writer, record, label, path)
  const prototype =
    made !== null
      ? `${made}.prototype`
      : origin.isEmitter ? `${writer.builtin('node:events')}.prototype` : origin.kind === 'null' ? 'null' : undefined
  if (prototype === undefined) return inBraces(own)
  const empty = `Object.create(${prototype})`
  return own.length === 0 ? empty : `Object.assign(${empty}, ${inBraces(own)})`
}

/**
 * Objects whose contents are not in properties.
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 * @param {string|null} path
 * @returns {string|undefined}
 */
function baseCode (writer, record, label, path) {
  switch (record.subtype) {
    case 'array':
      return arrayCode(writer, record, label, path)
    case 'map':
    case 'set':
      return collectionCode(writer, record, label)
    case 'weakmap':
    case 'weakset':
      if ((record.entries?.length ?? 0) > 0) writer.notes.push(`${label}: the entries of a ${record.subtype}`)
      return record.subtype === 'weakmap' ? 'new WeakMap()' : 'new WeakSet()'
    case 'date':
      return dateCode(record)
    case 'regexp':
      return regexpCode(writer, record, label)
    case 'promise':
      return promiseCode(writer, record, label)
    case 'typedarray':
    case 'arraybuffer':
    case 'dataview':
      return bytesCode(writer, record, label)
    case 'proxy': {
      writer.notes.push(`${label}: a Proxy; the test has its target, without traps`)
      const target = internal(record, '[[Target]]')
      return writer.code(target, label, null)
    }
    case 'weakref':
      return `new WeakRef(${writer.code(internal(record, '[[WeakRefTarget]]'), label, null)})`
    case 'generator':
    case 'iterator':
      return writer.missing(label, undefined, `${record.subtype === 'generator' ? 'a generator' : 'an iterator'}`)
  }
  const text = internal(record, '[[ISOString]]')
  if (text === undefined) return undefined
  return `Temporal.${record.className ?? ''}.from(${writer.code(text, label, null)})`
}

/**
 * @param {ObjectRecord} record
 * @param {string} name
 */
function internal (record, name) {
  return record.internalProperties?.find(each => each.name === name)?.value
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 * @param {string|null} path
 */
function arrayCode (writer, record, label, path) {
  const elements = record.properties.filter(({ name, symbol }) => isIndex(name) && symbol === undefined)
  const byIndex = new Map(elements.map(each => [Number(each.name), each.value]))
  const known = elements.length === 0 ? 0 : Number(elements[elements.length - 1].name) + 1
  const length = record.length ?? known
  noteCut(writer, record, label)
  if (known > elements.length * 2 + 20) return writer.missing(label, undefined, 'an array with many holes')
  const items = Array.from({ length: known }, (_, i) => {
    const value = byIndex.get(i)
    return byIndex.has(i) ? writer.code(value, `${label}[${i}]`, path === null ? null : `${path}[${i}]`) : 'undefined'
  })
  const literal = list('[', items, ']')
  const isEmptyOfLength = known === 0 && length > 0 && (record.notCaptured?.length ?? 0) === 0
  return isEmptyOfLength ? `new Array(${Number(length)})` : literal
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function collectionCode (writer, record, label) {
  noteCut(writer, record, label)
  const isMap = record.subtype === 'map'
  const items = (record.entries ?? []).map(({ key, value }, i) => {
    const code = writer.code(value, `${label} (entry ${i + 1})`, null)
    return isMap ? list('[', [writer.code(key, `${label} (key ${i + 1})`, null), code], ']') : code
  })
  return `new ${isMap ? 'Map' : 'Set'}(${items.length === 0 ? '' : list('[', items, ']')})`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function noteCut (writer, record, label) {
  const { notCaptured = [], entries, length, size } = record
  const isCut = size !== undefined && size > (entries?.length ?? 0)
  const reason = notCaptured[0]?.reason ?? (isCut ? 'collectionSize' : undefined)
  if (reason === undefined) return
  writer.missing(`${label} (${notCaptured[0]?.count ?? 'some'} of ${length ?? size ?? 'its'} elements)`, reason)
}

/** @param {ObjectRecord} record */
function dateCode (record) {
  const time = internal(record, '[[DateValue]]')?.value
  const date = new Date(typeof time === 'number' ? time : NaN)
  return Number.isNaN(date.getTime()) ? 'new Date(NaN)' : `new Date('${date.toISOString()}')`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function regexpCode (writer, { regexp }, label) {
  try {
    const made = new RegExp(String(regexp?.source), String(regexp?.flags))
    const text = String(made)
    if (/^[\x20-\x7e]+$/.test(text)) return text
    return `new RegExp(${quote(made.source)}, ${quote(made.flags)})`
  } catch {
    return writer.missing(label, 'unavailable')
  }
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function promiseCode (writer, record, label) {
  const state = internal(record, '[[PromiseState]]')?.value
  if (state === 'pending') return 'new Promise(() => {})'
  if (state !== 'fulfilled' && state !== 'rejected') return writer.missing(label, 'unavailable')
  const result = writer.code(internal(record, '[[PromiseResult]]'), label, null)
  if (state === 'rejected') return `Promise.reject(${result})`
  return `Promise.resolve(${result === 'undefined' ? '' : result})`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function bytesCode (writer, record, label) {
  const { values, missing } = bytesToNumbers(record, writer.dump)
  if (missing > 0) writer.missing(`${label} (${missing} elements)`, 'bytes')
  const name = record.subtype === 'typedarray' ? elementClass(record, writer.dump) : 'Uint8Array'
  if (name === undefined) return writer.missing(label, 'unavailable')
  if (name === 'Buffer') return bufferCode(Buffer.from(record.bytes?.base64 ?? '', 'base64'))
  const numbers = values.map(value => String(value.unserializableValue ?? value.value))
  const array = `new ${name}(${numbers.length === 0 ? '' : `[${numbers.join(', ')}]`})`
  if (record.subtype === 'typedarray') return array
  return record.subtype === 'dataview' ? `new DataView(${array}.buffer)` : `${array}.buffer`
}

/** @param {Buffer} bytes */
function bufferCode (bytes) {
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes) && quote(text).length <= text.length * 1.2 + 2
  return isText ? `Buffer.from(${quote(text)})` : `Buffer.from('${bytes.toString('base64')}', 'base64')`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 * @param {string|null} path
 * @param {string|null} made the class
 */
function errorCode (writer, record, label, path, made) {
  const fields = new Fields(record, writer.dump)
  const message = quote(fields.string('message') ?? '')
  const own = members(writer, record, label, path)
  const cause = fields.value('cause')
  if (cause !== undefined) own.push(`cause: ${writer.code(cause, `${label}.cause`, path && `${path}.cause`)}`)
  const name = ERRORS.has(record.className ?? '') ? record.className : 'Error'
  // The constructor of a class of the application does more than to keep the message.
  if (made !== null) own.unshift(`message: ${message}`)
  const error = made === null ? `new ${name}(${message})` : `Object.create(${made}.prototype)`
  return own.length === 0 ? error : `Object.assign(${error}, ${inBraces(own)})`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 * @param {string|null} path
 * @param {boolean} [namedOnly] leave out indexes
 * @returns {string[]} the properties of an object literal
 */
function members (writer, record, label, path, namedOnly = false) {
  const items = []
  for (const { symbol, value, get, set, notCapturedReason, enumerable, ...each } of record.properties) {
    // The test runs the code that ran.
    const name = each.generatedName ?? each.name
    if (symbol !== undefined || (namedOnly && isIndex(name)) || (enumerable === false && namedOnly)) continue
    if (OF_CLASS.has(name) && (record.subtype === 'error' || name.startsWith('_'))) continue
    if (record.subtype === 'regexp' && name === 'lastIndex') continue
    const inner = `${label}${memberText(name, label)}`
    if (get !== undefined || set !== undefined) writer.missing(inner, undefined, 'a getter or setter')
    else if (value === undefined) writer.missing(inner, notCapturedReason)
    else items.push(property(name, writer.code(value, inner, path === null ? null : path + memberText(name, path))))
  }
  if (!namedOnly && record.subtype === undefined) noteCut(writer, record, label)
  return items
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function functionCode (writer, record, label) {
  const known = writer.surroundings.functionFor(record, lastWord(label))
  if (known !== null) return known
  if (isRejecting(record, label)) {
    writer.notes.push(`${label}: a function that rejects a promise; the test has one that throws`)
    return 'error => { throw error }'
  }
  const stub = writer.surroundings.stubFor(writer, record, label)
  if (stub !== null) return stub
  writer.notes.push(`${label}: a function; the test has one that does nothing`)
  const code = record.className === 'AsyncFunction' ? 'async () => {}' : '() => {}'
  const name = record.properties.find(each => each.name === 'name')?.value?.value
  // Node.js prints the names of functions in messages.
  const isPrinted = typeof name === 'string' && isIdentifier(name) && printsName(writer, name)
  return isPrinted ? `({ ${name}: ${code} }).${name}` : code
}

/**
 * @param {Writer} writer
 * @param {string} name of a function
 */
function printsName ({ dump: { exception } }, name) {
  const printed = (exception?.message ?? '').matchAll(/[Ff]unction:? ([\p{ID_Continue}$]+)/gu)
  return Array.from(printed, ([, each]) => each).includes(name)
}

/**
 * @param {ObjectRecord} record of a function
 * @param {string} label
 * @returns {boolean} true for the second function that an executor of a Promise receives
 */
function isRejecting (record, label) {
  const name = record.properties.find(each => each.name === 'name')?.value?.value
  return record.functionLocation === undefined && name === '' && /^(?:.*\W)?rej(?:ect)?$/i.test(label)
}

/**
 * Objects of classes of Node.js and of packages, whose insides mean nothing without the class.
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @param {string} label
 */
function foreignCode (writer, record, label) {
  const fields = new Fields(record, writer.dump)
  const prototype = prototypeOf(record)
  const ofPrototype = prototype?.className ?? 'Object'
  const isKnown = ofPrototype !== 'Object' && prototype?.notCapturedReason !== 'internal'
  const className = isKnown ? ofPrototype : (record.className ?? 'an unknown class')
  const href = fields.object('#context', 'Symbol(context)')?.string('href') ?? fields.string('#href')
  if (record.className === 'URL' && href !== undefined) return `new URL(${quote(href)})`
  if (className === 'AbortSignal') {
    return fields.isTrue('Symbol(kAborted)') ? 'AbortSignal.abort()' : 'new AbortController().signal'
  }
  if (isRequest(fields)) return requestCode(writer, fields, label)
  // The `this` of a timer's callback has no members that an application uses.
  const isTimer = className === 'Immediate' || className === 'Timeout'
  const stub = isTimer ? null : writer.surroundings.stubFor(writer, record, label)
  writer.notes.push(
    `${label}: an object of ${className}` +
      (stub === null ? '' : '; the test has a stand-in with what the function uses of it')
  )
  if (stub !== null) return stub
  // What a getter of a class of Node.js returns, such as the headers of a request, comes with its prototype.
  const made = isTimer ? null : nodePrototype(writer, record)
  return made === null ? '{}' : `Object.create(${made})`
}

/**
 * @param {Writer} writer
 * @param {ObjectRecord} record
 * @returns {string|null} an expression for the prototype of an object of a class that a module of Node.js exports
 */
function nodePrototype (writer, record) {
  const prototype = prototypeOf(record)
  if (prototype?.intrinsic?.startsWith("require('node:") === true) return writer.code(prototype, '', null)
  const { className = '' } = record
  if (prototype?.notCapturedReason !== 'internal' || !isIdentifier(className)) return null
  const module = NODE_MODULES.find(each => typeof Reflect.get(require(each), className)?.prototype === 'object')
  return module === undefined ? null : `${writer.builtin(module)}.${className}.prototype`
}

/** Modules of Node.js that export the classes of objects which applications hand over. */
const NODE_MODULES = [
  'node:http', 'node:http2', 'node:stream', 'node:net', 'node:tls', 'node:fs', 'node:zlib', 'node:crypto',
  'node:child_process', 'node:readline', 'node:worker_threads', 'node:dgram'
]

/** Properties that applications and their frameworks read of a request. */
const OF_REQUEST = [
  'method', 'url', 'originalUrl', 'baseUrl', 'path', 'httpVersion', 'params', 'query', 'body', 'cookies', 'user',
  'session', 'state', 'id', 'rawBody'
]

/** @param {Fields} fields */
function isRequest (fields) {
  return fields.string('method') !== undefined && fields.object('rawHeaders')?.record.subtype === 'array'
}

/**
 * A request that a server has received, as a plain object.
 * @param {Writer} writer
 * @param {Fields} fields
 * @param {string} label
 */
function requestCode (writer, fields, label) {
  const items = OF_REQUEST.flatMap(name => {
    const value = fields.value(name)
    return value === undefined ? [] : [property(name, writer.code(value, `${label}.${name}`, null))]
  })
  /** @type {Map<string, string>} */
  const headers = new Map()
  const raw = fields.object('rawHeaders')
  for (let i = 0; raw?.value(String(i + 1)) !== undefined; i += 2) {
    const name = (raw.string(String(i)) ?? '').toLowerCase()
    if (!headers.has(name)) headers.set(name, writer.code(raw.value(String(i + 1)), `${label}.headers.${name}`, null))
  }
  items.push(`headers: ${inBraces([...headers].map(([name, code]) => property(name, code)))}`)
  writer.notes.push(`${label}: a request of node:http; the test has a plain object`)
  return inBraces(items)
}

module.exports = { objectCode }
