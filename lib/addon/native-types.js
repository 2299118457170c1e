'use strict'
// What the addon offers, by who needs it: types alone. Each group is a part of src/bindings/.

/**
 * @typedef {object} NativeWalkedObjects
 * @property {Buffer} near records of the objects next to the frames
 * @property {Buffer} far records of the rest
 * @property {Record<string, number>} missing number of objects left out, by reason; negative of what a capture had left
 *   and this walk found
 */

/**
 * @typedef {object} NativeSuspendedState
 * @property {boolean} isSuspended otherwise it runs or is done
 * @property {unknown} code its function
 * @property {unknown} receiver
 * @property {string} scriptId
 * @property {number} lineNumber of the await or yield
 * @property {number} columnNumber
 */

/**
 * Where a function stands.
 * @typedef
 *   {{ url?: string, functionName?: string, taskType?: import('../dump/format').TaskType, scriptId?: number,
 *     lineNumber?: number, columnNumber?: number }}
 *   FunctionPlace
 */

/**
 * What objects of a built-in class keep inside, and the function that tells it.
 * @typedef {[prototype: object, name: string, read: Function, takesObject: boolean]} InnerSlot
 */

/**
 * @typedef {object} RedactorOptions
 * @property {boolean} enabled
 * @property {readonly string[]} names more sensitive names, in any spelling
 * @property {readonly string[]} exceptNames names that aren't sensitive here
 * @property {readonly string[]} values to be found anywhere
 * @property {readonly string[]} exceptValues stay although a rule says that they are secrets
 * @property {readonly string[]} prefixes of the application's own tokens
 */

/**
 * What the addon has. `flags` are those of classifyName, 0 when there is no name.
 * @typedef {object} RedactorFunctions
 * @property {(options: RedactorOptions) => void} configureRedactor
 * @property {(text: string, flags?: number) => string} redactText the text itself when nothing in it is secret
 * @property {(bytes: Uint8Array, flags?: number) => boolean} redactBytes in place; whether something was hidden
 * @property {(name: string) => number} classifyName
 * @property {(element: string, pair: boolean) => number} nextElementFlags of the element after this one of a list;
 *   `pair` when it has two
 * @property {(number: number, flags?: number) => boolean} isSensitiveNumber
 * @property {(text: string) => string[]} secretsIn
 */

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
 * @property {(goesOn?: boolean) => NativeWalkedObjects} take
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

/**
 * The hooks, and what they have captured.
 * @typedef {object} HookFunctions
 * @property {(flag: string) => void} setV8Flag such as `--stack-trace-limit=11`
 * @property {() => number} codeCacheTag which code caches V8 takes: changes with V8's version and flags
 * @property {(onEvent: (hook: number, captureId: number, overflow: boolean, foreign: ForeignStop | undefined) =>
 *   boolean, options: object, taskProbes: object | null, readStores: () => unknown[]) => void} installThrowHooks
 * @property {(work: () => void, cleanUp: () => void) => void} callWithCleanup calls the first, which must not throw,
 *   while the hooks are suspended, and the second when V8 has ended the first
 * @property {(reported: unknown, fromPromise: boolean) => FoundCaptures} findCapture
 * @property {(error: unknown) => FoundCaptures} findCauseCapture of an error that another one stands on
 * @property {(captureId: number) => NativeSnapshot | undefined} snapshotOf
 * @property {() => number} captureNow id of a capture of the caller's stack; 0 where the addon cannot read it
 * @property {() => void} forgetCaptures
 * @property {(limits: Record<'small' | 'tentative' | 'full', object> & { notifies: boolean }) => void} setCaptureLimits
 *   notifies: whether onEvent is called after a capture, too
 * @property {(maxAgeMs: number) => unknown[]} pendingReasons
 * @property {() => Record<string, any>} hookCounters
 * @property {(refused: boolean) => void} refuseStacks whether V8 throws when it is asked for a stack that isn't
 *   formatted yet
 * @property {(maxFrames: number) => any[]} stackScripts
 * @property {(firstSource?: string, file?: string) => V8Symbols} v8Symbols the arguments are for tests: they make it
 *   look anew
 * @property {() => boolean} tryWalk reads the stack through V8's debug interface; in a process of its own, which may
 *   crash of it
 */

/**
 * What the process reports, and the line that it prints at its end.
 * @typedef {object} ReportFunctions
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
 * @property {(key: string) => string | undefined} claimExitLine of a worker that died of the same error lately; '' when
 *   there is nothing to print
 */

/**
 * The threads of the process, its event loop and the machine.
 * @typedef {object} ThreadFunctions
 * @property {boolean} isMainThread
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
 * @property
 *   {() => { hostname?: string, osRelease?: string, cpus: number, totalMemoryBytes: number, freeMemoryBytes: number,
 *     loadAverage: number[] }}
 *   machineState
 * @property {(file: string, isMainThread: boolean) => string | undefined} readOwnScript ASCII only
 * @property {(text: string, cacheFile: string, name: string) => Function | undefined} runOwnScript
 */

/**
 * Suspended functions, and what AsyncLocalStorages hold.
 * @typedef {object} TaskFunctions
 * @property
 *   {(generator: object) => Partial<NativeSuspendedState> | undefined}
 *   suspendedState undefined where the addon cannot read it
 * @property {() => unknown[] | undefined} asyncContext [storage, store, …] of each AsyncLocalStorage, where V8 keeps
 *   them
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
 * @property {(value: unknown) => FunctionPlace | undefined} functionPlace
 */

/**
 * V8's heap.
 * @typedef {object} HeapFunctions
 * @property {() => object} heapState
 * @property {(mostClasses: number, mostRetainers: number) => object | undefined} heapSummary takes a snapshot of the
 *   heap: seconds for 50 MB; undefined when V8 makes none
 * @property {(held: boolean) => void} holdObjects that were captured for a heap snapshot: garbage collections leave
 *   them until they are let go
 * @property {(path: string, settings: string, withNumbers: boolean) => { bytes?: number, error?: string }}
 *   writeHeapSnapshot compressed, to a new file, with JSON for its reader and which of its nodes the kept objects are
 * @property {(bytes: Buffer) => Buffer} gzip one gzip member
 */

/**
 * The walk over objects.
 * @typedef {object} WalkFunctions
 * @property {(options: object) => GraphWriter} snapshot
 * @property {(objects: unknown[], shallow: object[], builtins: object, own: object[], ownScripts: string[],
 * slots: InnerSlot[]) => void} setIntrinsics ownScripts: names, and beginnings
 *   of names
 */

/**
 * The redactor of the process, and another one for viewers.
 * @typedef {object} RedactionFunctions
 * @property {RedactorFunctions['configureRedactor']} configureRedactor
 * @property {RedactorFunctions['redactText']} redactText
 * @property {RedactorFunctions['redactBytes']} redactBytes
 * @property {RedactorFunctions['classifyName']} classifyName
 * @property {RedactorFunctions['nextElementFlags']} nextElementFlags
 * @property {RedactorFunctions['isSensitiveNumber']} isSensitiveNumber
 * @property {RedactorFunctions['secretsIn']} secretsIn
 * @property {() => RedactorFunctions} viewerRedactor another redactor than the collector's, which may run in this
 *   process
 */

/**
 * @typedef {HookFunctions & ReportFunctions & ThreadFunctions & TaskFunctions & HeapFunctions & WalkFunctions
 *   & RedactionFunctions} Native
 */

module.exports = {}
