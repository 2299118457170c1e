'use strict'
// Generates the scripts of an evaluation. In the first, the scopes of a dump are real scopes again: functions made from
// their sources stand inside the scopes that they closed over, and variables are read and set through accessors. Each
// expression is a script of its own, in which these accessors are the members of `with` statements.

const vm = require('node:vm')
const { functionCode } = require('./code-text')
const { NOT_ALLOWED } = require('../known-functions')

/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('./code-text').Helpers} Helpers */

/**
 * @typedef {object} ScopeNode
 * @property {string} key
 * @property {ScopeNode} [parent]
 * @property {import('../realm/types').PlannedVariable[]} variables
 * @property {boolean} isUnknown the scope's variables are not known: it may contain any name
 * @property {string} [unknownReason] the reason, if it is not that the closures are missing
 * @property {ScopeNode[]} children
 * @property {{ objectId: string, source: string, isStrict: boolean, mayRun: boolean }[]} functions
 */

/**
 * @typedef {object} PlacePlan
 * @property {string[]} scopeKeys outermost first
 * @property {{ key: string, names: [string, string][] }[]} originalNames of the variables of these scopes, each with
 *   the name in the code that ran. Empty if no variable has another name in the original source
 * @property {boolean} isStrict
 * @property {boolean} hasArguments the dump has the `arguments` of the function
 */

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
const RESERVED = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in instanceof let new null return super switch this throw true try typeof var void while ' +
    'with'
  ).split(' ')
)

/** @param {Variable} variable */
function isBinding ({ name, value }) {
  return (
    value !== undefined &&
    (value.notCapturedReason === undefined || value.objectId !== undefined) &&
    IDENTIFIER.test(name) &&
    !RESERVED.has(name)
  )
}

/**
 * @param {ScopeNode} root
 * @param {Helpers & { realm: string }} helpers
 * @returns {{ code: string, stubs: Record<string, string>, privateNames: string[] }} stubs: objectId of a function that
 *   can't be made -> the reason
 */
function generateScopes (root, helpers) {
  /** @type {Record<string, string>} */
  const stubs = Object.create(null)
  /** @type {Set<string>} */
  const privateNames = new Set()
  const { realm } = helpers

  /** @param {ScopeNode['functions'][number]} made */
  const functionText = ({ objectId, source, isStrict, mayRun }) => {
    const code = functionCode(source, helpers)
    if (typeof code === 'string' || !mayRun) {
      stubs[objectId] = typeof code === 'string' ? code : NOT_ALLOWED
      return ''
    }
    const text = code.isMethod ? `(${code.expression})` : code.expression
    const expression = isStrict || code.isStrict ? `(function () { "use strict"; return ${text} })()` : text
    const statement =
      `${realm}.${code.isMethod ? 'literals' : 'functions'}[${JSON.stringify(objectId)}] = ${expression};`
    const problem = syntaxProblem(statement)
    if (problem !== '') {
      stubs[objectId] = problem
      return ''
    }
    code.privateNames.forEach(name => privateNames.add(name))
    return statement
  }

  /**
   * @param {ScopeNode} node
   * @returns {string}
   */
  const scopeText = node => {
    const names = [...new Set(node.variables.filter(isBinding).map(({ name }) => name))]
    const accessors = names.map(name => {
      const key = JSON.stringify(name)
      return `get ${key}() { return ${name} }, set ${key}(v_${realm}) { ${name} = v_${realm} }`
    })
    const declaration = names.length === 0 ? '' : `let ${names.join(', ')};`
    return `(function () { with (${realm}.missingVariables[${JSON.stringify(node.key)}]) {
${declaration}
${realm}.scopes[${JSON.stringify(node.key)}] = { __proto__: null, ${accessors.join(', ')} };
${node.functions.map(functionText).join('\n')}
${node.children.map(scopeText).join('\n')}
} })();`
  }
  const code = `${opening(helpers)}${scopeText(root)}\n})`
  return { code, stubs, privateNames: [...privateNames] }
}

/**
 * @param {import('./code-text').ExpressionCode} code
 * @param {Pick<PlacePlan, 'scopeKeys' | 'originalNames' | 'isStrict'>} place
 * @param {Helpers & { realm: string }} helpers
 * @param {boolean} [prefersGenerated] a name that means one variable in the code that ran, and another one in the
 *   original source, means the former
 * @returns {string}
 */
function generateExpression (
  { body, isAsync, privateNames },
  { scopeKeys, originalNames, isStrict },
  helpers,
  prefersGenerated = false
) {
  const { realm } = helpers
  const text = isAsync ? `return (async () => { ${body}\n})()` : body
  const generated = scopeKeys.map(key => {
    const name = JSON.stringify(key)
    return `with (${realm}.missingVariables[${name}]) with (${realm}.scopes[${name}]) `
  })
  const original = originalNames.map(
    ({ key, names }) => `with (${realm}.byOriginalName(${JSON.stringify(key)}, ${JSON.stringify(names)})) `
  )
  // JavaScript asks the innermost of nested `with` statements first.
  const scopes = prefersGenerated ? [...original, ...generated] : [...generated, ...original]
  return `${opening(helpers)}${privateNames.map(name => `${realm}.declarePrivate(${JSON.stringify(name)});`).join(' ')}
${scopes.join('')}with (${realm}.declared) {
${realm}.frame = function () { ${isStrict ? '"use strict"; ' : ''}${text}
} } })`
}

/** @param {Helpers & { realm: string }} helpers */
function opening ({ realm, privates, hasPrivate, importModule }) {
  return `(function (${realm}, ${privates}, ${hasPrivate}, ${importModule}) {\n`
}

/**
 * Compiles the text without running it, because V8 may reject text that acorn has accepted.
 * @param {string} code
 * @returns {string}
 */
function syntaxProblem (code) {
  try {
    return new vm.Script(code) && ''
  } catch (error) {
    return `its source was not understood: ${error instanceof Error ? error.message : error}`
  }
}

module.exports = { generateExpression, generateScopes, syntaxProblem }
