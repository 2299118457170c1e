'use strict'
// Defines the records of a dump as types. docs/dump-format.md describes them, and packages/shared/dump/schema.json is
// their schema, against which the tests validate every dump that they make. The words are those of CDP, so that a
// replay needs no translation: https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-RemoteObject

/** Name of the format, first field of every header. */
const FORMAT = 'crash-collector'

/** Version that this package writes. A reader accepts this one and the earlier ones. */
const FORMAT_VERSION = 2

/** Extension of a finished dump. A dump that is being written has `.partial` after it and is never listed. */
const EXTENSION = '.ccdump'
const PARTIAL_SUFFIX = '.partial'

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
 * The reason why something is missing.
 * @typedef {'depth' | 'objectCount' | 'fieldCount' | 'collectionSize' | 'stringLength' | 'frameCount' | 'taskCount' |
 *   'scriptSize' | 'bytes' | 'timeout' | 'unavailable' | 'notRead' | 'redacted' | 'internal' | 'rationed' |
 *   'noInspector' | 'debuggerAttached' | 'noAddon' | 'stackOverflow' | 'unmatched' | 'error' | 'collected' }
 *   NotCapturedReason
 * - depth, objectCount, fieldCount, collectionSize, stringLength, frameCount, taskCount, scriptSize, bytes, timeout: a
 * limit
 * - unavailable: not yet initialised, or removed by V8's optimising compiler
 * - notRead: reading it could have run code of the application
 * - redacted: taken out by a redaction rule
 * - internal: belongs to Node.js or to the module system
 * - rationed: the error's site was not due for a capture; noInspector, debuggerAttached: no capture possible
 * - noAddon: the addon was not loaded, which alone reads this, or takes secrets out of this text
 * - stackOverflow: no room on the stack
 * - unmatched: nothing captured belongs to the reported value, or no JavaScript was on the stack
 * - error: an error inside the collector, named in `end.captureErrors`
 * - collected: left to the report, and garbage by then
 */

/**
 * A value, or a reference to an object record.
 *
 * Primitives: `{type:'string', value:'a'}` (a cut string has `length`, its full length in UTF-16 code units, and
 * `notCapturedReason`), `{type:'number', value:1}`,
 * `{type:'number', unserializableValue:'-0'|'NaN'|'Infinity'|'-Infinity'}`,
 * `{type:'bigint', unserializableValue:'10n'}`, `{type:'boolean', value:true}`, `{type:'undefined'}`,
 * `{type:'object', subtype:'null', value:null}`, `{type:'symbol', description:'Symbol(a)', objectId:'7'}` (equal ids
 * are the same symbol; `registryKey` when it came from Symbol.for; a well-known symbol is known by its description).
 *
 * Objects and functions: `{type:'object'|'function', subtype?, className?, objectId}`; the same objectId is the same
 * object everywhere in the dump. An object that every program has (`Array.prototype`, `globalThis`) has
 * `intrinsic: 'Array.prototype'` and no objectId.
 *
 * @typedef {object} Value
 * @property {'object'|'function'|'string'|'number'|'bigint'|'boolean'|'undefined'|'symbol'} type
 * @property {string} [subtype] null, array, regexp, date, map, set, weakmap, weakset, iterator, generator, error,
 *   proxy, promise, typedarray, arraybuffer, dataview, weakref, internal#location
 * @property {string} [className]
 * @property {string} [description]
 * @property {unknown} [value] JSON value of a string, number, boolean or null
 * @property {string} [unserializableValue] -0, NaN, Infinity, -Infinity, or a bigint with its n
 * @property {string} [objectId]
 * @property {string} [intrinsic] path of a built-in object, as an expression
 * @property {string} [registryKey] key of a symbol made by Symbol.for
 * @property {number} [length] full length of a cut or redacted string, in UTF-16 code units
 * @property {NotCapturedReason} [notCapturedReason]
 */

/**
 * The number of things that are missing, and the reason. Without a count the number is not known.
 * @typedef {object} NotCaptured
 * @property {NotCapturedReason} reason
 * @property {number} [count]
 * @property {string} [what] callFrames, objects, asyncTasks, sources, variables, … if that is not clear from the place
 * @property {string} [detail] one sentence for a human
 */

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
 * @property {string} name
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
 * @property {'live'} [saved] of a waiting function that V8's last compiler has saved. It keeps what is read later.
 *   Other variables are `unavailable`, as are all that may be undefined, or have a value of an earlier `await`
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

/** @typedef {import('./event-types').CaptureHook} CaptureHook */
/** @typedef {import('./event-types').ExitInfo} ExitInfo */
/** @typedef {import('./event-types').HeapLimit} HeapLimit */
/** @typedef {import('./event-types').HeapSummaryRecord} HeapSummaryRecord */
/** @typedef {import('./event-types').InterruptInfo} InterruptInfo */
/** @typedef {import('./event-types').MemoryLimit} MemoryLimit */
/** @typedef {import('./event-types').NativeFrame} NativeFrame */
/** @typedef {import('./event-types').ProcessIdentity} ProcessIdentity */
/** @typedef {import('./event-types').RequestInfo} RequestInfo */
/** @typedef {import('./event-types').SignalRecord} SignalRecord */
/** @typedef {import('./event-types').TestInfo} TestInfo */
/** @typedef {import('./event-types').Trigger} Trigger */

/**
 * @typedef {object} CaptureInfo
 * @property {CaptureHook} hook
 * @property {'identity'|'site'|'sequence'|null} match how the capture of the reported value was found. identity: it is
 *   of the same object; sequence: it is the last one; site: it is the only one of its site since (version 1 only)
 * @property {number} ageMs milliseconds between capture and report
 * @property {'native'|'inspector'|null} walker native: the addon read the values; inspector: V8's inspector did, in
 *   dumps of collectors that worked without the addon
 * @property {number} durationMs of the capture
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
 * A line of `error.stack`.
 * @typedef {object} StackFrame
 * @property {string} functionName
 * @property {string} url
 * @property {number} lineNumber 0-based
 * @property {number} columnNumber 0-based
 * @property {boolean} [async]
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
 *   of the class `Object`
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
 * @typedef {'asyncFunction' | 'generator' | 'asyncGenerator'} TaskType
 */

/**
 * A thing that a suspended function waits for: another suspended function, or something that Node.js waits for.
 * @typedef {object} Awaited
 * @property {string} [taskId] of a task, which the dump may lack
 * @property {'timer' | 'request' | 'handle'} [type]
 * @property {string} [description] such as `timer of 5000 ms`, or the class of Node.js's object
 * @property {string} [through] the async function of Node.js that the application's function called
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
 *     |ProcessRecord|import('./event-types').ExecutionPathRecord|ThreadRecord|AsyncTaskRecord|ScriptRecord
 *     |HeapSummaryRecord|EndRecord}
 *   DumpRecord
 */

/** Extension of a heap snapshot beside a dump. */
const HEAP_SNAPSHOT_EXTENSION = '.heapsnapshot.gz'

module.exports = { HEAP_SNAPSHOT_EXTENSION, FORMAT, FORMAT_VERSION, EXTENSION, PARTIAL_SUFFIX, RECORD_KINDS }
