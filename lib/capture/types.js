'use strict'
// What the parts of a capture hand to each other: types alone, so that no part has to know another one for them.

/**
 * @typedef {import('../dump/format').NotCaptured} NotCaptured
 * @typedef {import('./values/error-text').Described} Described
 * @typedef {import('./values/native-walk').WalkedObjects} WalkedObjects
 */

/**
 * Captures of one value; what a pause has found lacks the place.
 * @typedef
 *   {Pick<import('../addon/native-types').FoundCaptures, 'primary' | 'secondary' | 'match' | 'rationed'>
 *     & Partial<import('../addon/native-types').FoundCaptures>}
 *   Found
 */

/**
 * @typedef {object} Pauses
 * @property {(value: unknown) => Found | null} find captures of a reported value
 * @property {(error: unknown) => unknown} reasonOf what a promise was rejected with when Node.js reports an error of
 *   its own for it
 */

/**
 * Captures by a pause, of which the last are kept.
 * @typedef {object} Tentative
 * @property {(snapshot: Snapshot) => void} add
 * @property {() => void} forget
 * @property {(id: number) => Snapshot | null} find
 * @property {(isWanted: (snapshot: Snapshot) => boolean) => Snapshot | null} findLast
 */

/**
 * A suspended function as it is read; scopesOf: what the reader finds its scopes by.
 * @typedef {import('../addon/native-types').NativeSuspendedState & { scopesOf: any }} SuspendedState
 */

/**
 * @typedef {object} SuspendedReader
 * @property {(generators: object[]) => (index: number) => SuspendedState} show makes them known together; then the
 *   state of each can be asked for
 * @property
 *   {(writer: import('../addon/native-types').GraphWriter, idPrefix: string) => (state: SuspendedState) => unknown}
 *   scopesWith gives plain data of the scopes, innermost first; prefix: of their ids
 */

/**
 * The door of lib/fallback: the way to capture that pauses V8's debugger.
 * @typedef {object} Fallback
 * @property {(native: import('../addon/native-types').Native, options: SnapshotOptions) => Snapshot} takeSnapshot of
 *   the caller's stack, without the collector's own frames
 * @property {<T>(native: import('../addon/native-types').Native, read: (reader: SuspendedReader) => T) => T}
 *   withSuspended read: synchronous, runs no code of the application
 * @property {(native: import('../addon/native-types').Native) => 'noInspector' | 'debuggerAttached' | null} whyNoPause
 * @property {(context: Context) => Pauses} watchExceptionPauses for mode `always`
 * @property {boolean} startsInspector whether flags of Node.js or VS Code have the inspector opened at the start
 */

/**
 * What triggers and captures of this thread share.
 * @typedef {object} Context
 * @property {import('../config').Config} config
 * @property {import('../config').Limits} limits
 * @property {import('../addon/native-types').Native | null} native
 * @property {ReturnType<typeof import('./values/annotations').annotationStore>} annotations
 * @property {() => import('../redaction').Redactor | null} redactor knows what the environment holds now; to be asked
 *   for before values are read, because the addon's walk uses it too; null without the addon
 * @property {() => Fallback} fallback the way to capture that takes V8's debugger, and the addon
 * @property {CapturesAtHand} captures
 * @property {import('./process-state/recorders').Recorders | null} recorders of what only the living process
 *   knows
 * @property {import('./async-tasks/probes').TaskProbes | null} taskProbes
 * @property {Notices} notices
 */

/**
 * What was captured before anybody knew whether the error is fatal, and how.
 * @typedef {object} CapturesAtHand
 * @property {Tentative} tentative by a pause of V8's debugger; the addon keeps those that it makes itself
 * @property {Pauses | null} pauses in mode `always`
 * @property {boolean} areNative the addon reads the stack itself; else it takes a pause of V8's debugger
 * @property {() => Record<string, number> | null} counters of the hooks
 */

/**
 * @typedef {object} Notices
 * @property {(error: unknown) => void} failed remembers an error of the collector for the next dump
 * @property {() => string[]} takeFailures
 * @property {(result: Saved, exception: unknown) => void} dumpWritten says so in one line
 * @property {(exception: unknown) => void} dumpTakenBack takes back the line
 */

/**
 * @typedef {object} DescribedErrors
 * @property {import('../redaction').Redactor | null} redactor that hides what is secret now; null without the addon
 * @property {Described | null} exception the reported value; null for a dump without one
 * @property {OrderedSnapshot[]} snapshots of it, the throw first
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
 * @property {(string | null)[]} causes the same of each of the report's
 * @property {{ json: string, missing: number } | null} globals JSON of the Variable[] of what the application added to
 *   the global object; null where there is none, or the captures have it
 * @property {string | null} annotations of the application: JSON of a Value
 * @property {import('./snapshot/async-stores').StoringJson[] | null} asyncStores of the code that reports, when
 *   nothing was captured; null when they could not be read
 * @property {WalkedObjects} objects of all these
 * @property {import('./values/native-walk').NativeWalk | null} walk of them, which can go on; null without the addon,
 *   or where it failed
 */

/**
 * @typedef
 *   {{ path: string, problem: null, noHeapSnapshot: string | null } | { path: null, problem: string,
 *     noHeapSnapshot: null }}
 *   Saved noHeapSnapshot: why none is beside the dump, where one was asked for
 */

/**
 * What is to be written.
 * @typedef {object} Report
 * @property {import('../dump/format').Trigger} trigger
 * @property {{ value: unknown } | null} exception the reported value; null for a dump without one
 * @property {boolean} handled a handler of the application received it
 * @property {Snapshot[]} snapshots of this very value
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {Cause[]} causes errors that the value stands on
 * @property {NotCaptured[]} notCaptured what is known to be missing before anything is written
 * @property {string[]} captureErrors
 * @property {Record<string, unknown>} [annotations] for this dump alone
 */

/**
 * @typedef {object} OrderedSnapshot
 * @property {Snapshot} snapshot
 * @property {'awaiting' | 'created' | 'caller' | null} role of its frames; null for those of the throw
 * @property {boolean} [suspended] its frames are no stack but functions that waited for it, each at its await
 */

/**
 * @typedef {object} Cause
 * @property {number} index from 1 on
 * @property {number} of index of the error that stands on this one; 0 is the reported one
 * @property {string} path where it stands there, as an expression: `cause`, `errors[1]`
 * @property {unknown} value
 * @property {FoundSnapshots} found
 */

/**
 * @typedef {object} FoundSnapshots
 * @property {Snapshot[]} snapshots of the value
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {boolean} [rationed] in mode `always`: without a budget there would be more
 */

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
 * One capture in memory, however it was made: the frames, the objects they reach, and the texts of the scripts.
 * @typedef {object} Snapshot
 * @property {number} id
 * @property {import('../dump/format').CaptureInfo['hook']} hook
 * @property {CapturedFrames} callFrames
 * @property {AwaitingFrame[]} awaiting async functions that waited for those of the stack, the nearest first
 * @property {readonly (import('./snapshot/async-stores').StoringJson | import('./values/to-json').RawJson)[] | null}
 *   asyncStores of the code that was running; null when they could not be read
 * @property {import('./values/native-walk').WalkedObjects} objects
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
 * @property {import('../config').Limits} limits
 * @property {import('./async-tasks/probes').TaskProbes | null} taskProbes
 * @property {boolean} [overflow] the stack was used up: the innermost function may not have come to its variables
 * @property {import('../addon/native-types').ForeignStop} [foreign] when another context is running
 */

module.exports = {}
