'use strict'
// Finds the call that a function was handed to, such as `setTimeout(() => …, 50)`, in the text of its script.

const { declarationOf } = require('../source/declarations')
const { child, children, functionStart, identifiersIn, isFunction, literalKey, pathTo } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * A call that a function was handed to.
 * @typedef {object} HandingOver
 * @property {AnyNode[]} path from the program to the call
 * @property {AnyNode} call
 * @property {AnyNode} argument of the call, which is or has the function
 * @property {boolean} isLiteral the function's own text stands in the argument
 * @property {boolean} isMethodOfThis the argument is `this.method`, or that bound to `this`
 */

/** Nodes that give the value of a part of theirs. */
const PASSES_ON = /^(?:Conditional|Logical|Object|Array|Parenthesized|Chain)Expression$|^Property$|^SpreadElement$/

/**
 * @param {AnyNode} program
 * @param {string} source
 * @param {number} start where the function begins, as V8 tells it
 * @returns {AnyNode[]|undefined} the path from the program to the function; undefined if the text has none there
 */
function pathToFunction (program, source, start) {
  const path = pathTo(program, start)
  for (let i = path.length - 1; i >= 0; i--) {
    if (isFunction(path[i]) && functionStart(source, path[i]) === start) return path.slice(0, i + 1)
  }
  return undefined
}

/**
 * The call around a value, if the value is an argument of it or a part of one: `f(value)`, `f({ a: value })`,
 * `f(value.bind(this))`.
 * @param {AnyNode[]} path from the program to the value
 * @returns {Omit<HandingOver, 'isLiteral'|'isMethodOfThis'>|undefined}
 */
function callAround (path) {
  for (let i = path.length - 1; i > 0; i--) {
    const [node, outer] = [path[i], path[i - 1]]
    const isCall = outer.type === 'CallExpression' || outer.type === 'NewExpression'
    if (isCall && children(outer, 'arguments').includes(node)) {
      return { path: path.slice(0, i), call: outer, argument: node }
    }
    const isBind = outer.type === 'MemberExpression' && child(outer, 'object') === node && literalKey(outer) === 'bind'
    if (isBind && path[i - 2]?.type === 'CallExpression' && child(path[i - 2], 'callee') === outer) i--
    else if (!PASSES_ON.test(outer.type)) return undefined
  }
  return undefined
}

/**
 * @param {AnyNode[]} path to a function
 * @returns {HandingOver|undefined} undefined unless the function's text stands in an argument of a call
 */
function literalHandedOver (path) {
  const found = callAround(path)
  return found && { ...found, isLiteral: true, isMethodOfThis: false }
}

/**
 * The calls that a named function may have been handed to: those that have its variable, or a member of its name, as an
 * argument.
 * @param {AnyNode[]} path from the program to the function
 * @param {(call: AnyNode) => boolean} mayBe tells if the function that is called can be the one that has called back
 * @returns {HandingOver[]}
 */
function handingsOver (path, mayBe) {
  const own = nameOf(path)
  if (own === undefined) return []
  const [program] = path
  const declared = own.isMember ? undefined : declarationOf(own.name, path)
  return (identifiersIn(program).get(own.name) ?? []).flatMap(id => {
    let used = pathTo(program, id.start, id.end)
    const outer = used[used.length - 2]
    const isMember = outer?.type === 'MemberExpression' && outer.computed !== true && child(outer, 'property') === id
    if (isMember !== own.isMember) return []
    if (!isMember && declarationOf(own.name, used)?.id !== declared?.id) return []
    if (isMember) used = used.slice(0, -1)
    const found = callAround(used)
    const isMethodOfThis = isMember && child(used[used.length - 1], 'object')?.type === 'ThisExpression'
    return found !== undefined && mayBe(found.call) ? [{ ...found, isLiteral: false, isMethodOfThis }] : []
  })
}

/**
 * @param {AnyNode[]} path from the program to a function
 * @returns {{ name: string, isMember: boolean }|undefined} how other code names the function
 */
function nameOf (path) {
  const node = path[path.length - 1]
  const outer = path[path.length - 2]
  const id = child(node, 'id')
  if (node.type === 'FunctionDeclaration' && id !== null) return { name: String(id.name), isMember: false }
  switch (outer?.type) {
    case 'VariableDeclarator': {
      const target = child(outer, 'id')
      return target?.type === 'Identifier' ? { name: String(target.name), isMember: false } : undefined
    }
    case 'AssignmentExpression': {
      const target = child(outer, 'left')
      if (target?.type === 'Identifier') return { name: String(target.name), isMember: false }
      const key = target?.type === 'MemberExpression' ? literalKey(target) : undefined
      return key === undefined ? undefined : { name: key, isMember: true }
    }
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property': {
      const key = literalKey(outer)
      return key === undefined ? undefined : { name: key, isMember: true }
    }
  }
  return undefined
}

/**
 * @param {AnyNode[]} path from the program to a function
 * @returns {string} its name as V8 would tell it; '' if it has none
 */
function functionName (path) {
  const outer = path[path.length - 2]
  const isConstructor = outer?.type === 'MethodDefinition' && outer.kind === 'constructor'
  // The path to a constructor goes through its class, the class's body and the method.
  const id = child(isConstructor ? path[path.length - 4] : path[path.length - 1], 'id')
  if (isConstructor && id === null) return ''
  return id === null ? (nameOf(path)?.name ?? '') : String(id.name)
}

/**
 * @param {AnyNode} call
 * @returns {string} the last name of what is called
 */
function calledName (call) {
  const written = child(call, 'callee')
  // Compilers write `(0, module.name)(…)` to call what was imported.
  const callee = written?.type === 'SequenceExpression' ? children(written, 'expressions').at(-1) : written
  return callee?.type === 'Identifier' ? String(callee.name) : ((callee && literalKey(callee)) ?? '')
}

module.exports = { calledName, functionName, handingsOver, literalHandedOver, pathToFunction }
