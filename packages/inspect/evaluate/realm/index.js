'use strict'
// Assembles, as text, the code that runs inside the evaluation's context. Only strings are passed in, so that the code
// can't reach an object of the outer context.

const { createRealm } = require('./state')
const { installProxy } = require('./proxy')
const { installMissing } = require('./missing')
const { installNodeClasses } = require('./node-classes')
const { installInnerSlots } = require('./inner-slots')
const { installShells } = require('./shells')
const { installContents } = require('./contents')
const { installEvaluation } = require('./evaluation')

/** Copied to local names, before a global variable of the dump or of the expression can replace one of them. */
const BUILT_INS = (
  'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array DataView Date Error EvalError Float32Array ' +
  'Float64Array Int16Array Int32Array Int8Array JSON Map Math Number Object Promise Proxy RangeError ReferenceError ' +
  'RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray ' +
  'WeakMap WeakRef WeakSet console decodeURIComponent encodeURIComponent'
).split(' ')

/** @returns {string} an expression that makes a Realm */
function realmSource () {
  const parts = [
    installProxy,
    installMissing,
    installShells,
    installNodeClasses,
    installInnerSlots,
    installContents,
    installEvaluation
  ].map(part => `(${part})(realm);`)
  return `(function (globalThis) { 'use strict'
const { ${BUILT_INS.join(', ')} } = globalThis
const Reflect = Object.create(null, Object.getOwnPropertyDescriptors(globalThis.Reflect))
const realm = (${createRealm})();
${parts.join('\n')}
return Object.preventExtensions(realm) })(this)`
}

module.exports = { realmSource }
