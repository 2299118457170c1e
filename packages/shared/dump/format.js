'use strict'
// Defines the records of a dump as types. terms.js has the words that the code which writes them names, too.
// docs/dump-format.md describes the records, and packages/shared/dump/schema.json is their schema, against which the
// tests validate every dump that they make. The words are those of CDP, so that a replay needs no translation:
// https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-RemoteObject

/**
 * @typedef {import('./terms').Awaited} Awaited
 * @typedef {import('./terms').CaptureHook} CaptureHook
 * @typedef {import('./terms').CaptureInfo} CaptureInfo
 * @typedef {import('./terms').ExitInfo} ExitInfo
 * @typedef {import('./terms').HeapLimit} HeapLimit
 * @typedef {import('./terms').InterruptInfo} InterruptInfo
 * @typedef {import('./terms').MemoryLimit} MemoryLimit
 * @typedef {import('./terms').NotCaptured} NotCaptured
 * @typedef {import('./terms').NotCapturedReason} NotCapturedReason
 * @typedef {import('./terms').ProcessIdentity} ProcessIdentity
 * @typedef {import('./terms').RequestInfo} RequestInfo
 * @typedef {import('./terms').StackFrame} StackFrame
 * @typedef {import('./terms').TaskType} TaskType
 * @typedef {import('./terms').TestInfo} TestInfo
 * @typedef {import('./terms').Trigger} Trigger
 * @typedef {import('./terms').Value} Value
 * @typedef {import('./event-types').ExecutionPathRecord} ExecutionPathRecord
 * @typedef {import('./event-types').HeapSummaryRecord} HeapSummaryRecord
 * @typedef {import('./event-types').NativeFrame} NativeFrame
 * @typedef {import('./event-types').SignalRecord} SignalRecord
 */

/**
 * The kinds of records in the order in which they are written: the most valuable ones come first, because a dump can be
 * cut short by a kill or a full disk. `object` records come in three parts: after the frames those that variables hold,
 * after the process deeper ones, and after the async tasks theirs. `objectDetails` come among or after the objects.
 */
const RECORD_KINDS = Object.freeze([
  'header',
  'signal',
  'exception',
  'cause',
  'callFrame',
  'object',
  'objectDetails',
  'process',
  'executionPath',
  'thread',
  'script',
  'asyncTask',
  'heapSummary',
  'end'
])

/**
 * A property. `value` for data, `get`/`set` (functions or undefined) for an accessor: getters are shown and never run.
 * @typedef {object} Property
 * @property {string} name the key; of a symbol its description
 * @property {string} [generatedName] in no dump, as for variables
 * @property {Value} [symbol] the key when it is a symbol
 * @property {Value} [value]
 * @property {Value} [get]
 * @property {Value} [set]
 * @property {boolean} [enumerable] only written when false
 * @property {NotCapturedReason} [notCapturedReason] when there is neither value nor accessor
 */

/**
 * @typedef {object} Variable
 * @property {string} name `new.target` is a variable, too: in the local scope of a function that uses it, and in the
 *   closure in which arrow functions find it
 * @property {string} [generatedName] in no dump, set by a viewer if `name` is the name in the original source: the name
 *   in the code that ran
 * @property {Value} [value]
 * @property {NotCapturedReason} [notCapturedReason] when there is no value
 */

/**
 * A scope of a frame or of a function, with CDP's types. The `global` scope has only what the application has added.
 * @typedef {object} Scope
 * @property {'local'|'block'|'catch'|'closure'|'module'|'script'|'with'|'eval'|'global'|'wasm-expression-stack'} type
 * @property {string} [name] name of the closure's function
 * @property {Position} [startLocation]
 * @property {Position} [endLocation]
 * @property {string} [scopeId] scopes with the same scopeId are one scope: two closures over one variable share it. The
 *   first occurrence has the variables; later ones have an empty `variables`
 * @property {Variable[]} variables
 * @property {NotCaptured[]} [notCaptured]
 * @property {'live'|'unknown'} [saved] `live`: of a waiting function that V8's last compiler has saved. It keeps what
 *   is read later; other variables, and all that may be undefined, are `unavailable`, or have a value of an earlier
 *   `await`. `unknown`: what is undefined may be such a variable
 * @property {'report'} [readAt] its variables were read when the error was reported and not at the throw: they may have
 *   changed meanwhile. Since version 2
 */

/** 0-based, as in CDP.
 * @typedef {{ scriptId?: string, lineNumber: number, columnNumber: number }} Position
 */

/**
 * @typedef {object} HeaderRecord
 * @property {'header'} kind
 * @property {'crash-collector'} format
 * @property {number} version
 * @property {string} collectorVersion
 * @property {Trigger} trigger
 * @property {string} time ISO 8601, UTC, of the report
 * @property {ExitInfo} [exit] of the triggers caught and exit
 * @property {number} pid
 * @property {number} [ppid] pid of the process that started this one
 * @property {string} [crashId] the same in the dumps of a Node.js process and of all that descend from it. Linux
 * @property {ProcessIdentity[]} [processes] this process, its parent, and so on, as they were at the start. Linux
 * @property {number} threadId 0 in the main thread
 * @property {string} node `v20.20.2`
 * @property {string} platform
 * @property {string} arch
 * @property {'on-demand'|'always'|'off'} mode
 * @property {CaptureInfo} capture
 * @property {Record<string, unknown>} limits the settings that are limits; a capture may have had tighter ones, of
 *   `rationing`
 * @property {{ enabled: boolean, personal?: boolean, structure?: boolean }} redaction personal: personal data were
 *   taken out, too; structure: all values were
 * @property {{ path: string, settings: string[] }} [settingsFile] which settings were taken from a configuration file
 * @property {TestInfo} [test] with the trigger `testFailure`
 * @property {HeapLimit} [heapLimit] of the trigger outOfMemory
 * @property {MemoryLimit} [memoryLimit] of the trigger memoryLimit
 * @property {RequestInfo} [request] with the trigger `handled500`
 * @property {InterruptInfo} [interrupt] only for the triggers `blockedLoop`, `request`, `terminated` and
 *   `memoryLimit`
 */

/**
 * @typedef {object} ExceptionRecord
 * @property {'exception'} kind
 * @property {Value} value the thrown value
 * @property {string} [className] of an object
 * @property {string} [message] of an error
 * @property {number} [messageLength] full length of a message that was cut, in UTF-16 code units
 * @property {string} description the text that Node.js prints: an error's stack, else the value as text. If a stack is
 *   cut, its message is cut, and the frames after it stay
 * @property {number} [descriptionLength] full length of a description that was cut
 * @property {boolean} [handled] a handler of the application received it
 * @property {StackFrame[]} [stack] the error's own stack, parsed; positions as in the error text
 */

/**
 * A cause of the reported error: its `cause`, one of its `errors`, or the original error that a library keeps in a
 * field of its own. Since version 2.
 * @typedef {object} CauseRecord
 * @property {'cause'} kind
 * @property {number} index from 1 on
 * @property {number} of index of the error of which this one is a cause, a smaller number; 0 is the exception
 * @property {string} path where that error holds this one: `cause`, `errors[0]`, `originalError`
 * @property {Value} value
 * @property {string} [className]
 * @property {string} [message]
 * @property {number} [messageLength] as of an exception
 * @property {string} description
 * @property {number} [descriptionLength]
 * @property {StackFrame[]} [stack]
 * @property {CaptureInfo|null} capture null when there is no capture of this error
 */

/**
 * @typedef {object} CallFrameRecord
 * @property {'callFrame'} kind
 * @property {number} index 0 is where the error was thrown; `end.notCaptured` has the number of frames in a gap
 * @property {'awaiting'|'created'|'caller'|'exit'|'scheduling'} [role] of a frame that was not on the stack of the
 *   throw. awaiting: an async function that awaited what failed, as it was when it was rejected itself; created: a
 *   frame of the stack on which the error was made earlier; caller: a frame of the code that called `capture()` for an
 *   error made elsewhere; exit: a frame of the code that called process.exit(); scheduling: in no dump, set by a
 *   viewer: a function that has set the timer, added the listener, or handed over the callback that runs in a frame
 * @property {string} functionName empty for an anonymous function
 * @property {string} url
 * @property {string} scriptId
 * @property {number} lineNumber
 * @property {number} columnNumber
 * @property {Position} [functionLocation]
 * @property {boolean} internal true for a frame of Node.js itself
 * @property {Value} this
 * @property {Scope[]} scopeChain innermost first
 * @property {number} [error] index of the cause to whose capture the frame belongs; missing for the exception's frames.
 *   Since version 2
 * @property {{ index: number, call: string, delayMs?: number, event?: string }} [schedules] in no dump, set by a viewer
 *   for a frame of the role `scheduling`: the frame of what it has scheduled, the call, the timer's delay, the event
 */

/**
 * An object or function, once per dump.
 * @typedef {object} ObjectRecord
 * @property {'object'} kind
 * @property {string} objectId
 * @property {'object'|'function'} type
 * @property {string} [subtype]
 * @property {string} [className]
 * @property {string} [description] more than the className: `Array(3)`, `/a/g`, a date, an error's first line
 * @property {number} depth 0 for what a variable holds directly
 * @property {Property[]} properties own properties, indices first, in the object's order
 * @property {{name: string, value: Value}[]} [internalProperties] CDP's names: [[Prototype]], [[PromiseState]],
 *   [[PromiseResult]], [[Target]], [[Handler]], [[IsRevoked]], [[PrimitiveValue]] (boxed), [[DateValue]]
 *   (milliseconds), [[TargetFunction]], [[BoundThis]], [[BoundArgs]], [[WeakRefTarget]], [[GeneratorState]],
 *   [[GeneratorFunction]], [[GeneratorReceiver]]; `[[Prototype]]` is left out if it is the usual one of the subtype or
 *   of the class `Object`. CDP has no [[PromiseReactions]]: an array of objects that tell what waits for a promise
 * @property {{name: string, generatedName?: string, value?: Value, get?: Value, set?: Value}[]} [privateProperties]
 *   `#name`
 * @property {{key?: Value, value: Value}[]} [entries] of a Map, Set, WeakMap, WeakSet or an iterator over them
 * @property {number} [length] full length of an array, typed array, ArrayBuffer (bytes) or DataView (bytes), also if it
 *   was cut
 * @property {number} [size] full size of a Map or Set
 * @property {{ base64: string, byteLength: number, byteOffset?: number }} [bytes] prefix of the bytes of a typed array,
 *   Buffer, DataView or ArrayBuffer; byteLength is the full one
 * @property {{ source: string, flags: string }} [regexp]
 * @property {Position & { url?: string }} [functionLocation] of a function
 * @property {string} [source] the first 4,000 UTF-16 code units of a function's text; not for functions of Node.js
 * @property {Scope[]} [scopes] the scopes that a function closes over, innermost first
 * @property {NotCaptured[]} [notCaptured]
 * @property {'report'} [readAt] its contents were read when the error was reported and not at the throw: they may have
 *   changed meanwhile. Since version 2
 * @property {string} [sameAs] id of the same object in the record of another capture, which has read it at another time
 *   and found other contents. Since version 2
 * @property {'report'} [restReadAt] in no dump, set by the reader: a limit had cut the contents at the throw, and the
 *   rest was read at the report
 * @property {string} [originalName] in no dump, set by a viewer: the name of a function in the original source
 */

/**
 * Members of an object that were read after its record was written: they are added to the lists of the same names.
 * There may be several records for an object. A record for an object that the dump does not have is ignored.
 * @typedef
 *   {{ kind: 'objectDetails', objectId: string } & Pick<ObjectRecord, 'internalProperties' | 'privateProperties'
 *     | 'scopes' | 'notCaptured'> & { atReport?: Omit<ObjectRecord, 'kind' | 'objectId'> }}
 *   ObjectDetailsRecord atReport: the object as it was when the error was reported, because a limit had cut its record
 *   at the throw. Readers take from it only what the record lacks. Since version 2
 */

/**
 * @typedef {{ kind: 'process', annotations?: Value } & Record<string, unknown>} ProcessRecord
 */

/**
 * A suspended async function or generator.
 * @typedef {object} AsyncTaskRecord
 * @property {'asyncTask'} kind
 * @property {string} taskId
 * @property {TaskType} [taskType]
 * @property {string} functionName
 * @property {string} url
 * @property {string} scriptId
 * @property {number} lineNumber of the await or yield
 * @property {number} columnNumber
 * @property {Value} [this]
 * @property {Scope[]} scopeChain innermost first; empty if a limit was reached
 * @property {NotCaptured[]} [notCaptured]
 * @property {Awaited[]} [awaits] what the task waits for. Empty: a promise of which it is not known what settles it,
 *   or, for a generator, its next call. Missing if V8 has searched for the tasks, or time was up
 */

/**
 * Another thread of the process, in the dump of a thread that dies. The ids of its objects, scopes and scripts begin
 * with `t<threadId>.`, because each thread counts its own.
 * @typedef {object} ThreadRecord
 * @property {'thread'} kind
 * @property {number} threadId
 * @property {'captured' | 'idle' | 'native' | 'capturing' | 'ending' | 'unreadable' | 'leftOut'} state idle: its event
 *   loop had nothing to do; native: it could not be interrupted in time; capturing: it was at work for a dump of its
 *   own; ending: it was being terminated; unreadable: the addon cannot read stacks here; leftOut: there were too many
 * @property {number} [waitedMs] from the question until the thread could be interrupted, if its state is `captured`
 * @property {Omit<CallFrameRecord, 'kind'>[]} [callFrames] innermost first; a gap in `index` is a
 *   gap in the stack
 */

/**
 * Text of a script that has a frame.
 * @typedef {object} ScriptRecord
 * @property {'script'} kind
 * @property {string} scriptId
 * @property {string} url
 * @property {number} length of the source in UTF-16 code units
 * @property {string} [source]
 * @property {string} [sourceMapURL]
 * @property {string} [sourceMap] text of the source map that lay beside the file, up to 4 MB
 * @property {NotCapturedReason} [notCapturedReason]
 */

/**
 * The last record: a dump without it was cut short.
 * @typedef {object} EndRecord
 * @property {'end'} kind
 * @property {number} records number of records before this one
 * @property {NotCaptured[]} notCaptured what is missing from the dump as a whole
 * @property {string[]} captureErrors errors inside the collector
 * @property
 *   {{ captureMs: number, writeMs: number, asyncTasks?: { scanMs?: number, collectMs?: number, totalMs: number } }}
 *   durations asyncTasks: scanMs: search of the heap; collectMs: the garbage collection after it; totalMs: everything
 */

/**
 * @typedef
 *   {HeaderRecord|SignalRecord|ExceptionRecord|CauseRecord|CallFrameRecord|ObjectRecord|ObjectDetailsRecord
 *     |ProcessRecord|ExecutionPathRecord|ThreadRecord|AsyncTaskRecord|ScriptRecord
 *     |HeapSummaryRecord|EndRecord}
 *   DumpRecord
 */

module.exports = { RECORD_KINDS }
