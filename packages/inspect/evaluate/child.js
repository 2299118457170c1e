'use strict'
// The process in which expressions run. It reads lines from stdin: the plan, then a request for each expression, which
// it answers with a line. It can be killed, has no file system and no child processes if Node.js can forbid them, and
// runs the expressions in a vm context that holds nothing of Node.js.
//
// A vm context alone is no sandbox. These attacks were tried, and each has its defence: import() is renamed before
// compiling (code-text.js), and the context can't compile strings; error stacks are switched off (realm/missing.js);
// only strings and the realm's own objects cross the border, and outside of the context nothing of them is called or
// converted (live-object.js); the process reads its requests synchronously and ends after the last one, so Node.js
// never handles rejected promises; and code that escapes all the same finds a process without `process`
// (lock-process.js).

const { Buffer } = require('node:buffer') // required because lockProcess() deletes the global
const fs = require('node:fs')
const process = require('node:process')
const vm = require('node:vm')
const { StringDecoder } = require('node:string_decoder')
const { Dehydration } = require('./dehydrate')
const { cutOf, ownData, restoreFunctionName, tracesOf } = require('./live-object')
const { lockProcess } = require('./lock-process')
const { realmSource } = require('./realm')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * The first line.
 * @typedef {object} Start
 * @property {import('./realm/types').Plan} plan
 * @property {import('./code/code-text').Helpers & { realm: string }} helpers
 */

/**
 * @typedef {object} Request
 * @property {string} code made by generate-code.js
 * @property {string|null} place name of a place of the plan, whose `this` the expression has
 * @property {boolean} isAsync
 * @property {boolean} usesArguments
 * @property {string} [idPrefix] of the ids of objects that the expression makes
 * @property {boolean} [keepsResult] later expressions can refer to the result as `_` and `$_`
 * @property {boolean} [tellsChanges]
 * @property {number} [timeoutMs]
 */

/**
 * @typedef {object} Answer
 * @property {'returned'|'threw'|'waiting'|'timeout'|'failed'} status
 * @property {Value} [value]
 * @property {string} [error] the text of a thrown error: `TypeError: …`
 * @property {ObjectRecord[]} objects
 * @property {boolean} [wantsMore] the expression needed an object that was not rebuilt
 * @property {string} [wantedFunction] as in the realm
 * @property {boolean} [isComplete] false if some objects of the result have only their identities
 * @property {boolean} [isIdentity] the result is an object that has only its identity here
 * @property {Changes} [changes] since the answer before
 */

/**
 * @typedef {object} Changes
 * @property {ObjectRecord[]} objects that the dump or an earlier answer has
 * @property {{ key: string, name: string, value: Value }[]} variables key: of the scope
 * @property {string[]} declared names of all variables that expressions have declared
 */

/**
 * @param {Start} start
 * @returns {(request: Request) => Answer}
 */
function createWorld ({ plan, helpers }) {
  // A contextified object would belong to the outer context. Node.js 22.8 and later need no such object.
  const withoutObject = Reflect.get(vm.constants ?? {}, 'DONT_CONTEXTIFY')
  const context = vm.createContext(withoutObject ?? Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Without a queue of its own, the context's promise reactions would run in the outer context.
    microtaskMode: 'afterEvaluate'
  })
  /** @type {import('./realm/types').Realm} */
  const realm = vm.runInContext(realmSource(), context, { filename: 'realm' })
  realm.prepare(JSON.stringify(plan))
  const hasPrivate = vm.runInContext('(symbol, object) => Object.hasOwn(object, symbol)', context)
  const importModule = vm.runInContext(
    '(function (realm) { return () => realm.fail("import()", "there are no modules in a dead process") })',
    context
  )(realm)
  const { privates, offer, readVariables, declared } = realm
  const run = (/** @type {string} */ code) =>
    new vm.Script(code, { filename: 'dump' }).runInContext(context)(realm, privates, hasPrivate, importModule)
  run(plan.code)
  // This step has no time limit: no code of the dump runs in it, and a big dump may take longer than an expression may.
  realm.build()
  // These are taken before any expression runs.
  const traces = tracesOf(realm)
  const dehydration = new Dehydration(traces, plan)
  let isWatched = false

  return request => {
    const { code, place, isAsync, usesArguments, keepsResult = false, tellsChanges = false, timeoutMs } = request
    if (tellsChanges && !isWatched) {
      dehydration.watch(readVariables())
      isWatched = true
    }
    Reflect.defineProperty(realm, 'wantsMore', { value: false, writable: true })
    Reflect.defineProperty(realm, 'wantedFunction', { value: '', writable: true })
    run(code)
    const start = `start_${helpers.realm}`
    offer(start, place, isAsync, usesArguments, keepsResult)
    const evaluation = new vm.Script(`${start}()`, { filename: 'evaluation' })
    tellPhase()
    // With displayErrors node:vm would write to a thrown object from the outer context
    // (test/workarounds/vm-display-errors.js, Node.js 20 to 26).
    const outcome = evaluation.runInContext(context, { timeout: timeoutMs, displayErrors: false })
    tellPhase()
    const status = /** @type {import('./realm/types').Outcome['status']} */ (ownData(outcome, 'status'))
    const value = ownData(outcome, 'value')
    traces.readPrivates()
    restoreFunctionName(value)
    const cut = cutOf(value, traces)
    const found = dehydration.of(value, request.idPrefix ?? plan.idPrefix)
    const changes = tellsChanges
      ? {
          ...dehydration.changes(readVariables(), found.objects),
          declared: Reflect.ownKeys(declared).filter(name => typeof name === 'string')
        }
      : undefined
    // The result is an object of which the request has only the identity.
    if (status === 'returned' && cut?.target === null && cut.value !== null) {
      const reason = Object.hasOwn(plan.reasons, cut.reason) ? plan.reasons[cut.reason] : cut.reason
      return {
        status: 'threw',
        value: cut.value,
        error: `NotCaptured: ${cut.what} (${reason})`,
        objects: [],
        isIdentity: true,
        changes
      }
    }
    const wantedFunction = ownData(realm, 'wantedFunction')
    return {
      status,
      ...found,
      wantsMore: ownData(realm, 'wantsMore') === true,
      ...(typeof wantedFunction === 'string' && wantedFunction !== '' && { wantedFunction }),
      changes
    }
  }
}

/**
 * @param {() => Answer} answer
 * @returns {Answer}
 */
function attempt (answer) {
  try {
    return answer()
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
 * Tells the parent that the expression begins or has ended, by an empty line before the answer. The time limit of
 * node:vm does not end a built-in function that never looks for it, as `indexOf` on an array of four billion holes.
 */
function tellPhase () {
  fs.writeSync(1, '\n')
}

/** Reads synchronously: see the comment on top. @returns {Generator<any, void>} */
function * readLines () {
  const chunk = Buffer.alloc(65536)
  const decoder = new StringDecoder('utf8')
  let text = ''
  for (let size; (size = fs.readSync(0, chunk)) > 0;) {
    const lines = (text + decoder.write(chunk.subarray(0, size))).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

/** @param {Answer} answer */
function write (answer) {
  const text = Buffer.from(`${JSON.stringify(answer)}\n`)
  for (let written = 0; written < text.length;) written += fs.writeSync(1, text, written)
}

function main () {
  const lines = readLines()
  const start = lines.next().value
  lockProcess()
  /** @type {((request: Request) => Answer)|undefined} */
  let world
  for (const request of lines) write(attempt(() => (world ??= createWorld(start))(request)))
  process.exit()
}

main()
