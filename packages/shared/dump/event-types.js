'use strict'
// The types of what a dump tells about the event that it was written for, besides an error.

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
 * The signal that ended the process, and the stack of the thread that received it. Addresses are texts, `0x7f00`.
 * @typedef {object} SignalRecord
 * @property {'signal'} kind
 * @property {string} name `SIGSEGV`
 * @property {number} number
 * @property {number} code si_code of sigaction(2)
 * @property {string} [address] of the memory that could not be accessed, or of the instruction that could not be run
 * @property {number} [senderPid] the process that sent the signal, often this one
 * @property {{ id: number, name: string, type: 'main'|'worker'|'other' }} thread id: the system's number of it; other:
 *   a thread without a collector, such as those of libuv's pool
 * @property {string} stackPointer
 * @property {NativeFrame[]} frames innermost first
 * @property {{ after: number, count: number }} [leftOut] frames that were left out behind the one with index `after`
 * @property {{ file: string, base: string, buildId?: string }[]} modules files that hold the code of frames. base:
 *   address to which its address 0 was loaded
 */

/**
 * @typedef {object} NativeFrame
 * @property {string} address of the instruction that was interrupted, or to which the called function would return
 * @property {number} [module] index in `modules`; missing for code that V8 has made
 * @property {string} [offset] address within the module
 * @property {number} [callFrame] index of the call frame of the JavaScript function
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
 * The classes and objects that take most of V8's heap, if the setting `heap` is `summary`. Sizes are in bytes. The
 * retained size of objects is that of all objects that would be freed with them, each counted once. With the triggers
 * outOfMemory and memoryLimit the classes were counted in the pages of the heap: numbers are estimates, there are no
 * retained sizes, and no retainers.
 * @typedef {object} HeapSummaryRecord
 * @property {'heapSummary'} kind
 * @property {number} totalBytes
 * @property {number} nodes
 * @property {{ className: string, count: number, shallowBytes: number, retainedBytes?: number }[]} classes largest
 *   first; names in parentheses are those of nodes that are no objects
 * @property {number} classesLeftOut
 * @property {HeapCount} [before] what an earlier dump of this thread had counted
 * @property
 *   {{ className: string, shallowBytes: number, retainedBytes: number, path: { edge: string, className: string }[] }[]}
 *   retainers the objects that keep most bytes alive, each with the shortest path to it
 */

/**
 * @typedef {object} HeapCount
 * @property {number} ageMs since then
 * @property {number} totalBytes
 * @property {{ className: string, count: number, shallowBytes: number }[]} classes the largest
 */

/**
 * The code that the request or job under way has run, at the throw or when the dump was written.
 * @typedef {object} ExecutionPathRecord
 * @property {'executionPath'} kind
 * @property {string} name of the request, as `GET /orders`, or of the job
 * @property {string} startTime ISO 8601, UTC
 * @property {number} elapsedMs from the start to the dump
 * @property {boolean} ended the response was sent before
 * @property {ExecutedScript[]} scripts in the order in which the path came to them
 * @property {[script: number, block: number, ms: number][]} steps the first execution of each block, in order: indexes
 *   in `scripts` and `blocks`, and the time since the start
 * @property {number} [thrownAfter] number of steps before the throw
 * @property {boolean} truncated the path has more steps
 * @property {ContextChange[]} contextChanges
 * @property {string[]} packages whose code has counters, too; `*` for all
 * @property {string[]} notExecuted URLs of the files with counters of which the path has nothing
 * @property {{ url: string, reason: string }[]} notInstrumented files that had to run without counters
 */

/**
 * @typedef {object} ExecutedScript
 * @property {string} scriptId of a script record, which may be missing
 * @property {string} url
 * @property {ExecutedBlock[]} blocks all that have a counter, in no order
 */

/**
 * A part of a script that has run or not. The offsets are UTF-16 code units of the script's text. A block within
 * another one counts for itself: the outer one may have run without it.
 * @typedef {[type: string, startOffset: number, endOffset: number, functionName?: string]} ExecutedBlock type: module,
 *   function, branch, loop, case, catch, finally, expression, statement
 */

/**
 * A function that ran on behalf of another request than the one in which it was made, as callbacks of a pool may, or a
 * block that awaits what another request awaits, too.
 * @typedef {object} ContextChange
 * @property {number} script index
 * @property {number} block index of the function, or of the block
 * @property {'here'|'elsewhere'|'shared'} ran here: this path has it, and another request made it; elsewhere: this
 *   request made it, and this path lacks what it ran; shared: one of the two paths has what ran for both
 * @property {string|null} other name of the other request; null for none
 */
