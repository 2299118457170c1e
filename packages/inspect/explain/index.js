'use strict'
// Explains a crash in one line, if the captured values prove the reason. A rule that is not certain returns nothing.

const { causeChain } = require('../crash/cause-chain')
const { plain } = require('../text/terminal-text')

/** @typedef {import('../reader').Dump} Dump */

/** @typedef {import('./types').Diagnosis} Diagnosis */
/** @typedef {import('./types').Rule} Rule */

/**
 * Each rule is loaded when those before it have not answered.
 * @type {(() => Rule)[]}
 */
const RULES = [
  () => require('./rules/nullish-property').nullishProperty,
  () => require('./rules/nullish-destructuring').nullishDestructuring,
  () => require('./rules/nullish-object').nullishObject,
  () => require('./rules/not-a-function').notAFunction,
  () => require('./rules/not-a-constructor').notAConstructor,
  () => require('./rules/class-without-new').classWithoutNew,
  () => require('./rules/not-iterable').notIterable,
  () => require('./rules/constant-assignment').constantAssignment,
  () => require('./rules/before-initialization').beforeInitialization,
  () => require('./rules/not-defined').notDefined,
  () => require('./rules/frozen-object').frozenObject,
  () => require('./rules/stack-overflow').stackOverflow,
  () => require('./rules/too-many-arguments').tooManyArguments,
  () => require('./rules/private-member').privateMember,
  () => require('./rules/array-length').arrayLength,
  () => require('./rules/empty-reduce').emptyReduce,
  () => require('./rules/bigint-mix').bigintMix,
  () => require('./rules/in-operator').inOperator,
  () => require('./rules/invalid-date').invalidDate,
  () => require('./rules/malformed-uri').malformedUri,
  () => require('./rules/circular-json').circularJson,
  () => require('./rules/bigint-json').bigintJson,
  () => require('./rules/not-cloneable').notCloneable,
  () => require('./rules/json-text').jsonText,
  () => require('./rules/assertion').assertion,
  () => require('./rules/port-in-use').portInUse,
  () => require('./rules/connection').connection,
  () => require('./rules/connection-closed').connectionClosed,
  () => require('./rules/file-system').fileSystem,
  () => require('./rules/argument-type').argumentType,
  () => require('./rules/headers-sent').headersSent,
  () => require('./rules/stream-ended').streamEnded,
  () => require('./rules/http-response').httpResponse,
  () => require('./rules/bind-parameters').bindParameters,
  () => require('./rules/database').database,
  () => require('./rules/validation').validation,
  () => require('./rules/child-process').childProcess,
  () => require('./rules/aborted').aborted,
  () => require('./rules/module-not-found').moduleNotFound,
  () => require('./rules/import-not-found').importNotFound,
  () => require('./rules/package-exports').packageExports,
  () => require('./rules/http2').http2,
  () => require('./rules/worker-error').workerError,
  () => require('./rules/error-event').errorEvent,
  () => require('./rules/guard').guard,
  () => require('./rules/rethrown').rethrown,
  () => require('./rules/timer').timer,
  () => require('./rules/refused-argument').refusedArgument,
  () => require('./rules/told-by-library').toldByLibrary,
  () => require('./rules/passed-rejection').passedRejection,
  () => require('./rules/thrown-value').thrownValue
]

/** Rules for dumps of which nothing was thrown. @type {(() => Rule)[]} */
const WITHOUT_ERROR = [() => require('./rules/blocked-expression').blockedExpression]

/**
 * @param {Dump} dump
 * @returns {Diagnosis|null}
 */
function explain (dump) {
  for (const load of dump.exception === null ? WITHOUT_ERROR : RULES) {
    const { name, explain } = load()
    try {
      const text = explain(dump)
      // The line contains texts of the dump, so terminal escapes are taken out.
      if (text !== undefined) return { rule: name, text: plain(text) }
    } catch {
      // The diagnosis is optional: if a rule fails on a strange dump, the dump is still shown.
    }
  }
  return null
}

/**
 * Explains the root cause, or else the cause nearest to it that can be explained.
 * @param {Dump} dump
 * @returns {Diagnosis|null}
 */
function explainRoot (dump) {
  for (const { index } of causeChain(dump).reverse()) {
    const diagnosis = explain(dump.seenFrom(index))
    if (diagnosis !== null) return { ...diagnosis, error: index }
  }
  return explain(dump)
}

module.exports = { explain, explainRoot }
