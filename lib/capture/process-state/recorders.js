'use strict'
// Starts the recorders of those parts of the process's state that can only be known if they are recorded while the
// process lives. The setting `record` names them. All but the one of events are off by default.

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
 * @param {Pick<import('../../../packages/shared/config').Config, 'record' | 'eventChannels'>} config
 * @param
 *   {() => { keepOutput: () => NonNullable<Recorders['output']>, keepAges: () => Ages,
 *     watchLoopDelay: () => NonNullable<Recorders['loopDelay']> }}
 *   loadOptions
 * @returns {Recorders}
 */
function startRecorders ({ record, eventChannels }, loadOptions) {
  return {
    output: record.includes('output') ? loadOptions().keepOutput() : null,
    ages: record.includes('ages') ? loadOptions().keepAges() : null,
    loopDelay: record.includes('loopDelay') ? loadOptions().watchLoopDelay() : null,
    events: eventChannels.length > 0 ? require('./events').keepEvents(eventChannels) : null
  }
}

module.exports = { startRecorders }
