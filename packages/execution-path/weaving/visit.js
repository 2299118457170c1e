'use strict'
// Walks over the syntax tree of one file and collects blocks and inserts.

const { MAX_LATCHES, again, awaited, entry, hit, latched } = require('./templates')

/**
 * A part of a file that has a counter. Its id is its index plus the first id of the file.
 * @typedef {object} Block
 * @property
 *   {'module' | 'function' | 'branch' | 'loop' | 'case' | 'catch' | 'finally' | 'expression' | 'statement'}
 *   type
 * @property {number} start offset
 * @property {number} end
 * @property {string} [name] of a function
 */

/**
 * @typedef {object} Insert
 * @property {number} offset in the original text
 * @property {() => string} text to be called when the whole file has been walked over
 * @property {number} block index of the one whose id the text has; -1 for none
 */

/**
 * The surroundings of a counter in a function. depth: 0 where no number is at hand, in parameters and field
 * initialisers; place: index of the innermost block around the visited node; loops: how many loops of the function are
 * around it; latches: how many blocks in loops have a variable.
 * @typedef {object} Scope
 * @property {number} depth
 * @property {boolean} isGenerator
 * @property {boolean} isModule
 * @property {boolean} isUsed
 * @property {number} place
 * @property {number} loops
 * @property {number} latches
 */

/** @typedef {any} Node acorn's types of nodes would have to be narrowed at each property */

/** Statements that need a semicolon before the next text, unless they end with one. */
const OPEN_ENDED = /^(Expression|Variable|Throw|Return|Break|Continue|DoWhile|Debugger|Export|Import)/
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const ASSIGNS_IF = new Set(['||=', '&&=', '??='])

/** @type {Scope} */
const NO_NUMBER = Object.freeze({
  depth: 0,
  isGenerator: false,
  isModule: false,
  isUsed: false,
  place: 0,
  loops: 0,
  latches: 0
})

/**
 * @param {string} source
 * @param {{ inserts: Insert[], blocks: Block[] }} found is filled
 * @returns {{ program: (tree: Node) => string | null }} program returns why the file cannot be woven, or null
 */
function visitorFor (source, { inserts, blocks }) {
  /** @type {string | null} */
  let problem = null

  /** @param {number} offset @param {string | (() => string)} text @param {number} [block] */
  function insert (offset, text, block = -1) {
    inserts.push({ offset, text: typeof text === 'string' ? () => text : text, block })
  }

  /** @param {Block['type']} type @param {number} start @param {number} end @param {string} [name] */
  function block (type, start, end, name) {
    return blocks.push({ type, start, end, name }) - 1
  }

  /** @param {Scope} scope @param {',' | ';'} end */
  function counter (scope, end) {
    scope.isUsed = true
    // The number of a generator changes, and a module runs once.
    const isLatched = scope.loops > 0 && scope.depth > 0 && !scope.isGenerator && !scope.isModule
    if (!isLatched || scope.latches === MAX_LATCHES) return hit(scope.depth) + end
    return latched(scope.depth, scope.latches++) + end
  }

  /**
   * @param {Node[]} body
   * @param {Scope} scope
   * @param {number} [from] index of the first statement that is no directive
   */
  function list (body, scope, from = 0) {
    for (let i = from; i < body.length; i++) {
      const statement = body[i]
      const next = body[i + 1]
      visit(statement, scope)
      if (next === undefined || next.type === 'FunctionDeclaration') continue
      if (/^(Import|Export)/.test(next.type)) continue
      const index = block('statement', next.start, next.end)
      const separator = isClosed(statement) ? '' : ';'
      insert(statement.end, separator + counter(scope, ';'), index)
      scope.place = index
    }
  }

  /** @param {Node} statement */
  function isClosed (statement) {
    const last = source[statement.end - 1]
    return last === ';' || (last === '}' && !OPEN_ENDED.test(statement.type))
  }

  /** @param {Node[]} body @returns {number} index of the first statement that is no directive */
  function afterDirectives (body) {
    let i = 0
    while (i < body.length && body[i].directive !== undefined) i++
    return i
  }

  /** @param {Node} node @param {Scope} around @param {string} [name] */
  function visitFunction (node, around, name) {
    node.params.forEach((/** @type {Node} */ param) => visit(param, { ...around, depth: 0 }))
    const isArrowValue = node.body.type !== 'BlockStatement'
    const directives = isArrowValue ? 0 : afterDirectives(node.body.body)
    for (let i = 0; i < directives; i++) if (node.body.body[i].directive === 'use asm') return
    // A closure knows the number of the function around it, to tell whether it is called on behalf of another request.
    // That of a generator changes, and that of a module does not exist yet if a cycle of imports calls a function.
    const outer = around.isGenerator || around.isModule ? 0 : around.depth
    if (outer > 0) around.isUsed = true
    const index = block('function', node.start, node.end, node.id?.name ?? name)
    const scope = { ...NO_NUMBER, depth: around.depth + 1, isGenerator: node.generator, place: index }
    const start = () => entry(scope.depth, outer, scope)
    if (isArrowValue) {
      insert(node.body.start, () => `{${start()}return `, index)
      visit(node.body, scope)
      insert(node.body.end, '}')
      return
    }
    const { body } = node.body
    if (directives > 0) insert(body[directives - 1].end, () => `;${start()}`, index)
    else insert(node.body.start + 1, start, index)
    list(body, scope, directives)
  }

  /**
   * A statement that may run or not.
   * @param {Node} statement
   * @param {Block['type']} type
   * @param {Scope} scope
   * @param {string} [before] text before its counter
   */
  function arm (statement, type, scope, before = '') {
    const index = block(type, statement.start, statement.end)
    const text = before + counter(scope, ';')
    within(index, scope, () => {
      if (statement.type === 'BlockStatement') {
        insert(statement.start + 1, text, index)
        list(statement.body, scope)
        return
      }
      insert(statement.start, `{${text}`, index)
      visit(statement, scope)
      insert(statement.end, '}')
    })
  }

  /** @param {Node} node that may be evaluated or not @param {Scope} scope */
  function armOfExpression (node, scope) {
    const index = block('expression', node.start, node.end)
    within(index, scope, () => {
      insert(node.start, `(${counter(scope, ',')}`, index)
      visit(node, scope)
      insert(node.end, ')')
    })
  }

  /** @param {number} index of the block that is visited @param {Scope} scope @param {() => void} visitAll */
  function within (index, scope, visitAll) {
    const { place } = scope
    scope.place = index
    visitAll()
    scope.place = place
  }

  /**
   * In a generator, text that reads the number again: the generator may be resumed on behalf of another request.
   * @param {Scope} scope
   */
  function resumed (scope) {
    return scope.isGenerator && scope.depth > 0 ? `${again(scope.depth)};` : ''
  }

  /** @param {Node} clause of a switch @param {Scope} scope */
  function visitCase (clause, scope) {
    if (clause.test) visit(clause.test, scope)
    let colon = clause.test ? clause.test.end : clause.start + 'default'.length
    while (source[colon] !== ':') {
      if (source.startsWith('/*', colon)) colon = source.indexOf('*/', colon) + 2
      else if (source.startsWith('//', colon)) colon = source.indexOf('\n', colon) + 1
      else colon++
    }
    const index = block('case', clause.start, clause.end)
    insert(colon + 1, counter(scope, ';'), index)
    within(index, scope, () => list(clause.consequent, scope))
  }

  /** @param {Node} node @param {Scope} scope @param {string} [name] of a function without one */
  function visit (node, scope, name) {
    if (FUNCTIONS.has(node.type)) return visitFunction(node, scope, name)
    const special = SPECIAL[node.type]
    if (special !== undefined) return special(node, scope)
    const children = childrenOf(node)
    for (const child of children) visit(child, scope)
  }

  /** @param {Node} node @param {Scope} scope */
  function visitLoop (node, scope) {
    for (const part of [node.init, node.left, node.right]) if (part) visit(part, scope)
    scope.loops++
    for (const part of [node.test, node.update]) if (part) visit(part, scope)
    arm(node.body, 'loop', scope, node.await ? resumed(scope) : '')
    scope.loops--
  }

  /** @param {Node} node method or property @param {Scope} scope of the value */
  function visitMember (node, scope) {
    if (node.computed) visit(node.key, { ...scope, depth: 0 })
    if (node.value) visit(node.value, scope, nameOfKey(node.key))
  }

  /** @type {Record<string, (node: Node, scope: Scope) => void>} */
  const SPECIAL = {
    BlockStatement: (node, scope) => within(scope.place, scope, () => list(node.body, scope)),
    StaticBlock: node => list(node.body, { ...NO_NUMBER }),
    IfStatement (node, scope) {
      visit(node.test, scope)
      arm(node.consequent, 'branch', scope)
      if (node.alternate?.type === 'IfStatement') visit(node.alternate, scope)
      else if (node.alternate) arm(node.alternate, 'branch', scope)
    },
    ForStatement: visitLoop,
    ForInStatement: visitLoop,
    ForOfStatement: visitLoop,
    WhileStatement: visitLoop,
    DoWhileStatement (node, scope) {
      scope.loops++
      arm(node.body, 'loop', scope)
      visit(node.test, scope)
      scope.loops--
    },
    SwitchStatement (node, scope) {
      visit(node.discriminant, scope)
      for (const clause of node.cases) visitCase(clause, scope)
    },
    TryStatement (node, scope) {
      visit(node.block, scope)
      if (node.handler?.param) visit(node.handler.param, scope)
      if (node.handler) arm(node.handler.body, 'catch', scope, resumed(scope))
      if (node.finalizer) arm(node.finalizer, 'finally', scope, resumed(scope))
    },
    WithStatement () {
      problem = 'with'
    },
    ConditionalExpression (node, scope) {
      visit(node.test, scope)
      armOfExpression(node.consequent, scope)
      armOfExpression(node.alternate, scope)
    },
    LogicalExpression (node, scope) {
      visit(node.left, scope)
      armOfExpression(node.right, scope)
    },
    AssignmentExpression (node, scope) {
      visit(node.left, scope)
      // A counter would take an anonymous function the name that the assignment gives it.
      if (ASSIGNS_IF.has(node.operator) && !isAnonymous(node.right)) armOfExpression(node.right, scope)
      else visit(node.right, scope, node.left.name ?? nameOfKey(node.left.property))
    },
    VariableDeclarator (node, scope) {
      visit(node.id, scope)
      if (node.init) visit(node.init, scope, node.id.name)
    },
    Property: visitMember,
    MethodDefinition: visitMember,
    PropertyDefinition: node => visitMember(node, { ...NO_NUMBER }),
    AwaitExpression ({ argument }, scope) {
      if (scope.depth === 0) return visit(argument, scope)
      scope.isUsed = true
      const space = /\s/.test(source[argument.start - 1]) ? '' : ' '
      insert(argument.start, space + awaited(scope.depth), scope.place)
      visit(argument, scope)
      insert(argument.end, ')')
    },
    YieldExpression (node, scope) {
      if (scope.depth === 0) return node.argument && visit(node.argument, scope)
      insert(node.start, '(_$y=')
      if (node.argument) visit(node.argument, scope)
      insert(node.end, `,${again(scope.depth)},_$y)`)
    }
  }

  return {
    program ({ body }) {
      const directives = afterDirectives(body)
      if (body.length === directives) return 'empty'
      const index = block('module', 0, source.length)
      const scope = { ...NO_NUMBER, depth: 1, isModule: true, place: index }
      insert(
        directives > 0 ? body[directives - 1].end : body[0].start,
        () => (directives > 0 ? ';' : '') + entry(1, 0, scope),
        index
      )
      list(body, scope, directives)
      return problem
    }
  }
}

/** Names of properties by the type of node: acorn gives all of a type the same ones. @type {Map<string, string[]>} */
const KEYS = new Map()

/** @param {Node} node @returns {Node[]} */
function childrenOf (node) {
  let keys = KEYS.get(node.type)
  if (keys === undefined) KEYS.set(node.type, (keys = Object.keys(node)))
  /** @type {Node[]} */
  const children = []
  for (let i = 0; i < keys.length; i++) {
    const value = node[keys[i]]
    if (typeof value !== 'object' || value === null) continue
    if (typeof value.type === 'string') children.push(value)
    else if (Array.isArray(value)) for (const each of value) if (typeof each?.type === 'string') children.push(each)
  }
  return children
}

/** @param {Node} node @returns {boolean} a function or class that gets its name by the assignment */
function isAnonymous (node) {
  if (node.type === 'ParenthesizedExpression') return isAnonymous(node.expression)
  return node.type === 'ArrowFunctionExpression' || (/^(Function|Class)Expression$/.test(node.type) && !node.id)
}

/** @param {Node} key @returns {string | undefined} */
function nameOfKey (key) {
  return key?.type === 'Literal' ? String(key.value) : key?.name
}

module.exports = { visitorFor }
