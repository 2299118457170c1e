'use strict'
// Types of the modules that show values.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * Finds objects: in a dump, or in the result of an evaluation.
 * @typedef {object} ObjectSource
 * @property {(objectId: string) => ObjectRecord|undefined} object
 * @property {string} [missingReason] why an object is missing, if the reference does not say it
 */

/**
 * An object of a well-known class in one line.
 * @typedef {object} Summary
 * @property {string} text text of the dump, not yet escaped
 * @property {boolean} isWhole true: the text replaces the object; false: it replaces the name of the class
 */

/**
 * Names the place of a function: `shop.js:12`.
 * @callback PlaceOf
 * @param {ObjectRecord} record
 * @returns {string | undefined} undefined if the function has none
 */

/**
 * A line inside an object that is shown opened.
 * @typedef {object} Item
 * @property {string} label `name: ` or '' for an element
 * @property {Value} [key] key of a Map's entry
 * @property {Value} [value]
 * @property {string} [text] shown instead of a value: `[Getter]`, `3 more items`
 */

/**
 * A variable whose value V8 has removed, and another frame shows.
 * @typedef {import('crash-collector-shared/dump/format').Variable & { passedTo?: number, passedBy?: number }
 *   } PassedVariable passedTo: index of the frame that has it as a parameter; passedBy: of the one that passed it
 */

module.exports = {}
