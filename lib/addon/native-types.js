'use strict'
// Declares the types of what the addon's functions take and return. native-functions.js declares the functions.

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
 *   {{ url?: string, functionName?: string, taskType?: import('../../packages/shared/dump/terms').TaskType, scriptId?:
 *   number,
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
 * @property {(captures: CaptureToUnite[]) => ({ near: Buffer, far: Buffer } | undefined)[] | undefined} unite gives the
 *   captures' objects one id in all of them; the first must be the capture with which the walk goes on. Call this
 *   before values are read. Returns the texts of each; undefined where they stay as they are
 * @property {(captureId: number, json: string) => string} renamed puts unite()'s ids into another text of a capture
 * @property {() => [object: object, objectId: string][]} classInstances objects that may have private fields and were
 *   walked since the last call
 * @property {() => [object: object, objectId: string][]} functions of the application that were walked since the last
 *   call
 * @property {() => [object: object, objectId: string][]} unfinished generators and bound functions that were walked
 *   since the last call
 */

/**
 * The texts of a capture: the records of its objects, and the JSON of its frames.
 * @typedef {{ id: number, near: Buffer, far: Buffer, frames: string[] }} CaptureToUnite
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
 * @property {boolean} isBrief
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
 * @property {number} [waiting] id of a capture of another error, while functions waited that were then rejected with
 *   the value; 0 for none
 * @property {'identity' | 'sequence' | null} match how the value was recognised; see CaptureInfo in
 *   packages/shared/dump/terms.js
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
 * @typedef {import('../../packages/shared/dump/terms').ProcessIdentity & { sameProgram: boolean }} NativeProcess
 *   sameProgram: it runs the same executable as this process
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
 * @property {(string | number)[]} wovenFiles [url, first id, length, …] of the files with counters of execution
 *   paths
 */

module.exports = {}
