'use strict'
// Makes stand-ins for objects that can't be written, such as the client of a database: with the members that the
// function uses. A method returns what the variable behind its call held at the throw. The method whose call failed
// throws the error of the crash.

const { isBuiltin } = require('node:module')
const { ownVariables } = require('./callee')
const { FreeNames } = require('./free-names')
const { inBraces, list, property } = require('./values/literals')
const { mayHave } = require('./values/members')
const { isVariableName } = require('./values/names')
const { LineTable } = require('crash-collector-inspect/source/lines')
const { child, children, literalKey, pathTo } = require('crash-collector-inspect/source/syntax')
const { Fields } = require('crash-collector-inspect/values/summaries/fields')
const { quote } = require('crash-collector-inspect/text/terminal-text')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./callee').Callee} Callee */
/** @typedef {import('./types').Writer} Writer */

/** @typedef {{ members: Map<string, Usage>, calls: AnyNode[][] }} Usage calls: paths of the calls */

class Stubs {
  #dump
  #callee
  #offset
  #hasThrown = false
  /** Classes of errors that the test declares. @type {Set<string>} */ classes = new Set()

  /**
   * @param {Dump} dump
   * @param {Callee} callee
   */
  constructor (dump, callee) {
    this.#dump = dump
    this.#callee = callee
    this.#offset = new LineTable(callee.source).offsetOf(callee.frame)
  }

  /** True if a stand-in throws the error of the crash. */
  get throws () {
    return this.#hasThrown
  }

  /**
   * Imports of which the function awaits something. Network clients and databases are such.
   * @param {boolean} ofNode count modules of Node.js and of the application, too
   * @returns {Set<string>} names of their variables
   */
  awaitedImports (ofNode) {
    const { node, program, source } = this.#callee
    /** @type {Set<string>} */
    const found = new Set()
    for (const [name, declaration] of new FreeNames().of(pathTo(program, node.start, node.end))) {
      const { id, declarator, kind } = declaration ?? {}
      if (id === undefined || (kind !== 'import' && declarator === undefined)) continue
      const statement = pathTo(program, id.start, id.end).find(each => each.type === 'ImportDeclaration') ?? declarator
      const text = statement === undefined ? '' : source.slice(statement.start, statement.end)
      const module = /(?:require\(|from)\s*(['"])(.+?)\1/.exec(text)?.[2]
      if (module === undefined || (!ofNode && (isBuiltin(module) || module.startsWith('.')))) continue
      const { calls, members } = this.#usageOf(name)
      const all = [...calls, ...Array.from(members.values(), each => each.calls).flat()]
      const isAwaited = all.some(path => path[path.length - 2]?.type === 'AwaitExpression' || this.#failed(path))
      if (isAwaited) found.add(name)
    }
    return found
  }

  /**
   * @param {Writer} writer
   * @param {string} name of the variable that holds the object; `this.pool` for a field
   * @param {import('crash-collector-shared/dump/format').ObjectRecord|undefined} record
   * @returns {string|null} null if the function uses nothing of it
   */
  code (writer, name, record) {
    const usage = this.#usageOf(name)
    if (usage.members.size === 0 && usage.calls.length === 0) return null
    return this.#usageCode(writer, usage, record, name)
  }

  /**
   * @param {Writer} writer
   * @param {Usage} usage
   * @param {import('crash-collector-shared/dump/format').ObjectRecord|undefined} record
   * @param {string} label
   * @returns {string}
   */
  #usageCode (writer, { members, calls }, record, label) {
    const fields = record && new Fields(record, this.#dump)
    const items = Array.from(members).flatMap(([name, usage]) => {
      if (record !== undefined && !mayHave(this.#dump, record, name)) return []
      const value = fields?.value(name)
      const isObject = value?.objectId !== undefined && value.type === 'object'
      if (usage.calls.length === 0 && value !== undefined && !(isObject && usage.members.size > 0)) {
        return property(name, writer.code(value, `${label}.${name}`, null))
      }
      if (usage.calls.length === 0 && usage.members.size === 0) {
        const known = fields && responseFact(fields, name)
        return property(name, known ?? writer.missing(`${label}.${name}`))
      }
      const inner = isObject ? this.#dump.object(String(value.objectId)) : undefined
      return property(name, this.#usageCode(writer, usage, inner, `${label}.${name}`))
    })
    if (calls.length === 0) return inBraces(items)
    const called = this.#callCode(writer, calls, label)
    return items.length === 0 ? called : `Object.assign(${called}, ${inBraces(items)})`
  }

  /**
   * @param {Writer} writer
   * @param {AnyNode[][]} calls paths of the calls
   * @param {string} label
   */
  #callCode (writer, calls, label) {
    if (calls.some(path => this.#failed(path))) {
      this.#hasThrown = true
      return `() => { throw ${this.errorCode(writer)} }`
    }
    for (const path of calls) {
      const { result, isAwaited } = this.#resultOf(writer, path, label)
      if (result === undefined) continue
      return `${isAwaited ? 'async ' : ''}() => ${result.startsWith('{') ? `(${result})` : result}`
    }
    writer.notes.push(`what ${label}() returned`)
    return calls.some(path => path[path.length - 2]?.type === 'AwaitExpression') ? 'async () => {}' : '() => {}'
  }

  /**
   * True if the call threw, or what it returned was rejected: the function stood there, and something else had made
   * the error.
   * @param {AnyNode[]} path
   */
  #failed (path) {
    const call = path[path.length - 1]
    const parent = path[path.length - 2]
    const { frame } = this.#callee
    const awaiting = parent?.type === 'AwaitExpression' ? parent : null
    // A call that threw did not stand at an `await`, whose place is its start, or its end if the function returns what
    // it awaits.
    if (awaiting !== null && (awaiting.start === this.#offset || awaiting.end === this.#offset)) return true
    if (this.#dump.callFrames[0] === frame && frame.role === undefined) return false
    const node = awaiting ?? call
    return node.start <= this.#offset && this.#offset <= node.end
  }

  /**
   * The error of the crash, as an expression. It is made by the stand-in, so that its stack has the line of the call.
   * @param {Writer} writer
   */
  errorCode (writer) {
    const { exception } = this.#dump
    const value = exception?.value
    const record = value?.objectId === undefined ? undefined : this.#dump.object(value.objectId)
    if (exception?.message === undefined || record === undefined) return writer.code(value, 'the error', null)
    if (exception.className === 'DOMException') {
      const name = /^\w+/.exec(exception.description)?.[0] ?? 'Error'
      return `new DOMException(${quote(exception.message)}, ${quote(name)})`
    }
    const name = exception?.className ?? 'Error'
    const message = quote(exception?.message ?? '')
    const known = typeof Reflect.get(globalThis, name) === 'function' && /Error$/.test(name)
    const made = known && name !== 'AggregateError' ? name : isVariableName(name) ? this.#declared(name) : 'Error'
    const items = record.properties.flatMap(({ name, value, symbol }) =>
      symbol !== undefined || value === undefined || value.objectId !== undefined || /^(?:message|stack)$/.test(name)
        ? []
        : [property(name, writer.code(value, `the error's ${name}`, null))]
    )
    return items.length === 0 ? `new ${made}(${message})` : `Object.assign(new ${made}(${message}), ${inBraces(items)})`
  }

  /** @param {string} name */
  #declared (name) {
    this.classes.add(name)
    return name
  }

  /**
   * Writes the value that a call returned, if a variable holds it.
   * @param {Writer} writer
   * @param {AnyNode[]} path
   * @param {string} label
   * @returns {{ result?: string, isAwaited: boolean }}
   */
  #resultOf (writer, path, label) {
    let index = path.length - 2
    const isAwaited = path[index]?.type === 'AwaitExpression'
    if (isAwaited) index--
    const holder = path[index]
    if (holder?.type !== 'VariableDeclarator') return { isAwaited }
    const result = this.#patternCode(writer, /** @type {AnyNode} */ (holder.id), label)
    return { isAwaited, ...(result !== undefined && { result }) }
  }

  /**
   * @param {Writer} writer
   * @param {AnyNode} pattern
   * @param {string} label
   * @returns {string|undefined}
   */
  #patternCode (writer, pattern, label) {
    if (pattern.type === 'Identifier') {
      const name = String(pattern.name)
      const value = this.#variables.get(name)
      if (value === undefined || value.notCapturedReason !== undefined) return undefined
      return writer.code(value, name, null)
    }
    if (pattern.type === 'AssignmentPattern') {
      return this.#patternCode(writer, /** @type {AnyNode} */ (pattern.left), label)
    }
    if (pattern.type === 'ObjectPattern') {
      return inBraces(
        children(pattern, 'properties').flatMap(each => {
          const key = each.type === 'Property' ? literalKey(each) : undefined
          const value = /** @type {AnyNode} */ (each.value)
          const code = key === undefined ? undefined : this.#patternCode(writer, value, label)
          return key === undefined || code === undefined ? [] : [property(key, code)]
        })
      )
    }
    if (pattern.type !== 'ArrayPattern') return undefined
    const elements = /** @type {(AnyNode|null)[]} */ (pattern.elements)
    const codes = elements.map(each => (each === null ? undefined : this.#patternCode(writer, each, label)))
    return list('[', codes.map(code => code ?? 'undefined'), ']')
  }

  get #variables () {
    return ownVariables(this.#dump, this.#callee.frame)
  }

  /**
   * @param {string} name
   * @returns {Usage}
   */
  #usageOf (name) {
    const [first, ...rest] = name.split('.')
    /** @type {Usage} */
    const root = { members: new Map(), calls: [] }
    const visit = (/** @type {AnyNode[]} */ path) => {
      const node = path[path.length - 1]
      const isIt = first === 'this' ? node.type === 'ThisExpression' : node.type === 'Identifier' && node.name === first
      if (isIt) note(root, path)
      for (const [key, value] of Object.entries(node)) {
        // The name of a member is no variable.
        if (key === 'property' && node.type === 'MemberExpression' && node.computed !== true) continue
        if (key === 'key' && node.computed !== true) continue
        for (const each of Array.isArray(value) ? value : [value]) {
          if (typeof each === 'object' && each !== null && typeof each.type === 'string') visit([...path, each])
        }
      }
    }
    visit([this.#callee.node])
    let found = /** @type {Usage|undefined} */ (root)
    for (const part of rest) found = found?.members.get(part)
    return found ?? { members: new Map(), calls: [] }
  }
}

/**
 * Adds the members that are read of the node at the end of a path, and the calls of them.
 * @param {Usage} usage
 * @param {AnyNode[]} path
 */
function note (usage, path) {
  for (let i = path.length - 2; i >= 0; i--) {
    const [node, inner] = [path[i], path[i + 1]]
    if (node.type === 'ChainExpression') continue
    if (node.type === 'MemberExpression' && child(node, 'object') === inner) {
      const name = literalKey(node)
      if (name === undefined) return
      let next = usage.members.get(name)
      if (next === undefined) usage.members.set(name, (next = { members: new Map(), calls: [] }))
      usage = next
      continue
    }
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
    if (isCall && child(node, 'callee') === inner) usage.calls.push(path.slice(0, i + 1))
    return
  }
}

/**
 * Reads from the insides of a response of fetch what its property would return.
 * @param {Fields} fields
 * @param {string} name
 * @returns {string|undefined}
 */
function responseFact (fields, name) {
  const status = fields.object('#state', 'Symbol(state)')?.number('status')
  if (status === undefined || !Number.isInteger(status)) return undefined
  if (name === 'status') return String(status)
  return name === 'ok' ? String(status >= 200 && status < 300) : undefined
}

module.exports = { Stubs }
