'use strict'
// Takes from the process in which an expression runs what leads back to Node.js: whoever got out of the evaluation's
// context would find a world with nothing in it but the language, and in it no code made from strings (see childFlags
// in evaluate.js).

const process = require('node:process')

/** What a program of plain ECMAScript may find; the rest of Node.js's globals is taken away. */
const KEPT_GLOBALS = new RegExp(
  '^(?:' +
    'global|globalThis|Infinity|NaN|undefined|' +
    'eval|is(?:Finite|NaN)|parse(?:Float|Int)|(?:de|en)codeURI(?:Component)?|escape|unescape|' +
    'Atomics|Math|JSON|Reflect|Proxy|Intl|' +
    'Symbol|String|Number|BigInt|Boolean|Object|Function|Array|Date|Promise|RegExp|Iterator|' +
    '(?:Weak)?(?:Map|Set|Ref)|.*Error|.*Array|.*ArrayBuffer|DataView|FinalizationRegistry' +
    ')$'
)

/** By which `process` itself, if somebody lays hands on it, hands out modules, sockets and addons. */
const DOORS = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule']

/** What was required before still works. */
function lockProcess () {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT_GLOBALS.test(name)) Reflect.deleteProperty(globalThis, name)
  }
  for (const name of DOORS) Reflect.deleteProperty(process, name)
}

module.exports = { lockProcess }
