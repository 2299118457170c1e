'use strict'
// Removes every way back to Node.js from the process in which an expression runs. Code that escapes from the
// evaluation's context finds only the language, and can't make code from strings (childFlags() in
// world/child-process.js).

const process = require('node:process')

/** The globals of plain ECMAScript stay; all others are deleted. */
const KEPT_GLOBALS = new RegExp(
  '^(?:' +
    'global|globalThis|Infinity|NaN|undefined|' +
    'eval|is(?:Finite|NaN)|parse(?:Float|Int)|(?:de|en)codeURI(?:Component)?|escape|unescape|' +
    'Atomics|Math|JSON|Reflect|Proxy|Intl|' +
    'Symbol|String|Number|BigInt|Boolean|Object|Function|Array|Date|Promise|RegExp|Iterator|' +
    '(?:Weak)?(?:Map|Set|Ref)|.*Error|.*Array|.*ArrayBuffer|DataView|FinalizationRegistry' +
    ')$'
)

/** The methods of `process` that would give escaped code modules, sockets and addons. */
const DOORS = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule']

/** Deletes these methods and all other globals. Modules that were required before still work. */
function lockProcess () {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT_GLOBALS.test(name)) Reflect.deleteProperty(globalThis, name)
  }
  for (const name of DOORS) Reflect.deleteProperty(process, name)
}

module.exports = { lockProcess }
