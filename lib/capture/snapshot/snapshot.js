'use strict'
// One capture in memory, however it was made: the frames, the objects they reach, and the texts of the scripts.

/**
 * A frame as captured. `json` lacks the braces and what only a dump knows: the index, the role, a better position.
 * Equal `functionKey`s are the same function.
 * @typedef {object} CapturedFrame
 * @property {string} json
 * @property {string} functionName
 * @property {string} url
 * @property {string} scriptId
 * @property {number} lineNumber
 * @property {number} columnNumber
 * @property {number} startLine where the function begins
 * @property {number} startColumn
 * @property {boolean} internal
 * @property {string} functionKey
 * @property {boolean} [isOpen] the last member of `json`, the scope chain, lacks its closing bracket
 */

/**
 * @typedef {object} CapturedFrames
 * @property {CapturedFrame[]} frames
 * @property {number} omittedAfter number of frames kept before the gap; the gap is empty when `omitted` is 0
 * @property {number} omitted
 */

/**
 * @typedef {CapturedFrame & Awaiter} AwaitingFrame
 * @typedef {object} Awaiter
 * @property {WeakRef<object> | null} awaited the promise that it awaits
 * @property {boolean} inBlock what it has in blocks is gone when it is rejected
 * @property {boolean} certain it waits for a function of the stack; otherwise for something that one of these may
 *   settle
 */

/**
 * @typedef {{ url: string, source: string | undefined, sourceMapURL: string | undefined }} CapturedScript
 */

/**
 * @typedef {object} Snapshot
 * @property {number} id
 * @property {import('../../dump/format').CaptureInfo['hook']} hook
 * @property {CapturedFrames} callFrames
 * @property {AwaitingFrame[]} awaiting async functions that waited for those of the stack, the nearest first
 * @property {readonly (import('./async-stores').StoringJson | import('../values/to-json').RawJson)[] | null}
 *   asyncStores of the code that was running; null when they could not be read
 * @property {import('../values/native-walk').WalkedObjects} objects
 * @property {Record<string, CapturedScript>} scripts by scriptId
 * @property {'native'} walker
 * @property {string[]} failures of the collector on the way
 * @property {bigint} takenAtNs of process.hrtime
 * @property {number} durationMs
 */

/**
 * @typedef {object} SnapshotOptions
 * @property {number} id
 * @property {Snapshot['hook']} hook
 * @property {import('../../config').Limits} limits
 * @property {import('../async-tasks/probes').TaskProbes | null} taskProbes
 * @property {boolean} [overflow] the stack was used up: the innermost function may not have come to its variables
 * @property {import('../../addon/native-types').ForeignStop} [foreign] when another context is running
 */

/**
 * Reads the stack of the caller. The collector's own frames are left out.
 *
 * @param {import('../../collector').Context} context with the addon
 * @param {SnapshotOptions} options
 * @returns {Snapshot}
 * @throws {Error} when none can be made
 */
function takeSnapshot (context, options) {
  return context.fallback().takeSnapshot(/** @type {import('../../addon/native-types').Native} */ (context.native), options)
}

module.exports = { takeSnapshot }
