'use strict'
// Takes everything that leads back to Node.js from the process in which an expression runs. Code that got out of the
// evaluation's context would find a world with only the language in it, where no code can be made from strings (see
// childFlags() in index.js).

const process = require('node:process')

/** The globals of plain ECMAScript, which stay; all others are taken away. */
const KEPT_GLOBALS = new RegExp(
  '^(?:' +
    'global|globalThis|Infinity|NaN|undefined|' +
    'eval|is(?:Finite|NaN)|parse(?:Float|Int)|(?:de|en)codeURI(?:Component)?|escape|unescape|' +
    'Atomics|Math|JSON|Reflect|Proxy|Intl|' +
    'Symbol|String|Number|BigInt|Boolean|Object|Function|Array|Date|Promise|RegExp|Iterator|' +
    '(?:Weak)?(?:Map|Set|Ref)|.*Error|.*Array|.*ArrayBuffer|DataView|FinalizationRegistry' +
    ')$'
)

/** The methods by which `process`, if code gets hold of it, would hand out modules, sockets and addons. */
const DOORS = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule']

/** Modules that were required before still work. */
function lockProcess () {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT_GLOBALS.test(name)) Reflect.deleteProperty(globalThis, name)
  }
  for (const name of DOORS) Reflect.deleteProperty(process, name)
}

module.exports = { lockProcess }
