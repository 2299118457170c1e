'use strict'
// Finds the functions that calls of the request called, and the calls of a function.

const { declarationOf } = require('../source/declarations')
const { child, children, isFunction } = require('../source/syntax')
const { Births } = require('./flow')
const { repeatsCallback } = require('./order')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */

/** Methods of arrays, Maps and Sets that call back for each element. */
const FOR_EACH = new Set([
  'map', 'filter', 'forEach', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every', 'flatMap'
])
const REDUCES = new Set(['reduce', 'reduceRight'])

class Calls {
  #flow
  /** @type {Map<AnyNode, AnyNode[]>} */ #sites = new Map()
  #isComplete = false
  /** What is called, but not known, because the search took too long. @type {(AnyNode|null)[]} */ #unknown = []
  /** @type {Map<AnyNode, boolean>} */ #loaded = new Map()
  /** @type {Map<AnyNode, { functions: AnyNode[], isOpen: boolean }>} */ #callees = new Map()

  /** @type {Map<number, AnyNode>} */ #parameters = new Map()

  /** @param {Flow} flow */
  constructor (flow) {
    this.#flow = flow
  }

  /**
   * @param {AnyNode} call
   * @returns {{ functions: AnyNode[], isOpen: boolean }} isOpen: others of the application may have been called; if
   *   there is none and it is not open, the call left the code that is known
   */
  calleesOf (call) {
    let callees = this.#callees.get(call)
    if (callees === undefined) {
      callees = this.#resolve(call)
      if (this.#isComplete) this.#callees.set(call, callees)
    }
    return callees
  }

  /** @param {AnyNode} call */
  #resolve (call) {
    const births = new Births()
    const callee = child(call, 'callee')
    if (callee === null || callee.type === 'Import') return { functions: [], isOpen: false }
    if (callee.type === 'Super') {
      const around = this.#flow.code.pathTo(callee).findLast(({ type }) => /^Class/.test(type))
      const above = around === undefined ? null : child(around, 'superClass')
      if (above !== null) this.#flow.follow.birthsOf(this.#flow, { node: above, live: null }, 'function', births)
    } else this.#flow.follow.birthsOf(this.#flow, { node: callee, live: null }, 'function', births)
    const functions = [...births.found.keys()].flatMap(each => (isFunction(each) ? [each] : this.#constructorOf(each)))
    return { functions, isOpen: births.isOpen }
  }

  /** @param {AnyNode} made @returns {AnyNode[]} the constructor that `new` calls, if it is a class with one */
  #constructorOf (made) {
    const body = /^Class/.test(made.type) ? child(made, 'body') : null
    const own = body === null ? undefined : children(body, 'body').find(({ kind }) => kind === 'constructor')
    const fn = own === undefined ? null : child(own, 'value')
    if (fn !== null) return [fn]
    const above = body === null ? null : child(made, 'superClass')
    if (above === null) return []
    const births = new Births()
    this.#flow.follow.birthsOf(this.#flow, { node: above, live: null }, 'function', births)
    return [...births.found.keys()].flatMap(each => (each === made ? [] : this.#constructorOf(each)))
  }

  /** Finds the calls of all functions, before anything else is asked. */
  prepare () {
    // A callee that is a parameter is known once the calls of its function are. Two rounds find what a wrapper calls.
    for (let round = 0; round < 2; round++) {
      const sites = new Map()
      this.#callees.clear()
      for (const node of this.#flow.code.nodes) {
        if (!/^(?:Call|New)Expression$/.test(node.type) || !this.#flow.ran(node)) continue
        this.#flow.begin()
        const callees = this.#resolve(node)
        this.#callees.set(node, callees)
        if (round === 1 && this.#flow.wasCut) this.#unknown.push(child(node, 'callee'))
        for (const fn of callees.functions) {
          const list = sites.get(fn)
          if (list === undefined) sites.set(fn, [node])
          else list.push(node)
        }
      }
      this.#sites = sites
      this.#loaded.clear()
      this.#flow.forget()
    }
    this.#callees.clear()
    this.#isComplete = true
  }

  /**
   * @param {AnyNode} fn
   * @returns {{ calls: AnyNode[], isOpen: boolean }} isOpen: something else may have called it
   */
  sitesOf (fn) {
    const calls = this.#sites.get(fn) ?? []
    return { calls, isOpen: this.#mayBeUnknown(fn) || this.#escapes(fn) }
  }

  /**
   * @param {AnyNode} fn
   * @returns {boolean} true if it may have run when the program was loaded, of which the path tells nothing
   */
  isLoaded (fn) {
    const known = this.#loaded.get(fn)
    if (known !== undefined) return known
    this.#loaded.set(fn, false) // a recursion
    const { code } = this.#flow
    const isLoaded = (this.#sites.get(fn) ?? []).some(call => {
      const around = code.functionOf(call)
      return around === undefined || this.isLoaded(around)
    })
    this.#loaded.set(fn, isLoaded)
    return isLoaded
  }

  /** @param {AnyNode} fn @returns {boolean} true if a call that is not known may be one of the function */
  #mayBeUnknown (fn) {
    if (this.#unknown.length === 0) return false
    const name = this.#nameOf(fn)
    const lastName = (/** @type {AnyNode|null} */ node) =>
      nameIn(node?.type === 'MemberExpression' ? child(node, 'property') : node)
    if (name === undefined || this.#unknown.some(callee => [undefined, name].includes(lastName(callee)))) return true
    // It may have another name elsewhere.
    return this.#flow.code.named(name).some(id => {
      const parent = this.#flow.code.parent(id)
      switch (parent?.type) {
        case 'Property':
          return [parent.key, parent.value].some(each => nameIn(/** @type {AnyNode} */ (each)) !== name)
        case 'VariableDeclarator':
          return parent.init === id
        case 'AssignmentExpression':
          return parent.right === id && lastName(child(parent, 'left')) !== name
        case 'ImportSpecifier':
        case 'ExportSpecifier':
          return parent.local !== parent.imported && parent.local !== parent.exported
      }
      return false
    })
  }

  /** @param {AnyNode} fn @returns {boolean} true if it is handed around as a value */
  #escapes (fn) {
    const { code } = this.#flow
    const parent = code.parent(fn)
    const isCallee = parent?.type === 'CallExpression' && parent.callee === fn
    const name = this.#nameOf(fn)
    if (name === undefined) return !isCallee && this.#leaves(fn)
    return this.#valuesOf(fn, name).some(node => this.#leaves(node))
  }

  /**
   * @param {AnyNode} fn
   * @param {string} name
   * @returns {AnyNode[]} identifiers that stand for the function, and do not call it
   */
  #valuesOf (fn, name) {
    const { code } = this.#flow
    const named = code.named(name)
    const parent = code.parent(fn)
    const own = child(fn, 'id') ?? (parent?.type === 'VariableDeclarator' ? child(parent, 'id') : null)
    if (own === null) return named.filter(node => this.#isValue(node))
    const file = code.fileOf(fn)
    const isProperty = (/** @type {AnyNode} */ node) => {
      const around = code.parent(node)
      return around?.type === 'MemberExpression' && around.property === node && around.computed !== true
    }
    const references = named.filter(node =>
      code.fileOf(node) === file && !isProperty(node) && declarationOf(name, code.pathTo(node))?.id === own
    )
    const isExported = references.some(node => {
      const around = code.parent(node)
      return /^Export/.test(String(around?.type)) || /^Export/.test(String(code.parent(fn)?.type)) ||
        (around?.type === 'Property' && code.parent(around)?.type === 'ObjectExpression') ||
        (around?.type === 'AssignmentExpression' && around.right === node)
    })
    const others = isExported ? named.filter(node => code.fileOf(node) !== file || isProperty(node)) : []
    return [...references, ...others].filter(node => this.#isValue(node))
  }

  /**
   * @param {AnyNode} value a function
   * @returns {boolean} false if it is an argument of functions of the application that do nothing but call it
   */
  #leaves (value) {
    const { code } = this.#flow
    const call = code.parent(value)
    const isCall = call?.type === 'CallExpression' || call?.type === 'NewExpression'
    const index = isCall ? children(call, 'arguments').indexOf(value) : -1
    if (call === undefined || index === -1) return true
    const { functions, isOpen } = this.calleesOf(call)
    return isOpen || functions.length === 0 || functions.some(fn => {
      const parameter = children(fn, 'params')[index]
      return parameter?.type !== 'Identifier' ||
        code.named(String(parameter.name), fn).some(node => node !== parameter && this.#isValue(node))
    })
  }

  /** @param {AnyNode} id @returns {boolean} true if the function of this name is used otherwise than to call it */
  #isValue (id) {
    const { code } = this.#flow
    let node = id
    let parent = code.parent(node)
    // `object.name` stands for the function as `name` does.
    if (parent?.type === 'MemberExpression' && parent.property === id) {
      node = parent
      parent = code.parent(node)
    }
    if (parent?.type === 'ChainExpression') return false
    const isHandedOver = /^(?:CallExpression|NewExpression|ReturnStatement|ArrayExpression)$/.test(String(parent?.type))
    return parent !== undefined && isHandedOver
      ? parent.callee !== node
      : parent?.type === 'Property' && parent.value === node && parent.key !== node && this.#isInCall(parent)
  }

  /** @param {AnyNode} property */
  #isInCall (property) {
    const { code } = this.#flow
    const object = code.parent(property)
    return object !== undefined && object.type === 'ObjectExpression' && code.parent(object)?.type === 'CallExpression'
  }

  /** @param {AnyNode} fn @returns {string|undefined} */
  #nameOf (fn) {
    const { code } = this.#flow
    const id = child(fn, 'id')
    if (id !== null) return String(id.name)
    const parent = code.parent(fn)
    if (parent?.type === 'VariableDeclarator') return nameIn(child(parent, 'id'))
    if (parent?.type === 'MethodDefinition' || parent?.type === 'Property') return nameIn(child(parent, 'key'))
    if (parent?.type === 'AssignmentExpression') {
      const left = child(parent, 'left')
      return nameIn(left?.type === 'MemberExpression' ? child(left, 'property') : left)
    }
    return undefined
  }

  /**
   * @param {AnyNode} fn
   * @returns {AnyNode|undefined} the call that handed it to a framework when the program was loaded, so that it is
   *   called for each request
   */
  registrationOf (fn) {
    const { code } = this.#flow
    const isLoaded = (/** @type {AnyNode} */ call) => {
      const home = code.functionOf(call)
      return (home === undefined || !code.wasCalled(home)) && !repeatsCallback(call) &&
        this.calleesOf(call).functions.length === 0
    }
    const name = this.#nameOf(fn)
    const values = name === undefined || /^Return|^Arrow/.test(String(code.parent(fn)?.type))
      ? [fn]
      : this.#valuesOf(fn, name)
    if (values.length !== 1) return undefined
    const [value] = values
    let parent = code.parent(value)
    if (parent?.type === 'MemberExpression') parent = code.parent(parent)
    if (parent?.type === 'CallExpression' && parent.callee !== value) {
      return isLoaded(parent) || this.#handsOn(parent, value, isLoaded) ? parent : undefined
    }
    // `wrap(handler)` gives a handler, too.
    const maker = parent?.type === 'ReturnStatement' || parent?.body === value ? code.functionOf(value) : undefined
    const made = maker === undefined ? [] : (this.#sites.get(maker) ?? [])
    return made.map(call => code.parent(call)).find((call, i) =>
      call?.type === 'CallExpression' && call.callee !== made[i] && isLoaded(call)
    )
  }

  /**
   * @param {AnyNode} call that ran when the program was loaded
   * @param {AnyNode} value an argument
   * @param {(call: AnyNode) => boolean} isTaken
   * @returns {boolean} true if what it calls does nothing with the argument but hand it to a framework
   */
  #handsOn (call, value, isTaken) {
    const { code } = this.#flow
    const { functions, isOpen } = this.calleesOf(call)
    const parameter = children(functions[0] ?? call, 'params')[children(call, 'arguments').indexOf(value)]
    if (isOpen || functions.length !== 1 || parameter?.type !== 'Identifier') return false
    const uses = code.named(String(parameter.name), functions[0]).filter(each => each !== parameter)
    const next = uses.length === 1 ? code.parent(uses[0]) : undefined
    return code.functionOf(call) === undefined && next?.type === 'CallExpression' && next.callee !== uses[0] &&
      code.functionOf(next) === functions[0] && isTaken(next)
  }

  /**
   * What a framework hands to the handlers of one request is the same for all of them.
   * @param {AnyNode} fn
   * @param {number} index of the parameter
   * @returns {AnyNode} that stands for it
   */
  handlerParameter (fn, index) {
    // A handler of errors has one more in front.
    const position = children(fn, 'params').length === 4 ? index - 1 : index
    let found = this.#parameters.get(position)
    if (found === undefined) {
      found = /** @type {AnyNode} */ ({ type: 'HandlerParameter', start: 0, end: 0 })
      this.#parameters.set(position, found)
    }
    return found
  }

  /** @param {AnyNode} fn @returns {AnyNode|undefined} what stands for it, if it is not called, and handed on once */
  #onlyValueOf (fn) {
    if (this.#flow.code.parent(fn)?.type === 'CallExpression') return fn
    const name = this.#nameOf(fn)
    if (name === undefined || this.#sites.has(fn)) return undefined
    const values = this.#valuesOf(fn, name)
    return values.length === 1 ? values[0] : undefined
  }

  /**
   * @param {AnyNode} fn
   * @returns {{ call: AnyNode, list: AnyNode, element: number, isReduce: boolean }|undefined} the call of a method
   *   that calls it for each element of a list, and the position of the parameter that gets the element
   */
  listOf (fn) {
    const value = this.#onlyValueOf(fn)
    const call = value === undefined ? undefined : this.#flow.code.parent(value)
    if (call?.type !== 'CallExpression' || children(call, 'arguments')[0] !== value) return undefined
    const callee = child(call, 'callee')
    const name = callee?.type === 'MemberExpression' ? nameIn(child(callee, 'property')) : undefined
    if (callee === null || name === undefined || !(FOR_EACH.has(name) || REDUCES.has(name))) return undefined
    const isReduce = REDUCES.has(name)
    return { call, list: /** @type {AnyNode} */ (callee.object), element: isReduce ? 1 : 0, isReduce }
  }
}

/** @param {AnyNode|null} id */
function nameIn (id) {
  return id?.type === 'Identifier' || id?.type === 'PrivateIdentifier' ? String(id.name) : undefined
}

module.exports = { Calls }
