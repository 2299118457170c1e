'use strict'
// Types of the code that writes values.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * The names that the written code can refer to.
 * @typedef {object} Surroundings
 * @property {(constructorRecord: ObjectRecord) => string|null} classFor an expression for a class of the application
 * @property {(record: ObjectRecord, wanted: string) => string|null} functionFor an expression for a function
 * @property {(writer: Writer, record: ObjectRecord, label: string) => string|null} stubFor code of a stand-in for an
 *   object that can't be written
 * @property {boolean} isModule the code has no `require`
 */

/**
 * Writes the values that an object holds.
 * @typedef {object} Writer
 * @property {import('crash-collector-inspect/reader').Dump} dump
 * @property {Surroundings} surroundings
 * @property {string[]} notes what could not be carried
 * @property {LeftOut[]} leftOut
 * @property {(value: Value|undefined, label: string, path: string|null) => string} code
 * @property {(label: string, reason?: string, text?: string) => string} missing
 * @property {(module: string) => string} builtin
 */

/**
 * Private members that the process had, and that a test has not.
 * @typedef {object} LeftOut
 * @property {string} className as a person knows it
 * @property {string[]} names with `#`, as in the code that ran
 * @property {string[]|null} classes the names, in the code, of the class and of those that it extends, '' for one
 *   without a name; null if the dump does not have them all
 * @property {'object'|'standIn'|'class'} of standIn: objects of a package, in whose place stand-ins are; class: static
 *   fields
 */

/** @typedef {'node'|'vitest'|'jest'|'mocha'} Runner */

/**
 * @typedef {object} Options
 * @property {string} directory of the test
 * @property {Runner} runner
 * @property {boolean} isModulePackage a `.js` file in the directory is an ES module
 */

/**
 * @typedef {object} Reproduction
 * @property {'module'|'excerpt'|'file'} way module: calls what the module exports; excerpt: calls a copy of the code;
 *   file: loads the file
 * @property {string} functionName
 * @property {string} key index of its frame, and how the function is reached: no two of a dump have the same
 * @property {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @property {{ name: string, text: string }[]} files the test first
 * @property {string|null} codeFile name of the excerpt
 * @property {string[]} notes what could not be carried
 * @property {LeftOut[]} leftOut
 * @property {boolean} throwsByStub the error comes from a stand-in
 * @property {import('./check/expected').Expected} expected
 */

/** @typedef {{ name: string, from: string, isEsm: boolean }} Import of a test; isEsm: of an ES module */

/**
 * A reproduction that does not yet know what it must fail with.
 * @typedef {Omit<Reproduction, 'frame'|'expected'|'key'>} WrittenTest
 */

module.exports = {}
