'use strict'
// Types of the data that the realm gets, and of the state that its parts share.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/**
 * @typedef {Omit<import('crash-collector-shared/dump/format').ObjectRecord, 'properties'|'privateProperties'> & {
 *   properties: PlannedProperty[], privateProperties?: PlannedProperty[], elementClass?: string }} ObjectRecord
 *   elementClass: of a typed array, if it is known
 */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {Variable & { originalName?: string }} PlannedVariable originalName: if the source map has another one */
/** @typedef {import('crash-collector-shared/dump/format').Property & { originalName?: string }} PlannedProperty */

/**
 * All that evaluations need from a dump, as plain data.
 * @typedef {object} Plan
 * @property {string} code generated, see generate-code.js
 * @property {ObjectRecord[]} objects
 * @property {Record<string, string>} aliases objectId of another state of an object -> that of the one which is rebuilt
 * @property {string} idPrefix of the ids of objects that are not in the dump
 * @property {Record<string, string>} reasons notCapturedReason -> words for people
 * @property {boolean} isPartial some reachable objects of the dump were left out
 * @property {string[]} limits reasons for missing values that another attempt with more objects may supply
 * @property {string} missingReason reason for objects that are referred to and not in the dump
 * @property {Record<string, string>} stubs objectId of a function -> why it can't be called
 * @property {string} notCalled the reason of a function that is made when an expression has called it
 * @property {Record<string, string>} homes objectId of a method -> objectId of the object that it is a method of
 * @property {{ holderId: string, name: string, functionId: string }[]} privateMethods found in the sources of classes
 * @property {{ key: string, variables: PlannedVariable[], isUnknown: boolean, unknownReason?: string }[]} scopes
 * @property {Variable[]} globals
 * @property {Record<string, { thisValue: Value, argumentsValue: Value|null, newTarget: Variable|null }>} places
 *   argumentsValue: the `arguments` of the frame's function; newTarget: its `new.target`
 * @property {string[]} privateNames
 */

/** @typedef {[place: string|null, isAsync: boolean, usesArguments: boolean, keepsResult: boolean]} RunArguments */
/** @typedef {{ reason: string, value: Value|undefined }} Hole */
/** @typedef {Record<PropertyKey, (self: object) => unknown>} Answers what an object has as the property of each name */
/** @typedef {{ value: Value|null, reason: string, target: object|null, what: string }} Cut */

/**
 * The state that the parts of the realm share.
 * @typedef {object} Realm
 * @property {<T extends { get: Function, set: Function, has: Function }>(map: T) => T} guarded gives a map methods of
 *   its own
 * @property {Plan} plan
 * @property {Record<string, string>} reasons
 * @property {Record<string, boolean>} limits those of the plan
 * @property {WeakMap<Function, Hole>} holes getters that stand for missing values
 * @property {WeakMap<object, Cut>} cuts proxies that stand for objects
 * @property {(what: string, reason: string) => never} fail
 * @property {string} wantedFunction objectId of a function that the expression has called and that is not made; or
 *   `notCalled` of the plan, if any of those that are not made may be meant; or ''
 * @property {boolean} wantsMore the expression needed an object that the dump may have and the plan does not
 * @property {(value: Value) => boolean} isMissing
 * @property {(name: string, value: Value|undefined) => string} whatOf
 * @property {(read: () => unknown) => unknown} lengthOf the `length` of the value that a variable holds
 * @property {(holder: unknown, key: PropertyKey) => unknown} lengthOfMember
 * @property {() => never} noArguments
 * @property {(place: string|null) => unknown} newTarget the `new.target` of the place
 * @property {(target: object, key: PropertyKey, name: string, reason: string, value?: Value) => void} hole
 * @property {(value: Value, name: string, reason: string) => object} cut
 * @property {(target: object, record: ObjectRecord) => object} partial
 * @property {(target: object, record: ObjectRecord, captured: number) => object} partialBytes
 * @property {(name: string, reason: string, answers: Answers|null) => object} unknownPrototype
 * @property {(...classNames: string[]) => Answers|null} answersOf what objects of a class of Node.js answer
 * @property {(className: string) => Answers|null} slotAnswersOf the same for a prototype of V8's, as in
 *   `WebAssembly.Memory`
 * @property {(record: ObjectRecord) => object|undefined} temporalOf undefined if it is none, or can't be made here
 * @property {(object: object) => ObjectRecord|undefined} recordOf
 * @property {Map<string, object>} raw objectId -> the object itself
 * @property {Map<string, object>} live objectId -> the object that code sees: itself or a proxy of this realm
 * @property {WeakMap<object, string>} ids object of raw or live -> objectId
 * @property {Map<string, symbol>} symbols
 * @property {Record<string, symbol>} privates
 * @property {WeakMap<Function, boolean>} aliases getters that stand for the same private field under another name
 * @property {Record<string, Record<string, string>>} renamed objectId -> names of its properties in the original source
 *   -> those in the code that ran
 * @property {(object: unknown) => unknown} holder remembers the object for keyOf(), and returns it
 * @property {(name: string) => string} keyOf name of a property in the original source -> that in the code that ran, of
 *   the object that was remembered
 * @property {Record<string, Function>} functions made by the generated code
 * @property {Record<string, object>} literals object literals with one method, made by the generated code
 * @property {Record<string, Record<string, unknown>>} scopes key of a scope -> an object with an accessor for each of
 *   the variables of the generated code
 * @property {Record<string, unknown>} declared variables that typed text has declared
 * @property {(name: string, kind: 'const'|'let'|'var') => void} declare
 * @property {(name: string, value: unknown) => void} keep declares a function or class
 * @property {(name: string) => void} declarePrivate
 * @property {(objectId: string) => object} object
 * @property {(key: string|null, name: string, value: unknown) => unknown} assign sets a variable of a scope; null: a
 *   global variable
 * @property {unknown} last what the last expression returned
 * @property {Record<string, object>} missingVariables key of a scope -> an object whose getters throw
 * @property {(value: Value, name: string) => unknown} revive
 * @property {(path: string) => unknown} intrinsic
 * @property {(record: ObjectRecord) => void} createShell
 * @property {(record: ObjectRecord) => void} fill
 * @property {(planJson: string) => void} prepare
 * @property {() => void} build
 * @property {Function} frame made by the generated code
 * @property {(name: string, ...options: RunArguments) => void} offer defines a global function that runs the frame,
 *   once
 * @property {(key: string, names: [string, string][]) => object} byOriginalName an object with an accessor for each
 *   variable of a scope, by its name in the original source; names: each with that in the code that ran
 * @property {() => Record<string, Record<string, unknown>>} readVariables key of a scope -> the variables that have
 *   values
 */

/**
 * @typedef {object} Outcome
 * @property {'returned'|'threw'|'waiting'} status waiting: a promise did not settle
 * @property {unknown} value
 */

module.exports = {}
