'use strict'
// The only place that loads the addon: a prebuilt one for this Node.js version, or what was compiled at install.

const fs = require('node:fs')
const path = require('node:path')

/**
 * @typedef {object} GraphWriter
 * @property {(value: unknown, holderId?: string, name?: string, isContent?: boolean) => string} value JSON of a Value;
 *   of what an object holds, with its id and the name; isContent: that object is there for the sake of what it holds,
 *   as a list is
 * @property {(scope: unknown, holderId?: string) => { json: string, missing: number }} variables JSON of the Variable[]
 *   of a scope object
 * @property {(ms: number) => Buffer} details lines of objectDetails records of what was walked since; empty where the
 *   addon cannot read the stack
 * @property {(generator: object, code: unknown) => string} suspendedScopes JSON of the Scope[] of a suspended function
 * @property {() => void} walk breadth first, all that was found and not walked yet
 * @property {(goesOn?: boolean) => import('../capture/values/native-walk').WalkedObjects} take
 * @property {(limits: object) => void} limit for what is walked after a take(true)
 * @property {() => [object: object, objectId: string][]} classInstances objects that may have private fields, walked
 *   since the last call
 * @property {() => [object: object, objectId: string][]} functions of the application, walked since the last call
 * @property {() => [object: object, objectId: string][]} unfinished generators and bound functions, walked since the
 *   last call
 */

/**
 * An object and a function with a `debugger` statement, both of another context than the application's main one.
 * @typedef {[anchor: Record<string, unknown>, stop: Function]} ForeignStop
 */

/**
 * A frame of a capture that the addon made; see src/snapshot/snapshot.h. The scope chain in its JSON is not closed.
 * @typedef {object} NativeFrame
 * @property {string} json
 * @property {string} functionName
 * @property {string} url
 * @property {string} scriptId
 * @property {number} lineNumber
 * @property {number} columnNumber
 * @property {number} startLine
 * @property {number} startColumn
 * @property {boolean} internal
 */

/**
 * @typedef {NativeFrame & { inBlock: boolean, certain: boolean, awaited?: object }} NativeAwaitingFrame
 */

/**
 * @typedef {object} NativeSnapshot
 * @property {number} id
 * @property {number} hook
 * @property {NativeFrame[]} frames
 * @property {number} omittedAfter
 * @property {number} omitted
 * @property {NativeAwaitingFrame[]} awaiting
 * @property {string[]} asyncStores
 * @property {Buffer} near
 * @property {Buffer} far
 * @property {Record<string, number>} missing
 * @property {unknown[]} scripts [scriptId, url, source, sourceMappingUrl, …]
 * @property {bigint} takenAtNs
 * @property {number} durationMs
 */

/**
 * Captures of a reported value, and the place where an error was made as V8 knows it without formatting the error's
 * stack.
 * @typedef {object} FoundCaptures
 * @property {number} primary id, 0 for none
 * @property {number} secondary
 * @property {'identity' | 'sequence' | null} match
 * @property {boolean} [rationed] in mode `always`: without a budget there would be more
 * @property {string} scriptId
 * @property {number} lineNumber 0-based
 * @property {number} columnNumber 0-based
 */

/**
 * @typedef {object} FoundTasks
 * @property {object[]} tasks suspended
 * @property {Function[]} functions whose calls they are
 * @property {number[]} continuations where each stands, equal for two at one place of one function
 * @property {object[]} timers of Node.js
 * @property {boolean} complete
 * @property {number} scanMs
 * @property {number} collectMs of the garbage collection
 */

/**
 * Whether the stack can be read through V8's debug interface, which Node.js does not export.
 * @typedef {object} V8Symbols
 * @property {'none' | 'knownBuild' | 'dynamicLinker' | 'symbolTable'} source
 * @property {string} buildId hex, of the object that holds V8
 * @property {string} problem why not, '' when it can
 * @property {string[]} [addresses] when it was looked for anew
 */

/** @typedef {import('../redaction').RedactorFunctions} RedactorFunctions */

/**
 * @typedef {object} Native
 * @property {boolean} isMainThread
 * @property {(flag: string) => void} setV8Flag such as `--stack-trace-limit=11`
 * @property {() => number} codeCacheTag which code caches V8 takes: changes with V8's version and flags
 * @property {(onEvent: (hook: number, captureId: number, overflow: boolean, foreign: ForeignStop | undefined) =>
 *   boolean, options: object, taskProbes: object | null, readStores: () => unknown[]) => void} installThrowHooks
 * @property {(work: () => void, cleanUp: () => void) => void} callWithCleanup calls the first, which must not throw,
 *   while the hooks are suspended, and the second when V8 has ended the first
 * @property {(reported: unknown, fromPromise: boolean) => FoundCaptures} findCapture
 * @property {(error: unknown) => FoundCaptures} findCauseCapture of an error that another one stands on
 * @property {(captureId: number) => NativeSnapshot | undefined} snapshotOf
 * @property
 *   {(generator: object) => Partial<Omit<import('../capture/async-tasks').SuspendedState, 'scopesOf'>> | undefined}
 *   suspendedState undefined where the addon cannot read it
 * @property {() => number} captureNow id of a capture of the caller's stack; 0 where the addon cannot read it
 * @property {() => void} forgetCaptures
 * @property {(limits: Record<'small' | 'tentative' | 'full', object> & { notifies: boolean }) => void} setCaptureLimits
 *   notifies: whether onEvent is called after a capture, too
 * @property {(maxAgeMs: number) => unknown[]} pendingReasons
 * @property {() => Record<string, any>} hookCounters
 * @property
 *   {(process: NodeJS.Process, onReport: (error: unknown, fromPromise: unknown) => void,
 *     onHandled: (handled: unknown, nothing: unknown) => void, onExit: (late: unknown,
 *     nothing: unknown) => void) => boolean}
 *   installFatalException
 * @property {(ms: number) => void} watchEnd for so long onExit() is called at a natural end, too; after that once, with
 *   true
 * @property {(api: object) => void} setApi
 * @property {(line: string) => void} setExitLine
 * @property {() => void} attachExitLines on the main thread: it prints the lines of workers
 * @property {(key: string, line: string) => boolean} handOverExitLine false when the main thread has no collector
 * @property {(refused: boolean) => void} refuseStacks whether V8 throws when it is asked for a stack that isn't
 *   formatted yet
 * @property {(key: string) => string | undefined} claimExitLine of a worker that died of the same error lately; '' when
 *   there is nothing to print
 * @property {(maxFrames: number) => any[]} stackScripts
 * @property
 *   {(mostHandles: number) => { handles: { fd?: number }[], leftOut: number, idleMs: number, turns: number,
 *     turnMs: number }}
 *   loopState
 * @property {(threadId: number, onStarted: () => void) => void} addThread to the list; the function is called when the
 *   code that is running has ended
 * @property {(file: string) => void} nameThread this one
 * @property {() => { threadId: number, file?: string, uptimeMs: number, waiting: boolean }[]} threads of the process
 *   that have a collector
 * @property {(open: boolean) => void} setInspected for the other threads, which cannot ask whether the inspector is
 *   open
 * @property {() => boolean} isInspected
 * @property {() => unknown[] | undefined} asyncContext [storage, store, …] of each AsyncLocalStorage, where V8 keeps
 *   them
 * @property {() => object} heapState
 * @property
 *   {() => { hostname?: string, osRelease?: string, cpus: number, totalMemoryBytes: number, freeMemoryBytes: number,
 *     loadAverage: number[] }}
 *   machineState
 * @property {(mostClasses: number, mostRetainers: number) => object | undefined} heapSummary takes a snapshot of the
 *   heap: seconds for 50 MB; undefined when V8 makes none
 * @property {(held: boolean) => void} holdObjects that were captured for a heap snapshot: garbage collections leave
 *   them until they are let go
 * @property {(path: string, settings: string, withNumbers: boolean) => { bytes?: number, error?: string }}
 *   writeHeapSnapshot compressed, to a new file, with JSON for its reader and which of its nodes the kept objects are
 * @property {() => object[]} generatorObjects suspended or not; V8's own search, which collects garbage and takes long
 * @property {(probes: object, deadlineMs: number, most: number) => FoundTasks | undefined} findTasks collects garbage;
 *   undefined where the heap cannot be read
 * @property
 *   {(probes: object, tasks: object[], causes: object[], deadlineMs: number) => { tasks: number[], causes: number[],
 *     complete: boolean } | undefined}
 *   taskLinks pairs: index of a task, index of the task or cause that it waits for
 * @property
 *   {(probes: object, most: number, values: object[]) => { tasks: object[], functions: Function[],
 *     awaited: (object | undefined)[], certain: number } | undefined}
 *   awaitingTasks those that wait, directly or not, the nearest first: `certain` ones for an async function that runs
 *   now, then those for what the callback of a promise that runs now, or something among the values or their fields,
 *   may settle
 * @property {(promise: unknown, reason: unknown) => boolean} isRejectedWith this very value
 * @property {(value: unknown) => import('../capture/async-tasks/find').FunctionPlace | undefined} functionPlace
 * @property {(file: string, cacheFile: string, name: string, isMainThread: boolean) => Function | undefined}
 *   runOwnScript ASCII only
 * @property {(bytes: Buffer) => Buffer} gzip one gzip member
 * @property {(options: object) => GraphWriter} snapshot
 * @property {RedactorFunctions['configureRedactor']} configureRedactor
 * @property {RedactorFunctions['redactText']} redactText
 * @property {RedactorFunctions['redactBytes']} redactBytes
 * @property {RedactorFunctions['classifyName']} classifyName
 * @property {RedactorFunctions['nextElementFlags']} nextElementFlags
 * @property {RedactorFunctions['isSensitiveNumber']} isSensitiveNumber
 * @property {RedactorFunctions['secretsIn']} secretsIn
 * @property {() => RedactorFunctions} viewerRedactor another redactor than the collector's, which may run in this
 *   process
 * @property {(objects: unknown[], shallow: object[], builtins: object, own: object[], ownScripts: string[],
 * slots: import('../capture/values/inner-slots').InnerSlot[]) => void} setIntrinsics ownScripts: names, and beginnings
 *   of names
 * @property {(firstSource?: string, file?: string) => V8Symbols} v8Symbols the arguments are for tests: they make it
 *   look anew
 * @property {() => boolean} tryWalk reads the stack through V8's debug interface; in a process of its own, which may
 *   crash of it
 */

const PACKAGE = path.join(__dirname, '..', '..')

/** index.js has it once more, because it loads no file on its way. */
const PREBUILT = path.join(
  PACKAGE,
  'prebuilds',
  `${process.platform}-${process.arch}`,
  `node-v${process.versions.modules}.node`
)

/**
 * Throws nothing on the way, not even inside, unlike the search for one that was compiled in this directory.
 *
 * @returns {Native | null} null when there is none for this Node.js, or it doesn't load
 */
function loadPrebuilt () {
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || !fs.existsSync(PREBUILT)) return null
  try {
    return require(PREBUILT)
  } catch {
    return null
  }
}

/**
 * @param {Native | null} [prebuilt]
 * @returns {{ native: Native, problem: null } | { native: null, problem: string }} never throws: without the addon
 *   there are dumps without variables
 */
function loadNative (prebuilt = loadPrebuilt()) {
  if (prebuilt !== null) return { native: prebuilt, problem: null }
  try {
    if (process.env.CRASH_COLLECTOR_ADDON === 'none') throw new Error('CRASH_COLLECTOR_ADDON is none')
    return { native: require('bindings')({ bindings: 'crash_collector', module_root: PACKAGE }), problem: null }
  } catch (error) {
    return { native: null, problem: /** @type {Error} */ (error).message.split('\n', 1)[0] }
  }
}

module.exports = { PREBUILT, loadNative, loadPrebuilt }
