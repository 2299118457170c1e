'use strict'
// Starts the recorders of those parts of the process's state that can only be known if they are recorded while the
// process lives. Each recorder has a setting. All but the one of events are off by default.

/**
 * @typedef {object} Recorders
 * @property {((redact: (text: string) => string) => Record<string, import('./text-files').Written>) | null} output
 * @property {Ages | null} ages
 * @property {(() => object | undefined) | null} loopDelay
 * @property {ReturnType<typeof import('./events').keepEvents> | null} events
 */

/**
 * @typedef {object} Ages
 * @property {(object: unknown) => number | undefined} ageMs age of a socket or a request; undefined for others
 * @property {(handles: { fd?: number }[], sockets: unknown[]) => void} addTo adds their ages to libuv's handles, which
 *   are the same as the sockets if they have the same file descriptor
 */

/**
 * @param {{ outputLines: number, ages: boolean, loopDelay: boolean, eventChannels: readonly string[] }} config
 * @param
 *   {() => { keepOutput: (lines: number) => NonNullable<Recorders['output']>, keepAges: () => Ages,
 *     watchLoopDelay: () => NonNullable<Recorders['loopDelay']> }}
 *   loadOptions
 * @returns {Recorders}
 */
function startRecorders ({ outputLines, ages, loopDelay, eventChannels }, loadOptions) {
  return {
    output: outputLines > 0 ? loadOptions().keepOutput(outputLines) : null,
    ages: ages ? loadOptions().keepAges() : null,
    loopDelay: loopDelay ? loadOptions().watchLoopDelay() : null,
    events: eventChannels.length > 0 ? require('./events').keepEvents(eventChannels) : null
  }
}

module.exports = { startRecorders }
