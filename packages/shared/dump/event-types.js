'use strict'
// The types of the records about the event that a dump was written for, besides an error.

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
 * The classes that take most of V8's heap, in dumps of the triggers outOfMemory and memoryLimit, and in others if the
 * setting `heap` is `classes`. They were counted in the pages of the heap, so the numbers are estimates.
 * @typedef {object} HeapSummaryRecord
 * @property {'heapSummary'} kind
 * @property {number} totalBytes
 * @property {number} nodes
 * @property {{ className: string, count: number, shallowBytes: number }[]} classes largest first; names in parentheses
 *   are those of parts that are no objects
 * @property {number} classesLeftOut
 * @property {HeapCount} [before] what an earlier dump of this thread had counted
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
 * @property {SucceededPath} [succeeded] the last request before it that went well and ran the same functions, or had
 *   the same address but for numbers in it
 * @property {ContextChange[]} contextChanges
 * @property {string[]} packages whose code has counters, too; `*` for all
 * @property {string[]} notExecuted URLs of the files with counters of which the path has nothing
 * @property {{ url: string, reason: string }[]} notInstrumented files that had to run without counters
 */

/**
 * @typedef {object} SucceededPath
 * @property {string} name
 * @property {string} startTime ISO 8601, UTC
 * @property {boolean} truncated
 * @property {[script: number, block: number, ms: number][]} steps as those of the path: indexes in its scripts, which
 *   go on with these
 * @property {ExecutedScript[]} scripts of which the path has nothing
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
