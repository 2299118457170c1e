'use strict'
// What of the process's state can only be known when it is recorded while the process lives. Each has a setting; by
// default nothing is.

/**
 * @typedef {object} Recorders
 * @property {ReturnType<typeof import('./output').keepOutput> | null} output
 * @property {import('./ages').Ages | null} ages
 * @property {ReturnType<typeof import('./loop-delay').watchLoopDelay> | null} loopDelay
 */

/**
 * @param {{ outputLines: number, ages: boolean, loopDelay: boolean }} config
 * @returns {Recorders}
 */
function startRecorders ({ outputLines, ages, loopDelay }) {
  return {
    output: outputLines > 0 ? require('./output').keepOutput(outputLines) : null,
    ages: ages ? require('./ages').keepAges() : null,
    loopDelay: loopDelay ? require('./loop-delay').watchLoopDelay() : null
  }
}

module.exports = { startRecorders }
