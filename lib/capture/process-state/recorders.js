'use strict'
// Starts the recorders of those parts of the process's state that can only be known if they are recorded while the
// process lives. Each recorder has a setting. All but the one of events are off by default.

/**
 * @typedef {object} Recorders
 * @property {ReturnType<typeof import('./output').keepOutput> | null} output
 * @property {import('./ages').Ages | null} ages
 * @property {ReturnType<typeof import('./loop-delay').watchLoopDelay> | null} loopDelay
 * @property {ReturnType<typeof import('./events').keepEvents> | null} events
 */

/**
 * @param {{ outputLines: number, ages: boolean, loopDelay: boolean, eventChannels: readonly string[] }} config
 * @returns {Recorders}
 */
function startRecorders ({ outputLines, ages, loopDelay, eventChannels }) {
  return {
    output: outputLines > 0 ? require('./output').keepOutput(outputLines) : null,
    ages: ages ? require('./ages').keepAges() : null,
    loopDelay: loopDelay ? require('./loop-delay').watchLoopDelay() : null,
    events: eventChannels.length > 0 ? require('./events').keepEvents(eventChannels) : null
  }
}

module.exports = { startRecorders }
