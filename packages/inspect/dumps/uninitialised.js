'use strict'
// Marks variables without a value as such. V8 11 shows undefined for a `const`, `let` or class that has no value yet
// (test/workarounds/uninitialised-as-undefined.js, Node.js 20), and for a variable that its optimising compiler has
// removed. In the first case the frame stands before the end of the declaration. In the second case the declaration
// can't have given undefined, as in `const total = 0`. Parameters and results of calls can't be decided. Later versions
// of V8 report by themselves that there is no value.

const { declarationOf } = require('../source/declarations')
const { offsetOf } = require('../source/lines')
const { scriptTree } = require('../source/script-trees')
const { pathTo } = require('../source/syntax')

const AFFECTED = /^v20\./
const KINDS = new Set(['const', 'let', 'class'])
/** Scopes of the function itself. A variable outside of the function may have been assigned since. */
const OWN_SCOPES = new Set(['local', 'block'])

/**
 * Replaces wrong values by the reason `unavailable`.
 * @param {import('../reader').Dump} dump
 * @returns {void}
 */
function markUninitialised (dump) {
  if (!AFFECTED.test(dump.header.node)) return
  for (const frame of dump.allCallFrames) {
    const source = dump.script(frame.scriptId)?.source
    const suspects = source === undefined ? [] : undefinedVariables(dump, frame)
    if (source === undefined || suspects.length === 0) continue
    const program = scriptTree(dump, frame.scriptId)
    const offset = offsetOf(source, frame)
    if (program === null || offset === -1) continue
    const path = pathTo(program, offset)
    for (const variable of suspects) {
      const declaration = declarationIn(path, variable.name)
      if (declaration === undefined || !KINDS.has(declaration.kind)) continue
      const { end } = declaration.declarator ?? declaration.scope
      const begun = declaration.kind === 'class' ? declaration.id.start <= offset : offset >= end
      if (begun && !neverUndefined(declaration)) continue
      delete variable.value
      variable.notCapturedReason = 'unavailable'
    }
  }
}

/** Expressions whose value is never undefined. */
const DEFINITE = new Set([
  'Literal',
  'TemplateLiteral',
  'ObjectExpression',
  'ArrayExpression',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassExpression',
  'NewExpression',
  'BinaryExpression',
  'UpdateExpression'
])

/**
 * True if the variable has a value other than undefined from its declaration on.
 * @param {NonNullable<ReturnType<typeof declarationOf>>} declaration
 * @returns {boolean}
 */
function neverUndefined ({ kind, id, declarator }) {
  const init = /** @type {import('../source/syntax').AnyNode|null|undefined} */ (declarator?.init)
  // A pattern takes its value apart, and a `let` or a class may be assigned.
  if (kind !== 'const' || declarator?.id !== id || !init) return false
  return DEFINITE.has(init.type) || (init.type === 'UnaryExpression' && init.operator !== 'void')
}

/**
 * @param {import('../source/syntax').AnyNode[]} path
 * @param {string} name
 * @returns {ReturnType<typeof declarationOf>}
 */
function declarationIn (path, name) {
  try {
    return declarationOf(name, path)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined // code that is nested deeper than the stack
  }
}

/**
 * @param {import('../reader').Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 */
function undefinedVariables (dump, { scopeChain }) {
  /** @type {import('crash-collector-shared/dump/format').Variable[]} */
  const found = []
  for (const scope of scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) break
    for (const variable of dump.scope(scope).variables) if (variable.value?.type === 'undefined') found.push(variable)
  }
  return found
}

module.exports = { markUninitialised }
