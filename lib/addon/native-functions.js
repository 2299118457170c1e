'use strict'
// Declares the types of the addon's functions, in groups by the code that uses them. Each group is a part of
// src/bindings/; native-types.js declares what the functions take and return.

/**
 * @typedef {import('./native-types').NativeSuspendedState} NativeSuspendedState
 * @typedef {import('./native-types').RedactorFunctions} RedactorFunctions
 * @typedef {import('./native-types').GraphWriter} GraphWriter
 * @typedef {import('./native-types').NativeSnapshot} NativeSnapshot
 * @typedef {import('./native-types').FoundCaptures} FoundCaptures
 * @typedef {import('./native-types').FoundTasks} FoundTasks
 * @typedef {import('./native-types').V8Symbols} V8Symbols
 * @typedef {import('./native-types').NativeThreadStack} NativeThreadStack
 * @typedef {import('./native-types').NativeProcess} NativeProcess
 * @typedef {import('./native-types').FunctionPlace} FunctionPlace
 * @typedef {import('./native-types').InnerSlot} InnerSlot
 * @typedef {import('./native-types').ForeignStop} ForeignStop
 */

/**
 * The start needs these before the hooks are there.
 * @typedef {object} StartFunctions
 * @property {(flag: string) => void} setV8Flag such as `--stack-trace-limit=11`
 * @property {() => number} codeCacheTag number by which V8 recognises its code caches; it changes with V8's version and
 *   flags
 * @property {(firstSource?: string, file?: string) => V8Symbols} v8Symbols the arguments are for tests: with them the
 *   symbols are searched again
 * @property {() => boolean} tryWalk reads the stack through V8's debug interface. Call this in a child process,
 *   because it may crash
 * @property {(file: string, isMainThread: boolean) => string | undefined} readOwnScript reads an ASCII file; undefined
 *   when it can't be read
 * @property {(text: string, cacheFile: string, name: string) => Function | undefined} runOwnScript evaluates a script;
 *   undefined when it can't be run
 */

/**
 * Stacks of errors, and the scripts on the stack.
 * @typedef {object} StackFunctions
 * @property {(refused: boolean) => void} refuseStacks true: V8 throws instead of formatting a stack that is not
 *   formatted yet; false: as usual
 * @property {(correct: (sites: NodeJS.CallSite[]) => void) => void} correctStacks has `correct` called with the call
 *   sites of each stack before it is formatted
 * @property {(maxFrames: number) => any[]} stackScripts [scriptId, url, source, sourceMappingUrl, …] of the scripts on
 *   the stack
 */

/**
 * Functions for the file of a dump, when it is written and afterwards.
 * @typedef {object} FileFunctions
 * @property {(bytes: Buffer) => Buffer} gzip returns one gzip member
 * @property {(command: string[], variables: string[], onlyOne: boolean) => boolean} startDetached starts a program that
 *   outlives this process, without waiting. command: path and arguments; variables: `NAME=value`, besides those of this
 *   process; onlyOne: not while an earlier one runs. Returns false if none was started
 */

/**
 * The hooks and their captures.
 * @typedef {object} HookFunctions
 * @property {(onEvent: (hook: number, captureId: number, overflow: boolean, foreign: ForeignStop | undefined) =>
 *   boolean, options: object, taskProbes: object | null, readStores: () => unknown[]) => void} installThrowHooks
 * @property {(work: () => void, cleanUp: () => void, isQuiet: boolean) => void} callWithCleanup calls `work`, which
 *   must not throw, while the hooks, and with isQuiet the C library's `stderr`, are suspended; `cleanUp` if V8 ends it
 * @property
 *   {(callee: Function, args: unknown[], ms: number) =>
 *     { end: 'returned' | 'threw' | 'timeIsOver' | 'notCalled', value: unknown }}
 *   callBounded calls a function of the application, and ends it after so many milliseconds; value: what it has
 *   returned or thrown
 * @property {(reported: unknown, fromPromise: boolean) => FoundCaptures} findCapture
 * @property {(ms: number, isHeld: boolean, causeFields: readonly string[]) => void} noteSurvived from now on what a
 *   listener receives is only noted, unless it has one of the fields, and the end is watched for so many milliseconds
 *   after each; 0: no more; isHeld: onExit(true) is called once before the next, because an earlier value is held
 * @property {() => { value: unknown, found: FoundCaptures, atNs: bigint, returned: boolean } | undefined} takeNoted the
 *   newest one, which the addon forgets; returned: the listeners have
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
 *   {(limits: Record<'atThrow' | 'full' | 'interrupted', object> & { notifies: boolean }) => void}
 *   setCaptureLimits notifies: onEvent is called after a capture, too
 * @property {(maxAgeMs: number) => unknown[]} pendingReasons reasons of promises that were rejected in this time and
 *   that nobody handles, oldest first
 * @property {() => Record<string, any>} hookCounters
 */

/**
 * The reports of the process, and the line that it prints at its end.
 * @typedef {object} ReportFunctions
 * @property
 *   {(process: NodeJS.Process, onReport: (error: unknown, fromPromise: unknown) => void,
 *     onHandled: (handled: unknown, nothing: unknown) => void, onExit: (late: unknown,
 *     unsettled: unknown) => void, onUnsettled: () => void) => boolean}
 *   installFatalException
 * @property {(ms: number) => void} watchPrintedErrors remembers from now on the errors whose stacks are read, as all
 *   code does that prints an error; each begins a watchEnd() of so many milliseconds; 0: ends that
 * @property {(maxAgeMs: number) => unknown[]} printedErrors those of this time, newest first; none if there are too
 *   many
 * @property {(ms: number) => void} watchEnd for so many milliseconds onExit() is called also when the process ends by
 *   itself; when they are over onExit() is called once with true
 * @property {() => void} watchModule onExit() is called also when the process ends by itself, unless its program is a
 *   CommonJS module; `unsettled` is true if Node.js has set the exit code 13 because a top-level await is pending. Then
 *   onUnsettled() is called before the listeners on `exit`
 * @property {(api: object) => void} setApi sets the answer to other copies of the package that ask for the collector
 * @property {(line: string) => void} setExitLine sets the line that is printed when the process ends; '' for none
 * @property {() => void} attachExitLines lets workers hand over their lines to this thread, the main one
 * @property {(key: string, line: string) => boolean} handOverExitLine gives a worker's line to the main thread; false
 *   when that has no collector
 * @property {(key: string) => string | undefined} claimExitLine takes the line of a worker that has just died of the
 *   same error; '' when nothing is to be printed, undefined when there was no such worker
 */

/**
 * The addon of the trigger `signal`.
 * @typedef {object} SignalFunctions
 * @property
 *   {(parts: { directory: string, nameStart: string, header: string, process: string, uptimeMs: number,
 *     prints: boolean }) => string}
 *   watchSignals installs the handlers of fatal signals for the process, or changes what they write; returns the reason
 *   why there are none, or ''
 * @property {(threadId: number) => boolean} addSignalThread gives this thread a stack for the handlers; false when
 *   there are none
 * @property {() => void} forgetSignals no dumps of signals from now on
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
 * @property {(open: boolean) => void} setInspected tells the other threads, which cannot ask, if the inspector is
 *   open
 * @property {() => boolean} isInspected what setInspected() was called with last, in any thread
 * @property
 *   {() => { hostname?: string, osRelease?: string, cpus: number, totalMemoryBytes: number, freeMemoryBytes: number,
 *     loadAverage: number[] }}
 *   machineState
 * @property {() => NativeProcess[]} ancestors this process, its parent, and so on, as they were at the start, or, if no
 *   native thread runs, at the first call; empty if the system does not tell them
 */

/**
 * Entering a running process.
 * @typedef {object} WatchFunctions
 * @property
 *   {(onEnter: (cause: number, captureId: number, allTasks: boolean, blockedMs: number, waitedMs: number,
 *     signal: number, usedBytes: number, limitBytes: number, outerGroups: number) => string, blockedMs: number,
 *     takesAsks: boolean, signal: number, terminated: { enterMs: number, writeMs: number } | undefined,
 *     memoryPercent: number) => boolean}
 *   watchThread false where there is no thread that could watch; 0 for no limit, and for no signal; terminated: how
 *   long a signal that ends the process may be held back, until V8 is entered and then until the dump is written;
 *   memoryPercent: share of a control group's limit of memory; 0: its memory is not watched
 * @property {(pid: number, tid: number, nonce: string, allTasks: boolean) => number} askProcess 0, or an errno
 * @property {(limits: object) => void} askThreads asks the other threads of this process for their stacks
 * @property {(ms: number) => NativeThreadStack[]} takeThreads waits for so many milliseconds at most, and a little
 *   longer for a thread that has begun to read its stack
 * @property {(list: (string | number)[]) => void} shareWovenFiles list: [url, first id, length, …] of this thread's
 *   files with counters of execution paths, which may grow; threads that ask for its stack get it, too
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
 * @property {() => number} threadCpuMs the processor time of this thread
 * @property
 *   {(probes: object, cpuMs: number, deadlineMs: number, most: number) => FoundTasks | undefined}
 *   findTasks searches the heap after a garbage collection, for so many milliseconds of processor time, within so many
 *   of the clock; undefined if the heap cannot be read
 * @property
 *   {(probes: object, tasks: object[], causes: object[], cpuMs: number, deadlineMs: number) => { tasks: number[],
 *     causes: number[], complete: boolean } | undefined}
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
 * @property
 *   {(mostClasses: number, deadlineMs: number) => { totalBytes: number, nodes: number,
 *     classes: { className: string, count: number, shallowBytes: number }[], classesLeftOut: number,
 *     complete: boolean } | undefined}
 *   heapHistogram counts the objects in the heap's pages and collects garbage; undefined if the heap cannot be read
 * @property
 *   {(onLimit?: (captureId: number, limitBytes: number, usedBytes: number) => void, directory?: string,
 *     header?: string, threadId?: number, quiet?: boolean, nameStart?: string) => void}
 *   watchHeapLimit calls onLimit, which must not throw, when V8's heap is full; without arguments no longer. The others
 *   are for the dump that is written if JavaScript cannot run any more; header: JSON without its closing brace. After
 *   the first call heapState() has what the garbage collections have left
 * @property {(path: string, withNumbers: boolean) => string} writeHeapSnapshot writes V8's heap snapshot, compressed by
 *   gzip, to a new file; returns why there is none, or ''
 */

/**
 * The walk over objects.
 * @typedef {object} WalkFunctions
 * @property {(options: object) => GraphWriter} snapshot begins a walk
 * @property
 *   {(objects: unknown[], shallow: object[], builtins: object, own: object[], ownScripts: string[],
 *     slots: InnerSlot[]) => void}
 *   setIntrinsics `own`: objects of the collector; ownScripts: names of the collector's scripts, and beginnings of such
 *   names
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
 * Functions for packages/execution-path. Those that are made leave no frame on the stack.
 * @typedef {object} ExecutionPathFunctions
 * @property {(text: string, other: string) => string} digestOf returns hexadecimal digits that tell texts apart
 * @property
 *   {(callee: Function, before: (...values: any[]) => unknown, after: (before: any) => void) => Function}
 *   wrapCall makes a function that calls `before` and `callee` with its own arguments, then `after` with what `before`
 *   returned, unless that is undefined or `callee` throws
 * @property {(callee: Function, change: (...values: any[]) => unknown) => Function} changeArgument makes a function
 *   that calls `callee` with what `change` makes of the first argument; `change` gets all arguments
 * @property {(toString: Function, correct: (text: string) => string) => Function} correctTexts makes a
 *   Function.prototype.toString whose results `correct` changes
 * @property {() => [() => unknown, (value: unknown) => void] | undefined} continuationData returns V8's functions that
 *   read and write the value which V8 carries along with asynchronous code; undefined before V8 12
 * @property {(promise: unknown) => boolean} isPending false for what is no promise
 * @property {(promise: unknown, number: number) => void} watchPromise has `takeSettled` tell how the promise settles:
 *   it gets no reaction, and is not kept alive. Of more than 256 the oldest are forgotten
 * @property {() => number[]} takeSettled returns the numbers of watched promises that have settled since the last
 *   call, negative for those that were not fulfilled, or that nothing could settle any more
 * @property {(found: { storage: unknown, name: string | undefined, store: unknown }[]) => void} [replaceOwnStore] is
 *   there while execution paths are recorded: puts the request under way in the place of the collector's own store
 */

/**
 * All functions. Only what starts the collector, or hands the addon on to parts with different needs, takes this type;
 * everything else names the groups that it needs.
 * @typedef {StartFunctions & StackFunctions & FileFunctions & HookFunctions & ReportFunctions & ThreadFunctions
 *   & TaskFunctions & HeapFunctions & WalkFunctions & RedactionFunctions & WatchFunctions
 *   & ExecutionPathFunctions} Native
 */

module.exports = {}
