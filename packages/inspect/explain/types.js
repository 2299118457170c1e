'use strict'
// Types of a diagnosis and of its rules.

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * @typedef {object} Diagnosis
 * @property {string} rule name of the rule, stable, as docs/explain.md lists it
 * @property {string} text one line of plain text
 * @property {number} [error] index of the cause that it explains; missing for the reported error
 */

/**
 * A rule explains a crash from its dump, or returns undefined.
 * @typedef {object} Rule
 * @property {string} name
 * @property {(dump: Dump) => string|undefined} explain
 */

/**
 * Knows the values of variables at the place of a frame.
 * @typedef {object} KnownVariables
 * @property {Dump} dump
 * @property {CallFrameRecord} frame
 * @property {(identifier: AnyNode) => Value|undefined} variable undefined if the dump does not say
 */

module.exports = {}
