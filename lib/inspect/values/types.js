'use strict'
// What the parts that show values hand to each other.

/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */

/**
 * Where objects come from: a dump, or the result of an evaluation.
 * @typedef {object} ObjectSource
 * @property {(objectId: string) => ObjectRecord|undefined} object
 * @property {string} [missingReason] why an object is not there, when the reference does not say it
 */

/**
 * An object of a well-known class in one line.
 * @typedef {object} Summary
 * @property {string} text text of the dump, not yet escaped
 * @property {boolean} isWhole the text says all that people look for; else it stands for the class name
 */

/**
 * A line of an object that is shown opened.
 * @typedef {object} Item
 * @property {string} label `name: ` or '' for an element
 * @property {Value} [key] of a Map's entry
 * @property {Value} [value]
 * @property {string} [text] instead of a value: `[Getter]`, `3 more items`
 */

module.exports = {}
