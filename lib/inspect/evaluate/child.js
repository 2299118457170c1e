'use strict'
// The process in which an expression runs: killable, without file system and child processes where Node.js can forbid
// them, and with a vm context in it that holds nothing of Node.js. Reads one request from stdin, writes one answer.
//
// vm alone is no sandbox. What was tried against it, and what closes it: import() is renamed before compiling
// (code-text.js) and strings can't be compiled in the context; error stacks are switched off (realm/missing.js); only
// strings and the realm's own objects cross, and of those nothing is called or converted on this side (live-object.js);
// the process ends before Node.js would look after rejected promises; and code that gets out in spite of this finds a
// process with no `process` (lock-process.js).

const { Buffer } = require('node:buffer') // the global goes away
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
 * @property {string} [error] of a thrown error: `TypeError: …`
 * @property {import('../../dump/format').ObjectRecord[]} objects
 * @property {boolean} [wantsMore] it needed an object that was not rebuilt
 * @property {boolean} [isComplete] false when some objects of the result have only their identities
 * @property {boolean} [isIdentity] the result is an object that has only its identity here
 */

/** @param {Request} request */
function answerTo ({ plan, helpers, timeoutMs }) {
  // A contextified object would belong to this world; Node.js 22.8 and later need none.
  const withoutObject = Reflect.get(vm.constants ?? {}, 'DONT_CONTEXTIFY')
  const context = vm.createContext(withoutObject ?? Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Without a queue of its own, reactions of promises would run in this world.
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
    // No code of the dump runs in this step, and a big dump may need more time for it than an expression may take.
    realm.build()
    const traces = tracesOf(realm)
    const start = `start_${helpers.realm}`
    realm.offer(start)
    // With displayErrors node:vm would write to a thrown object, from this world
    // (test/workarounds/vm-display-errors.js, Node.js 20 to 26).
    const outcome = new vm.Script(`${start}()`, { filename: 'evaluation' }).runInContext(context, {
      timeout: timeoutMs,
      displayErrors: false
    })
    const status = /** @type {import('./realm/types').Outcome['status']} */ (ownData(outcome, 'status'))
    const value = ownData(outcome, 'value')
    const cut = cutOf(value, traces)
    // The dump has only the identity of the result.
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
    // An error of the time limit, of a stack that overflowed outside of the expression's own try, or of a dump that
    // can't be rebuilt. It may belong to the evaluated code, so that nothing of it is called.
    if (ownData(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { status: 'timeout', objects: [] }
    const message = ownData(error, 'message')
    return {
      status: 'failed',
      error: typeof message === 'string' ? message : 'it threw while the values were rebuilt',
      objects: []
    }
  }
}

function main () {
  const request = JSON.parse(fs.readFileSync(0, 'utf8'))
  lockProcess()
  const text = Buffer.from(JSON.stringify(answerTo(request)))
  for (let written = 0; written < text.length;) written += fs.writeSync(1, text, written)
  // The process ends here: from now on this world would call evaluated code, for rejected promises or a
  // FinalizationRegistry.
  process.exit()
}

main()
