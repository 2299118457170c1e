'use strict'
// Declares the types that the parts of a capture share, so that no part has to require another one for them.

/**
 * @typedef {import('../addon/native-functions').Native} Native
 * @typedef {import('../../packages/shared/dump/terms').NotCaptured} NotCaptured
 * @typedef {import('./values/error-text').Described} Described
 * @typedef {import('./values/native-walk').WalkedObjects} WalkedObjects
 */

/**
 * Captures of one value. Without the members of the place if they were made by pauses of the debugger.
 * @typedef
 *   {Pick<import('../addon/native-types').FoundCaptures, 'primary' | 'secondary' | 'match' | 'rationed'>
 *     & Partial<import('../addon/native-types').FoundCaptures>}
 *   Found
 */

/**
 * Captures of mode `always`.
 * @typedef {object} Pauses
 * @property {(value: unknown) => Found | null} find captures of a reported value
 * @property {(error: unknown) => unknown} reasonOf the reason of a rejection for which Node.js reports an error of its
 *   own; other errors are returned as they are
 */

/**
 * The last captures that were made by pauses of the debugger.
 * @typedef {object} PausedSnapshots
 * @property {(snapshot: Snapshot) => void} add
 * @property {() => void} forget
 * @property {(id: number) => Snapshot | null} find
 */

/**
 * State of a suspended function. scopesOf: by which the reader finds the scopes; its type is the reader's own.
 * @typedef {import('../addon/native-types').NativeSuspendedState & { scopesOf: any }} SuspendedState
 */

/**
 * Reads suspended functions.
 * @typedef {object} SuspendedReader
 * @property {(generators: object[]) => (index: number) => SuspendedState} show takes several generator objects at once,
 *   and returns a function that reads the state of one
 * @property
 *   {(writer: import('../addon/native-types').GraphWriter, idPrefix: string) => (state: SuspendedState) => unknown}
 *   scopesWith returns a function that makes plain data of the scopes, innermost first; idPrefix: of the scopes' ids
 */

/**
 * The exports of lib/fallback/index.js: captures by a pause of V8's debugger.
 * @typedef {object} Fallback
 * @property {(context: Context) => PausedSnapshots} pausedSnapshots
 * @property {(native: Native, options: SnapshotOptions) => Snapshot} takeSnapshot of
 *   the caller's stack, without the collector's own frames
 * @property {<T>(native: Native, read: (reader: SuspendedReader) => T) => T}
 *   withSuspended `read` is synchronous and runs no code of the application
 * @property {(context: Context) => Pauses} watchExceptionPauses for mode `always`
 * @property {() => boolean} startsInspector
 * @property {(native: Native) => 'noInspector' | 'debuggerAttached' | null} whyNoPause null when a pause is possible
 */

/**
 * The exports of lib/without-addon/index.js: contents of a dump that hold no text of the application.
 * @typedef {object} WithoutAddon
 * @property {(described: Described, readSource: (url: string) => string | undefined) => Described} describeWithoutTexts
 * @property {(state: Record<string, unknown>, notCaptured: NotCaptured[]) => void} leaveTextsOut
 * @property {(stack: import('../../packages/shared/dump/terms').StackFrame[],
 *   readSource: (url: string) => string | undefined) => { scriptId: string, script: CapturedScript }[]} scriptsOf
 * @property {(value: unknown, described: Described, hidesTexts: boolean) => unknown} valueWithoutContents
 * @property {(lines: readonly string[]) => string[]} withoutMessages
 */

/**
 * The settings of a thread's collector. configure() replaces them.
 * @typedef {object} Configured
 * @property {import('../../packages/shared/config').Config} config
 * @property {import('../../packages/shared/config').Limits} limits
 * @property {Predicate | null} predicate
 */

/**
 * The means to find and to make captures.
 * @typedef {object} CaptureAccess
 * @property {Native | null} native
 * @property {() => import('../redaction').Redactor | null} redactor reads the environment again and returns the
 *   redactor. Call this before values are read, because the addon's walk redacts with it, too. Null without the
 *   addon
 * @property {() => Fallback} fallback captures by a pause of V8's debugger; needs the addon
 * @property {WithoutAddon | null} withoutAddon null with the addon
 * @property {CapturesAtHand} captures
 * @property {import('./async-tasks/probes').TaskProbes | null} taskProbes
 */

/**
 * Facts for a dump that were noted while the process lived.
 * @typedef {object} Noted
 * @property {ReturnType<typeof import('./values/annotations').createAnnotationStore>} annotations
 * @property {import('../execution-path-types').ExecutionPaths | null} executionPaths
 * @property {Recorders | null} recorders null in mode `off`
 */

/**
 * The recorders of what can only be known if it is recorded while the process lives. All but that of events are off by
 * default.
 * @typedef {object} Recorders
 * @property {((redact: (text: string) => string) => Record<string, import('./process-state/text-files').Written>)
 *   | null} output
 * @property {Ages | null} ages
 * @property {(() => object | undefined) | null} loopDelay
 * @property {ReturnType<typeof import('./process-state/events').keepEvents> | null} events
 */

/**
 * @typedef {object} Ages
 * @property {(object: unknown) => number | undefined} ageMs age of a socket or a request; undefined for others
 * @property {(handles: { fd?: number }[], sockets: unknown[]) => void} addTo adds their ages to libuv's handles, which
 *   are the same as the sockets if they have the same file descriptor
 */

/**
 * @typedef {object} Notifying
 * @property {Notices} notices
 * @property {((dump: string, trigger: import('../../packages/shared/dump/terms').Trigger) => void) | null} announce
 *   has the command of `onDump` run for a dump; null if none was set
 */

/**
 * The facts that a framework knows of a request that has failed.
 * @typedef {object} FailedRequest
 * @property {string} framework name of the framework
 * @property {string} [method] default: that of the response's request
 * @property {string} [url] path and query; default: that of the response's request
 * @property {string} [route] pattern of the route: `/orders/:id`
 * @property {object} [response] of node:http. If it is given, the dump is written when the response has been sent, and
 *   only if its status is 500 or more; if not, at once
 */

/**
 * The state of a thread's collector that triggers and captures share. A function that does not need all of it
 * names the parts that it needs.
 * @typedef {Configured & CaptureAccess & Noted & Notifying} Context
 */

/**
 * A function of the application that says which errors leave a dump: if it returns false, this one leaves none.
 * @callback Predicate
 * @param {unknown} error
 * @param {{ trigger: import('../../packages/shared/dump/terms').Trigger }} crash
 * @returns {unknown}
 */

/**
 * The captures that were made before it is known if their error ends the process.
 * @typedef {object} CapturesAtHand
 * @property {PausedSnapshots | null} paused those made by pauses of V8's debugger; the addon keeps those that it makes
 *   itself
 * @property {Pauses | null} pauses in mode `always`
 * @property {WeakSet<object>} ofTests errors with which tests failed
 * @property {boolean} areOfTests a test runner will report errors when their tests have returned
 * @property {boolean} areNative true: the addon reads the stack itself; false: by a pause of V8's debugger
 * @property {() => Record<string, number> | null} counters of the hooks; null without the addon
 */

/**
 * The collector's messages to people.
 * @typedef {object} Notices
 * @property {(error: unknown) => void} failed remembers an error of the collector for the next dump
 * @property {() => string[]} takeFailures returns the remembered errors, one line each, and forgets them
 * @property {(result: Saved, exception: unknown) => void} dumpWritten has a line printed at the end of the process
 * @property {(result: Saved) => void} sayDumpWritten prints that line at once, because the process lives on, or does
 *   not come to its end by itself
 * @property {(exception: unknown) => void} dumpTakenBack removes the line of dumpWritten()
 */

/**
 * @typedef {object} DescribedErrors
 * @property {import('../redaction').Redactor | null} redactor null without the addon
 * @property {Described | null} exception the reported value; null for a dump without one
 * @property {OrderedSnapshot[]} snapshots of the reported value, the throw first
 * @property {DescribedCause[]} causes
 * @property {OrderedSnapshot[]} allSnapshots of the exception and its causes, each once
 */

/**
 * @typedef {object} DescribedCause
 * @property {Cause} cause
 * @property {Described} described
 * @property {OrderedSnapshot[]} snapshots
 */

/**
 * @typedef {object} Values
 * @property {string | null} exception JSON of a Value
 * @property {(string | null)[]} causes JSON of a Value for each cause of the report
 * @property {{ json: string, missing: number } | null} globals JSON of the Variable[] of the properties that the
 *   application added to the global object; null when there are none, or the captures have them
 * @property {string | null} annotations JSON of a Value
 * @property {import('./snapshot/async-stores').StoringJson[] | null} asyncStores those at the report, if nothing was
 *   captured; null when they could not be read
 * @property {WalkedObjects} objects that these values reach
 * @property {import('./values/native-walk').NativeWalk | null} walk that has read them and can go on; null without the
 *   addon, or when it failed
 */

/**
 * @typedef
 *   {{ path: string, problem: null, noHeapSnapshot: string | null, notes?: string[], log?: string,
 *     notWanted?: undefined } | { path: null, problem: string, noHeapSnapshot: null, notes?: undefined, log?: string,
 *     notWanted?: boolean }}
 *   Saved path: of the dump; problem: why there is none; noHeapSnapshot: why there is no heap snapshot beside the dump,
 *   if one was asked for; notes: where the dump should be, who else may remove it, and why it is cut short; log: the
 *   beginning of the dump, if the file is missing or has hardly more; notWanted: the settings want no dump of this
 *   error, and no line
 */

/**
 * A report: the value, its captures, and what else a dump gets.
 * @typedef {object} Report
 * @property {import('../../packages/shared/dump/terms').Trigger} trigger
 * @property {import('../../packages/shared/dump/terms').ExitInfo} [exit] of the triggers caught and exit
 * @property {{ value: unknown } | null} exception the reported value; null for a dump without one
 * @property {boolean} handled a handler of the application received it
 * @property {Snapshot[]} snapshots of this very value
 * @property {import('../../packages/shared/dump/terms').CaptureInfo['match']} match
 * @property {boolean} [rationed] a capture of the value was refused
 * @property {Cause[]} causes of the value
 * @property {NotCaptured[]} notCaptured things that are known to be missing before the dump is written
 * @property {string[]} captureErrors
 * @property {Record<string, unknown>} [annotations] for this dump alone
 * @property {import('../../packages/shared/dump/terms').TestInfo} [test] the test that failed
 * @property {import('../../packages/shared/dump/terms').HeapLimit} [heapLimit] of the trigger outOfMemory
 * @property {import('../../packages/shared/dump/terms').MemoryLimit} [memoryLimit] of the trigger memoryLimit
 * @property {import('../../packages/shared/dump/terms').RequestInfo} [request] the request that has failed
 * @property {import('../../packages/shared/dump/terms').InterruptInfo} [interrupt] how the running process was entered
 */

/**
 * @typedef {object} OrderedSnapshot
 * @property {Snapshot} snapshot
 * @property {'awaiting' | 'created' | 'caller' | 'exit' | null} role of its frames; null for those of the throw
 * @property {boolean} [suspended] the frames are no stack but suspended functions, each at its await
 */

/**
 * @typedef {object} Cause
 * @property {number} index from 1 on
 * @property {number} of index of the error of which this one is a cause; 0 is the reported error
 * @property {string} path where that error holds this one, as an expression: `cause`, `errors[1]`
 * @property {unknown} value
 * @property {FoundSnapshots} found
 */

/**
 * @typedef {object} FoundSnapshots
 * @property {() => Snapshot[]} read reads the captures of the value, which takes milliseconds the first time
 * @property {import('../../packages/shared/dump/terms').CaptureInfo['match']} match
 * @property {boolean} [rationed] in mode `always`: there would be more captures if they had no budget
 */

/**
 * A captured frame. `json` has no braces, and lacks the members that are known only when a dump is written: the index,
 * the role, a better position. Frames with equal `functionKey`s are of the same function. isOpen: the last member of
 * `json`, the scope chain, lacks its closing bracket.
 * @typedef {import('../addon/native-types').NativeFrame & { functionKey: string, isOpen?: boolean }} CapturedFrame
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
 * @property {WeakRef<object> | null} awaited the promise that the function awaits
 * @property {boolean} inBlock the await is in a block, whose variables are gone when the function is rejected
 * @property {boolean} certain true: the function waits for a function of the stack; false: it waits for something that
 *   a function of the stack may settle
 */

/**
 * @typedef {{ url: string, source: string | undefined, sourceMapURL: string | undefined }} CapturedScript
 */

/**
 * One capture in memory: the frames, the objects that they reach, and the texts of the scripts.
 * @typedef {object} Snapshot
 * @property {number} id
 * @property {import('../../packages/shared/dump/terms').CaptureInfo['hook']} hook
 * @property {CapturedFrames} callFrames
 * @property {AwaitingFrame[]} awaiting async functions that waited for functions of the stack, the nearest first
 * @property {readonly (import('./snapshot/async-stores').StoringJson | import('./values/to-json').RawJson)[] | null}
 *   asyncStores at the capture; null when they could not be read
 * @property {boolean} [isBrief] the stores, and functions that wait by a callback, were not looked for
 * @property {import('./values/native-walk').WalkedObjects} objects
 * @property {Record<string, CapturedScript>} scripts by scriptId
 * @property {'native'} walker
 * @property {string[]} failures errors of the collector during the capture
 * @property {bigint} takenAtNs of process.hrtime
 * @property {number} durationMs
 */

/**
 * @typedef {object} SnapshotOptions
 * @property {number} id
 * @property {Snapshot['hook']} hook
 * @property {import('../../packages/shared/config').Limits} limits
 * @property {import('./async-tasks/probes').TaskProbes | null} taskProbes
 * @property {boolean} [overflow] the stack was used up, so the innermost function may have no variables yet
 * @property {import('../addon/native-types').ForeignStop} [foreign] when another context is running
 */

module.exports = {}
