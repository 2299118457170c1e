'use strict'
// Describes the scopes of a frame: their titles, which of them belong to the call alone, and which are open at first.

/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

const OWN_SCOPES = new Set(['local', 'block', 'catch', 'with', 'eval'])

/** Parameters of the function that Node.js wraps around a CommonJS module. */
const MODULE_WRAPPER = new Set(['exports', 'require', 'module', '__filename', '__dirname'])

/** @param {Scope} scope */
function isModule ({ type, name, startLocation }) {
  return (
    type === 'module' ||
    (type === 'closure' && !name && startLocation?.lineNumber === 0 && startLocation.columnNumber === 0)
  )
}

/**
 * @param {Scope} scope
 * @returns {string}
 */
function scopeTitle (scope) {
  if (isModule(scope)) return 'Module'
  if (scope.type === 'closure') return scope.name ? `Closure of ${scope.name}` : 'Closure'
  return scope.type.slice(0, 1).toUpperCase() + scope.type.slice(1)
}

/** @param {Scope} scope */
const isOwn = ({ type }) => OWN_SCOPES.has(type)

module.exports = { scopeTitle, isModule, isOwn, MODULE_WRAPPER }
