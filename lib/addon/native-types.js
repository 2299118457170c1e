'use strict'
// Declares the types of the addon's functions, in groups by the code that uses them. Each group is a part of
// src/bindings/.

/**
 * @typedef {object} NativeWalkedObjects
 * @property {Buffer} near lines with the records of the objects next to the frames
 * @property {Buffer} far lines with the records of the other objects
 * @property {Record<string, number>} missing number of objects that were left out, by reason; a negative number counts
 *   objects that a capture had left out and this walk has read
 */

/**
 * @typedef {object} NativeSuspendedState
 * @property {boolean} isSuspended false: it runs or has ended
 * @property {unknown} code its function
 * @property {unknown} receiver its `this`
 * @property {string} scriptId
 * @property {number} lineNumber of the await or yield
 * @property {number} columnNumber
 */

/**
 * Position of a function in its script; lines and columns are 0-based.
 * @typedef
 *   {{ url?: string, functionName?: string, taskType?: import('../dump/format').TaskType, scriptId?: number,
 *     lineNumber?: number, columnNumber?: number }}
 *   FunctionPlace
 */

/**
 * An internal slot of a built-in class, and the built-in function that reads it. takesObject: the function takes the
 * object as its argument; otherwise it is called on the object.
 * @typedef {[prototype: object, name: string, read: Function, takesObject: boolean]} InnerSlot
 */

/**
 * @typedef {object} RedactorOptions
 * @property {boolean} enabled
 * @property {readonly string[]} names further sensitive names, in any spelling
 * @property {readonly string[]} exceptNames names that are not sensitive although a rule says so
 * @property {readonly string[]} values secrets that are hidden wherever they occur
 * @property {readonly string[]} exceptValues texts that stay although a rule says that they are secrets
 * @property {readonly string[]} prefixes beginnings of the application's own tokens
 */

/**
 * The functions of a redactor. `flags` are those that classifyName() gives for the name of the value; 0 for no name.
 * @typedef {object} RedactorFunctions
 * @property {(options: RedactorOptions) => void} configureRedactor
 * @property {(text: string, flags?: number) => string} redactText returns the same text when nothing in it is secret
 * @property {(bytes: Uint8Array, flags?: number) => boolean} redactBytes redacts in place; true if something was hidden
 * @property {(name: string) => number} classifyName returns NameFlags of src/redaction/redactor.h
 * @property {(list: readonly unknown[]) => number[]} listFlags returns the flags of each element because of its place:
 *   behind the name of a header, behind an option
 * @property {(number: number, flags?: number) => boolean} isSensitiveNumber
 * @property {(text: string) => string[]} secretsIn returns the secrets within a text
 */

/**
 * A walk over objects that writes their records.
 * @typedef {object} GraphWriter
 * @property {(value: unknown, holderId?: string, name?: string, isContent?: boolean) => string} value JSON of a Value.
 *   If an object holds the value: holderId is the object's id, name the property's name; isContent: the object is a
 *   container, such as a list, whose name counts for its contents
 * @property {(scope: unknown, holderId?: string) => { json: string, missing: number }} variables JSON of the Variable[]
 *   of a scope object
 * @property {(ms: number) => Buffer} details lines of objectDetails records for the objects that were walked since the
 *   last call, read for so many milliseconds at most; empty if the addon cannot read the stack
 * @property {(generator: object, code: unknown) => string} suspendedScopes JSON of the Scope[] of a suspended function
 * @property {() => void} walk walks all objects that were found and not walked yet, breadth first
 * @property {(goesOn?: boolean) => NativeWalkedObjects} take returns the records that were written since the last call;
 *   goesOn: the walk is used further, and keeps its objects
 * @property {(limits: object) => void} limit sets the limits for the walk after a take(true)
 * @property {() => [object: object, objectId: string][]} classInstances objects that may have private fields and were
 *   walked since the last call
 * @property {() => [object: object, objectId: string][]} functions of the application that were walked since the last
 *   call
 * @property {() => [object: object, objectId: string][]} unfinished generators and bound functions that were walked
 *   since the last call
 */

/**
 * An object and a function with a `debugger` statement, both of another context than the application's main one.
 * @typedef {[anchor: Record<string, unknown>, stop: Function]} ForeignStop
 */

/**
 * A frame of a capture that the addon made; see src/snapshot/snapshot.h. Its JSON ends with the scope chain, without
 * the closing bracket. Lines and columns are 0-based.
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
 * A frame of a suspended function; the members are those of Awaiter in lib/capture/types.js.
 * @typedef {NativeFrame & { inBlock: boolean, certain: boolean, awaited?: object }} NativeAwaitingFrame
 */

/**
 * A capture that the addon made; the members are those of Snapshot in lib/capture/types.js.
 * @typedef {object} NativeSnapshot
 * @property {number} id
 * @property {number} hook in the order of src/snapshot/snapshot_store.h
 * @property {NativeFrame[]} frames
 * @property {number} omittedAfter
 * @property {number} omitted
 * @property {NativeAwaitingFrame[]} awaiting
 * @property {string[]} asyncStores each JSON
 * @property {Buffer} near
 * @property {Buffer} far
 * @property {Record<string, number>} missing
 * @property {unknown[]} scripts [scriptId, url, source, sourceMappingUrl, …]
 * @property {bigint} takenAtNs of process.hrtime
 * @property {number} durationMs
 */

/**
 * Captures of a reported value, and the place where the error was made. V8 tells the place without formatting the
 * error's stack.
 * @typedef {object} FoundCaptures
 * @property {number} primary id, 0 for none
 * @property {number} secondary id, 0 for none
 * @property {'identity' | 'sequence' | null} match how the value was recognised; see CaptureInfo in lib/dump/format.js
 * @property {boolean} [rationed] in mode `always`: there would be more captures if they had no budget
 * @property {string} scriptId
 * @property {number} lineNumber 0-based
 * @property {number} columnNumber 0-based
 */

/**
 * @typedef {object} FoundTasks
 * @property {object[]} tasks generator objects of suspended functions
 * @property {Function[]} functions the function of each task
 * @property {number[]} continuations position of each task in its function; equal for two that stand at one place
 * @property {object[]} timers objects of Node.js
 * @property {boolean} complete the whole heap was searched
 * @property {number} scanMs time of the search
 * @property {number} collectMs time of the garbage collection after it; 0 without a task
 */

/**
 * Tells if the stack can be read through V8's debug interface, whose symbols Node.js does not export.
 * @typedef {object} V8Symbols
 * @property {'none' | 'knownBuild' | 'dynamicLinker' | 'symbolTable'} source
 * @property {string} buildId hex, of the executable or library that holds V8
 * @property {string} problem why the stack cannot be read; '' if it can
 * @property {string[]} [addresses] those that were found, if the symbols were searched again
 */

/**
 * The hooks and their captures.
 * @typedef {object} HookFunctions
 * @property {(flag: string) => void} setV8Flag such as `--stack-trace-limit=11`
 * @property {() => number} codeCacheTag number by which V8 recognises its code caches; it changes with V8's version and
 *   flags
 * @property {(onEvent: (hook: number, captureId: number, overflow: boolean, foreign: ForeignStop | undefined) =>
 *   boolean, options: object, taskProbes: object | null, readStores: () => unknown[]) => void} installThrowHooks
 * @property {(work: () => void, cleanUp: () => void) => void} callWithCleanup calls `work`, which must not throw, while
 *   the hooks are suspended; calls `cleanUp` if V8 has terminated `work`
 * @property
 *   {(callee: Function, args: unknown[], ms: number) =>
 *     { end: 'returned' | 'threw' | 'timeIsOver' | 'notCalled', value: unknown }}
 *   callBounded calls a function of the application, and ends it after so many milliseconds; value: what it has
 *   returned or thrown
 * @property {(reported: unknown, fromPromise: boolean) => FoundCaptures} findCapture
 * @property {(error: unknown) => FoundCaptures} findCauseCapture finds the captures of an error's cause
 * @property {(captureId: number) => NativeSnapshot | undefined} snapshotOf
 * @property {() => number} captureNow captures the caller's stack and returns the id; 0 if the addon cannot read it
 * @property {(maxAgeMs: number) => { id: number, caught: unknown }} captureExit captures the stack of a call of
 *   process.exit(); id 0 if the addon cannot read it; caught: the error of that age that is a variable there
 * @property {(tasks: object[]) => number} captureSuspended captures these suspended functions as the `awaiting` frames
 *   of a capture; 0 if the addon cannot read them
 * @property {() => void} forgetCaptures
 * @property {() => void} watchAssertions gives the errors of assertions a ration of their own
 * @property
 *   {(limits: Record<'small' | 'tentative' | 'full' | 'interrupted', object> & { notifies: boolean }) => void}
 *   setCaptureLimits notifies: onEvent is called after a capture, too
 * @property {(maxAgeMs: number) => unknown[]} pendingReasons reasons of promises that were rejected in this time and
 *   that nobody handles, oldest first
 * @property {() => Record<string, any>} hookCounters
 * @property {(refused: boolean) => void} refuseStacks true: V8 throws instead of formatting a stack that is not
 *   formatted yet; false: as usual
 * @property {(correct: (sites: NodeJS.CallSite[]) => void) => void} correctStacks has `correct` called with the call
 *   sites of each stack before it is formatted
 * @property {(maxFrames: number) => any[]} stackScripts [scriptId, url, source, sourceMappingUrl, …] of the scripts on
 *   the stack
 * @property {(firstSource?: string, file?: string) => V8Symbols} v8Symbols the arguments are for tests: with them the
 *   symbols are searched again
 * @property {() => boolean} tryWalk reads the stack through V8's debug interface. To be called in a child process,
 *   because it may crash
 */

/**
 * The reports of the process, and the line that it prints at its end.
 * @typedef {object} ReportFunctions
 * @property
 *   {(process: NodeJS.Process, onReport: (error: unknown, fromPromise: unknown) => void,
 *     onHandled: (handled: unknown, nothing: unknown) => void, onExit: (late: unknown,
 *     unsettled: unknown) => void) => boolean}
 *   installFatalException
 * @property {(ms: number) => void} watchPrintedErrors remembers from now on the errors whose stacks are read, as all
 *   code does that prints an error; each begins a watchEnd() of so many milliseconds; 0: ends that
 * @property {(maxAgeMs: number) => unknown[]} printedErrors those of this time, newest first; none if there are too
 *   many
 * @property {(ms: number) => void} watchEnd for so many milliseconds onExit() is called also when the process ends by
 *   itself; when they are over onExit() is called once with true
 * @property {() => void} watchModule onExit() is called also when the process ends by itself, unless its program is a
 *   CommonJS module; `unsettled` is true if Node.js has set the exit code 13 because a top-level await is pending
 * @property {(api: object) => void} setApi sets the answer to other copies of the package that ask for the collector
 * @property {(line: string) => void} setExitLine sets the line that is printed when the process ends; '' for none
 * @property {() => void} attachExitLines lets workers hand over their lines to this thread, the main one
 * @property {(key: string, line: string) => boolean} handOverExitLine gives a worker's line to the main thread; false
 *   when that has no collector
 * @property {(key: string) => string | undefined} claimExitLine takes the line of a worker that has just died of the
 *   same error; '' when nothing is to be printed, undefined when there was no such worker
 */

/**
 * @typedef {import('../dump/format').ProcessIdentity & { sameProgram: boolean }} NativeProcess sameProgram: it runs the
 *   same executable as this process
 */

/**
 * The threads of the process, its event loop and the machine.
 * @typedef {object} ThreadFunctions
 * @property {boolean} isMainThread
 * @property
 *   {(mostHandles: number) => { handles: { fd?: number }[], leftOut: number, idleMs: number, turns: number,
 *     turnMs: number }}
 *   loopState
 * @property {(threadId: number, onStarted: () => void) => void} addThread adds this thread to the list; onStarted is
 *   called when the code that is running now has ended
 * @property {(file: string) => void} nameThread sets the file of this thread in the list
 * @property {() => { threadId: number, file?: string, uptimeMs: number, waiting: boolean }[]} threads of the process
 *   that have a collector
 * @property
 *   {(parts: { directory: string, header: string, process: string, uptimeMs: number, prints: boolean }) => string}
 *   watchSignals installs the handlers of fatal signals for the process, or changes what they write; returns the reason
 *   why there are none, or ''
 * @property {(threadId: number) => boolean} addSignalThread gives this thread a stack for the handlers; false when
 *   there are none
 * @property {() => void} forgetSignals no dumps of signals from now on
 * @property {(open: boolean) => void} setInspected tells the other threads, which cannot ask, if the inspector is
 *   open
 * @property {() => boolean} isInspected what setInspected() was called with last, in any thread
 * @property
 *   {() => { hostname?: string, osRelease?: string, cpus: number, totalMemoryBytes: number, freeMemoryBytes: number,
 *     loadAverage: number[] }}
 *   machineState
 * @property {() => NativeProcess[]} ancestors this process, its parent, and so on, as they were at the start, or, if no
 *   native thread runs, at the first call; empty if the system does not tell them
 * @property {(file: string, isMainThread: boolean) => string | undefined} readOwnScript reads an ASCII file; undefined
 *   when it can't be read
 * @property {(text: string, cacheFile: string, name: string) => Function | undefined} runOwnScript evaluates a script;
 *   undefined when it can't be run
 */

/**
 * The answer of another thread. The ids of its objects, scopes and scripts begin with `t<threadId>.`
 * @typedef {object} NativeThreadStack
 * @property {number} threadId
 * @property {number} state in the order of StackState in src/watch/thread_stacks.h
 * @property {number} waitedMs from the question until the thread could be interrupted
 * @property {string} [callFrames] JSON of the frames, innermost first; only if the stack was read
 * @property {number} leftOutFrames
 * @property {Buffer} objects lines of records
 * @property {Record<string, number>} missing number of objects that were left out, by reason
 * @property {unknown[]} scripts [scriptId, url, source, sourceMappingUrl, …]
 */

/**
 * Entering a running process.
 * @typedef {object} WatchFunctions
 * @property
 *   {(onEnter: (cause: number, captureId: number, allTasks: boolean, blockedMs: number, waitedMs: number,
 *     signal: number, usedBytes: number, limitBytes: number) => string, blockedMs: number, takesAsks: boolean,
 *     signal: number, terminated: { enterMs: number, writeMs: number } | undefined, memoryPercent: number) => boolean}
 *   watchThread false where there is no thread that could watch; 0 for no limit, and for no signal; terminated: how
 *   long a signal that ends the process may be held back, until V8 is entered and then until the dump is written;
 *   memoryPercent: share of the control group's limit of memory; 0: its memory is not watched
 * @property {(pid: number, tid: number, nonce: string, allTasks: boolean) => number} askProcess 0, or an errno
 * @property {(limits: object) => void} askThreads asks the other threads of this process for their stacks
 * @property {(ms: number) => NativeThreadStack[]} takeThreads waits for so many milliseconds at most, and a little
 *   longer for a thread that has begun to read its stack
 */

/**
 * Suspended functions and the stores of AsyncLocalStorages.
 * @typedef {object} TaskFunctions
 * @property
 *   {(generator: object) => Partial<NativeSuspendedState> | undefined}
 *   suspendedState undefined if the addon cannot read it
 * @property {() => unknown[] | undefined} asyncContext [storage, store, …] of each AsyncLocalStorage; undefined where
 *   Node.js does not keep the stores in V8 (before Node.js 24)
 * @property {() => object[]} generatorObjects all generator objects, suspended or not, by V8's own search, which
 *   collects garbage and takes long
 * @property {(probes: object, deadlineMs: number, most: number) => FoundTasks | undefined} findTasks searches the heap
 *   after a garbage collection; undefined if the heap cannot be read
 * @property
 *   {(probes: object, tasks: object[], causes: object[], deadlineMs: number) => { tasks: number[], causes: number[],
 *     complete: boolean } | undefined}
 *   taskLinks pairs: index of a task, index of the task or cause that it waits for
 * @property
 *   {(probes: object, most: number, values: object[]) => { tasks: object[], functions: Function[],
 *     awaited: (object | undefined)[], certain: number } | undefined}
 *   awaitingTasks suspended functions that wait, directly or not, for what runs now, the nearest first. The first
 *   `certain` ones wait for an async function that runs now. The others wait for something that may be settled by the
 *   promise callback that runs now, or by one of the values or their fields
 * @property {(promise: unknown, reason: unknown) => boolean} isRejectedWith true if the promise was rejected with this
 *   very value
 * @property {(value: unknown) => FunctionPlace | undefined} functionPlace
 */

/**
 * V8's heap.
 * @typedef {object} HeapFunctions
 * @property {() => object} heapState
 * @property {(mostClasses: number, mostRetainers: number) => object | undefined} heapSummary takes a snapshot of the
 *   heap, which takes seconds for 50 MB; undefined when V8 makes none
 * @property
 *   {(mostClasses: number, deadlineMs: number) => { totalBytes: number, nodes: number,
 *     classes: { className: string, count: number, shallowBytes: number }[], classesLeftOut: number,
 *     complete: boolean } | undefined}
 *   heapHistogram counts the objects in the heap's pages and collects garbage; undefined if the heap cannot be read
 * @property
 *   {(onLimit?: (captureId: number, limitBytes: number, usedBytes: number) => void, directory?: string,
 *     header?: string, threadId?: number, quiet?: boolean) => void}
 *   watchHeapLimit calls onLimit, which must not throw, when V8's heap is full; without arguments no longer. The others
 *   are for the dump that is written if JavaScript cannot run any more; header: JSON without its closing brace. After
 *   the first call heapState() has what the garbage collections have left
 * @property {(held: boolean) => void} holdObjects true: the objects that were captured for a heap snapshot are kept
 *   alive; false: they are let go
 * @property {(path: string, settings: string, withNumbers: boolean) => { bytes?: number, error?: string }}
 *   writeHeapSnapshot writes a compressed heap snapshot to a new file, with `settings` (JSON for its reader) and the
 *   nodes of the objects that are held
 * @property {(bytes: Buffer) => Buffer} gzip returns one gzip member
 * @property {(command: string[], variables: string[], onlyOne: boolean) => boolean} startDetached starts a program that
 *   outlives this process, without waiting. command: path and arguments; variables: `NAME=value`, besides those of this
 *   process; onlyOne: not while an earlier one runs. Returns false if none was started
 */

/**
 * The walk over objects.
 * @typedef {object} WalkFunctions
 * @property {(options: object) => GraphWriter} snapshot begins a walk
 * @property {(objects: unknown[], shallow: object[], builtins: object, own: object[], ownScripts: string[],
 * slots: InnerSlot[]) => void} setIntrinsics `own`: objects of the collector;
 *   ownScripts: names of the collector's scripts, and beginnings of such names
 */

/**
 * The redactor of the process, and another one for viewers.
 * @typedef {object} RedactionFunctions
 * @property {RedactorFunctions['configureRedactor']} configureRedactor
 * @property {RedactorFunctions['redactText']} redactText
 * @property {RedactorFunctions['redactBytes']} redactBytes
 * @property {RedactorFunctions['classifyName']} classifyName
 * @property {RedactorFunctions['listFlags']} listFlags
 * @property {RedactorFunctions['isSensitiveNumber']} isSensitiveNumber
 * @property {RedactorFunctions['secretsIn']} secretsIn
 * @property {() => RedactorFunctions} viewerRedactor makes a redactor that is independent of this process's collector
 */

/**
 * Functions for lib/execution-path. Those that are made leave no frame on the stack.
 * @typedef {object} ExecutionPathFunctions
 * @property
 *   {(callee: Function, before: (...values: any[]) => unknown, after: (before: any) => void) => Function}
 *   wrapCall makes a function that calls `before` and `callee` with its own arguments, then `after` with what `before`
 *   returned, unless that is undefined or `callee` throws
 * @property {(callee: Function, change: (...values: any[]) => unknown) => Function} changeArgument makes a function
 *   that calls `callee` with what `change` makes of the first argument; `change` gets all arguments
 * @property {(toString: Function, correct: (text: string) => string) => Function} correctTexts makes a
 *   Function.prototype.toString whose results `correct` changes
 * @property {() => (() => unknown) | undefined} continuationDataReader returns V8's function that reads the value which
 *   V8 carries along with asynchronous code; undefined before V8 12
 * @property {(promise: unknown) => boolean} isPending false for what is no promise
 * @property {(found: { storage: unknown, name: string | undefined, store: unknown }[]) => void} [replaceOwnStore] is
 *   there while execution paths are recorded: puts the request under way in the place of the collector's own store
 */

/**
 * @typedef {HookFunctions & ReportFunctions & ThreadFunctions & TaskFunctions & HeapFunctions & WalkFunctions
 *   & RedactionFunctions & WatchFunctions & ExecutionPathFunctions} Native
 */

module.exports = {}
