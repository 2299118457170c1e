'use strict'
// The process in which an expression runs. It reads one request from stdin and writes one answer. It can be killed, has
// no file system and no child processes if Node.js can forbid them, and runs the expression in a vm context that holds
// nothing of Node.js.
//
// A vm context alone is no sandbox. These attacks were tried, and each has its defence: import() is renamed before
// compiling (code-text.js), and the context can't compile strings; error stacks are switched off (realm/missing.js);
// only strings and the realm's own objects cross the border, and outside of the context nothing of them is called or
// converted (live-object.js); the process ends before Node.js handles rejected promises; and code that escapes all the
// same finds a process without `process` (lock-process.js).

const { Buffer } = require('node:buffer') // required because lockProcess() deletes the global
const fs = require('node:fs')
const process = require('node:process')
const vm = require('node:vm')
const { dehydrate } = require('./dehydrate')
const { cutOf, ownData, tracesOf } = require('./live-object')
const { lockProcess } = require('./lock-process')
const { realmSource } = require('./realm')

/**
 * @typedef {object} Request
 * @property {import('./realm/types').Plan} plan
 * @property {import('./code-text').Helpers & { realm: string }} helpers
 * @property {number} timeoutMs
 */

/**
 * @typedef {object} Answer
 * @property {'returned'|'threw'|'waiting'|'timeout'|'failed'} status
 * @property {import('../../dump/format').Value} [value]
 * @property {string} [error] the text of a thrown error: `TypeError: …`
 * @property {import('../../dump/format').ObjectRecord[]} objects
 * @property {boolean} [wantsMore] the expression needed an object that was not rebuilt
 * @property {boolean} [isComplete] false if some objects of the result have only their identities
 * @property {boolean} [isIdentity] the result is an object that has only its identity here
 */

/** @param {Request} request */
function answerTo ({ plan, helpers, timeoutMs }) {
  // A contextified object would belong to the outer context. Node.js 22.8 and later need no such object.
  const withoutObject = Reflect.get(vm.constants ?? {}, 'DONT_CONTEXTIFY')
  const context = vm.createContext(withoutObject ?? Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Without a queue of its own, the context's promise reactions would run in the outer context.
    microtaskMode: 'afterEvaluate'
  })
  try {
    /** @type {import('./realm/types').Realm} */
    const realm = vm.runInContext(realmSource(), context, { filename: 'realm' })
    realm.prepare(JSON.stringify(plan))
    const hasPrivate = vm.runInContext('(symbol, object) => Object.hasOwn(object, symbol)', context)
    const importModule = vm.runInContext(
      '(function (realm) { return () => realm.fail("import()", "there are no modules in a dead process") })',
      context
    )(realm)
    new vm.Script(plan.code, { filename: 'dump' }).runInContext(context)(
      realm,
      realm.privates,
      hasPrivate,
      importModule
    )
    // This step has no time limit: no code of the dump runs in it, and a big dump may take longer than an expression
    // may.
    realm.build()
    const traces = tracesOf(realm)
    const start = `start_${helpers.realm}`
    realm.offer(start)
    const evaluation = new vm.Script(`${start}()`, { filename: 'evaluation' })
    tellPhase()
    // With displayErrors node:vm would write to a thrown object from the outer context
    // (test/workarounds/vm-display-errors.js, Node.js 20 to 26).
    const outcome = evaluation.runInContext(context, { timeout: timeoutMs, displayErrors: false })
    tellPhase()
    const status = /** @type {import('./realm/types').Outcome['status']} */ (ownData(outcome, 'status'))
    const value = ownData(outcome, 'value')
    const cut = cutOf(value, traces)
    // The result is an object of which the request has only the identity.
    if (status === 'returned' && cut?.target === null && cut.value !== null) {
      const reason = Object.hasOwn(plan.reasons, cut.reason) ? plan.reasons[cut.reason] : cut.reason
      return {
        status: 'threw',
        value: cut.value,
        error: `NotCaptured: ${cut.what} (${reason})`,
        objects: [],
        isIdentity: true
      }
    }
    return { status, ...dehydrate(value, traces, plan), wantsMore: ownData(realm, 'wantsMore') === true }
  } catch (error) {
    // The time limit was reached, the stack overflowed outside of the expression's own try, or the dump can't be
    // rebuilt. The error may belong to the evaluated code, so none of its functions is called.
    if (ownData(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { status: 'timeout', objects: [] }
    const message = ownData(error, 'message')
    return {
      status: 'failed',
      error: typeof message === 'string' ? message : 'it threw while the values were rebuilt',
      objects: []
    }
  }
}

/**
 * Tells the parent that the expression begins or has ended, by a newline before the answer. The time limit of node:vm
 * does not end a built-in function that never looks for it, as `indexOf` on an array of four billion holes.
 */
function tellPhase () {
  fs.writeSync(1, '\n')
}

function main () {
  const request = JSON.parse(fs.readFileSync(0, 'utf8'))
  lockProcess()
  const text = Buffer.from(JSON.stringify(answerTo(request)))
  for (let written = 0; written < text.length;) written += fs.writeSync(1, text, written)
  // The process ends here, because the outer context would next call evaluated code, for rejected promises or for a
  // FinalizationRegistry.
  process.exit()
}

main()
