'use strict'
// V8 11 shows a `const`, `let` or class that has no value yet as undefined
// (test/workarounds/uninitialised-as-undefined.js, Node.js 20), and so a variable that its optimising compiler has
// removed. Where the frame stands tells of the first: before the end of the declaration there is none. Of the second
// the declaration tells where it can't have given undefined, as `const total = 0`. Of parameters and of what a call
// returned nothing tells. Later versions of V8 say so themselves.

const { declarationOf } = require('../explain/declarations')
const { parseScript, pathTo } = require('../explain/syntax')
const { offsetOf } = require('../source/lines')

const AFFECTED = /^v20\./
const KINDS = new Set(['const', 'let', 'class'])
/** Of the function itself; what is outside of it may have got its value since. */
const OWN_SCOPES = new Set(['local', 'block'])

/**
 * Replaces the wrong values by the reason `unavailable`.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {void}
 */
function markUninitialised (dump) {
  if (!AFFECTED.test(dump.header.node)) return
  /** @type {Map<string, ReturnType<typeof parseScript>>} */
  const programs = new Map()
  for (const frame of dump.allCallFrames) {
    const source = dump.script(frame.scriptId)?.source
    const suspects = source === undefined ? [] : undefinedVariables(dump, frame)
    if (source === undefined || suspects.length === 0) continue
    if (!programs.has(frame.scriptId)) programs.set(frame.scriptId, parseScript(source))
    const program = programs.get(frame.scriptId) ?? null
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
 * Whether the variable has another value than undefined from its declaration on.
 * @param {NonNullable<ReturnType<typeof declarationOf>>} declaration
 * @returns {boolean}
 */
function neverUndefined ({ kind, id, declarator }) {
  const init = /** @type {import('../explain/syntax').AnyNode|null|undefined} */ (declarator?.init)
  // A pattern takes the value apart, and a `let` or a class may be assigned.
  if (kind !== 'const' || declarator?.id !== id || !init) return false
  return DEFINITE.has(init.type) || (init.type === 'UnaryExpression' && init.operator !== 'void')
}

/**
 * @param {import('../explain/syntax').AnyNode[]} path
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
 * @param {import('../../dump/reader').Dump} dump
 * @param {import('../../dump/format').CallFrameRecord} frame
 */
function undefinedVariables (dump, { scopeChain }) {
  /** @type {import('../../dump/format').Variable[]} */
  const found = []
  for (const scope of scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) break
    for (const variable of dump.scope(scope).variables) if (variable.value?.type === 'undefined') found.push(variable)
  }
  return found
}

module.exports = { markUninitialised }
