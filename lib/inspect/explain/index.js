'use strict'
// One line that says why the crash happened, if the captured values prove it. A rule that is not certain says nothing.

const { causeChain } = require('../crash/cause-chain')
const { plain } = require('../text/terminal-text')

/** @typedef {import('../../dump/reader').Dump} Dump */

/** @typedef {import('./types').Diagnosis} Diagnosis */
/** @typedef {import('./types').Rule} Rule */

/**
 * The rules are loaded when a crash is explained: commands that explain none need not wait for them.
 * @returns {Rule[]}
 */
const rules = () => [
  require('./rules/nullish-property').nullishProperty,
  require('./rules/nullish-destructuring').nullishDestructuring,
  require('./rules/not-a-function').notAFunction,
  require('./rules/not-a-constructor').notAConstructor,
  require('./rules/not-iterable').notIterable,
  require('./rules/constant-assignment').constantAssignment,
  require('./rules/before-initialization').beforeInitialization,
  require('./rules/not-defined').notDefined,
  require('./rules/frozen-object').frozenObject,
  require('./rules/stack-overflow').stackOverflow,
  require('./rules/array-length').arrayLength,
  require('./rules/empty-reduce').emptyReduce,
  require('./rules/bigint-mix').bigintMix,
  require('./rules/circular-json').circularJson,
  require('./rules/json-text').jsonText,
  require('./rules/assertion').assertion,
  require('./rules/port-in-use').portInUse,
  require('./rules/connection').connection,
  require('./rules/file-system').fileSystem,
  require('./rules/argument-type').argumentType,
  require('./rules/module-not-found').moduleNotFound,
  require('./rules/error-event').errorEvent,
  require('./rules/thrown-value').thrownValue
]

/**
 * @param {Dump} dump
 * @returns {Diagnosis|null}
 */
function explain (dump) {
  if (dump.exception === null) return null
  for (const { name, explain } of rules()) {
    try {
      const text = explain(dump)
      // The line has texts of the dump in it, which must not move the cursor or hide anything.
      if (text !== undefined) return { rule: name, text: plain(text) }
    } catch {
      // A diagnosis is an extra: a rule that stumbles over a strange dump must not hide the dump.
    }
  }
  return null
}

/**
 * Says why the crash began: explains the root of the causes, or the cause nearest to it that can be explained.
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
