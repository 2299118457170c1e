'use strict'
// Defines the words of a dump that the code which writes it names: version, extensions, and as types values, why a dump
// is written, and why something is missing. format.js has the records.

/** Name of the format, first field of every header. */
const FORMAT = 'crash-collector'

/** Version that this package writes. A reader accepts this one and the earlier ones. */
const FORMAT_VERSION = 2

/** Extension of a finished dump. A dump that is being written has `.partial` after it and is never listed. */
const EXTENSION = '.ccdump'
const PARTIAL_SUFFIX = '.partial'

/** Extension of a heap snapshot beside a dump. */
const HEAP_SNAPSHOT_EXTENSION = '.heapsnapshot.gz'

/**
 * The reason why the dump was written.
 * - uncaughtException, unhandledRejection: the process died of the error, or a handler of the application for
 *   `uncaughtException` or `unhandledRejection` ended the process (then `exception.handled` is true)
 * - handled: such a handler received the error, if the process lived on or not (off by default)
 * - signal: a signal such as SIGSEGV ended the process (off by default)
 * - api: capture() was called
 * - caught: the application caught the error and ended with another exit code than 0
 * - exit: process.exit() was called (off by default)
 * - testFailure: a test runner received the error of a test
 * - outOfMemory: V8's heap was full, so V8 ended the process or Node.js the worker
 * - blockedLoop: the event loop made no turn for longer than the setting `blockedLoopMs` (off by default)
 * - request: somebody asked for a dump of the running process, by `crash-collector capture` or by a signal
 * - unsettledTopLevelAwait: the event loop was empty while a top-level await was pending (exit code 13)
 * - handled500: a framework answered a request with status 500 or more because of the error (off by default)
 * - terminated: SIGTERM or SIGINT came, and something was under way (off by default)
 * - memoryLimit: the memory of the container was nearly used up (off by default)
 * @typedef {'uncaughtException'|'unhandledRejection'|'handled'|'api'|'caught'|'exit'|'signal'|'testFailure'
 *   |'outOfMemory'|'blockedLoop'|'request'|'unsettledTopLevelAwait'|'terminated'|'handled500'
 *   |'memoryLimit'} Trigger
 */

/**
 * The way in which the frames were captured.
 * - errorCreated: while the Error was being constructed; uncaught: at the throw; promiseReject: at the rejection;
 *   exceptionPause: at a pause of V8's debugger (mode `always`); api: in capture(); exit: in process.exit();
 *   outOfMemory: at the first interrupt after the heap was full; interrupt: while the process ran; loopEmpty: suspended
 *   functions, when nothing was left in the event loop; null: no frames, see `notCaptured`
 * @typedef {'errorCreated'|'uncaught'|'promiseReject'|'exceptionPause'|'api'|'exit'|'outOfMemory'|'interrupt'
 *   |'loopEmpty'|null} CaptureHook
 */

/**
 * The test that failed.
 * @typedef {object} TestInfo
 * @property {string} runner `node:test`, `mocha`, `jest`, `vitest`, or what another integration calls itself
 * @property {string} [name] the full name, from the outermost suite on
 * @property {string} [file] path of the test file
 * @property {number} attempt 1 for the first run of the test, 2 for its first retry
 */

/**
 * V8's heap when it was full, in bytes.
 * @typedef {object} HeapLimit
 * @property {number} limitBytes of the space for objects that live long; V8's limit of the whole heap is larger
 * @property {number} usedBytes of the whole heap
 */

/**
 * The memory of the control group, in bytes, when it was nearly used up.
 * @typedef {object} MemoryLimit
 * @property {number} limitBytes the limit, or that from which on the kernel slows the group down, whichever is less
 * @property {number} usedBytes without copies of files that nobody has read lately
 * @property {number} [outerGroups] how many groups further out than that of the process the group is, such as 1 for the
 *   pod of a container; not there if it is its own
 */

/**
 * The end of a process that ended itself. foundBy: what tells that the error is the reason. variable: the functions
 * that called process.exit() have the error as a variable; printed: it is the only error whose stack was read in the
 * last 10 s, as all code does that prints an error
 * @typedef {{ code: number, foundBy?: 'variable' | 'printed' }} ExitInfo
 */

/**
 * The request that has failed.
 * @typedef {object} RequestInfo
 * @property {string} framework
 * @property {string} [method]
 * @property {string} [url] path and query
 * @property {string} [route] pattern of the route
 * @property {number} [statusCode] of the response; missing if the framework had not answered yet
 */

/**
 * How the running process was entered.
 * @typedef {object} InterruptInfo
 * @property {number} [blockedMs] how long the event loop had been blocked, for the trigger `blockedLoop`
 * @property {number} waitedMs time until V8 let the collector in; long if a built-in function or C++ was running
 * @property {'SIGINT' | 'SIGTERM'} [signal] that asked the process to end, for the trigger `terminated`
 */

/**
 * A process. pid and startTicks together name it until the machine is started again.
 * @typedef {object} ProcessIdentity
 * @property {number} pid
 * @property {number} startTicks when it started, in ticks of the system's clock since the machine was started
 * @property {string} name the system's, of 15 bytes at most
 */

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
 * The number of things that are missing, and the reason. Without a count the number is not known.
 * @typedef {object} NotCaptured
 * @property {NotCapturedReason} reason
 * @property {number} [count]
 * @property {string} [what] callFrames, objects, asyncTasks, sources, variables, … if that is not clear from the place
 * @property {string} [detail] one sentence for a human
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
 * A line of `error.stack`.
 * @typedef {object} StackFrame
 * @property {string} functionName
 * @property {string} url
 * @property {number} lineNumber 0-based
 * @property {number} columnNumber 0-based
 * @property {boolean} [async]
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
 * Inner property, set by the reader and in no dump, that leads from one state of an object to another: captures have
 * read it at two times.
 */
const AT_OTHER_TIME = '[[AtOtherTime]]'

module.exports = { AT_OTHER_TIME, EXTENSION, FORMAT, FORMAT_VERSION, HEAP_SNAPSHOT_EXTENSION, PARTIAL_SUFFIX }
