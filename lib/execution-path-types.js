'use strict'
// Types of execution paths, for the preload and for the package that records them.

/**
 * The facts of a request that are known when it begins. Requests of `node:http` are those that its server passes on;
 * those of `http2` have only these properties.
 * @typedef
 *   {{ method?: string, url?: string, headers: Record<string, string | string[] | undefined> }}
 *   StartingRequest
 */

/**
 * Says which requests have a path: if it returns false, or throws, this one has none.
 * @callback RequestPredicate
 * @param {StartingRequest} request
 * @returns {unknown}
 */

/**
 * Scripts as lib/capture/write/sources.js takes them.
 * @typedef
 *   {{ scriptId: string, script: { url: string, source: string | undefined, sourceMapURL: string | undefined } }[]}
 *   Scripts
 */

/**
 * The part of execution paths that the rest of the collector uses.
 * @typedef {object} ExecutionPaths
 * @property {import('./addon/native-functions').Native} native the addon, which answers as if the program had no
 *   counters
 * @property {object[]} ownObjects
 * @property {(name: string, fn: () => any, isTest: boolean) => any} run isTest: requests belong to it until the next
 *   test begins
 * @property {() => CurrentPath | null} current
 * @property {(predicate: RequestPredicate | null) => void} choose
 * @property {(captureId: number, scripts: Scripts,
 *   redactText: (text: string) => string) => { record: object, scripts: Scripts }
 *   | null} record captureId: of the throw, 0 for none; scripts: those that the dump has anyway. Returns the record and
 *   the other scripts of the path
 */

/**
 * A path as `executionPath()` returns it.
 * @typedef {object} CurrentPath
 * @property {string} name of the request or job
 * @property {number} elapsedMs since its start
 * @property
 *   {{ url: string, type: string, functionName?: string, startOffset: number, endOffset: number, ms: number }[]}
 *   steps what ran, in the order of first execution
 * @property {boolean} truncated
 * @property
 *   {{ url: string, functionName?: string, startOffset: number, ran: 'here' | 'elsewhere' | 'shared',
 *     other: string | null }[]}
 *   contextChanges functions that ran on behalf of another request than the one that made them (here: this path has
 *   what they ran; elsewhere: this path lacks it), and blocks that await what another request awaits, too (shared)
 */

module.exports = {}
