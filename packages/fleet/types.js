'use strict'
// Types that several files of this package use.

/** @typedef {{ name: string, path: string, bytes: number, modifiedMs: number }} DumpFile */

/**
 * The functions that crash-collector gives.
 * @typedef {object} Source
 * @property {string} version
 * @property {number} schemaVersion
 * @property {Record<string, Record<string, string>>} tables types of the columns by table
 * @property {string} readRows path of the module with readRows() and unreadRows()
 * @property {(directory: string) => DumpFile[]} dumpsIn
 * @property {boolean} isDeep dumpsIn() also lists the dumps of the directories inside
 * @property {(text: string) => void} write
 * @property {(text: string) => void} note prints a line for people
 * @property {(done: number, all: number) => void} progress
 * @property {(code: string, message: string, hint?: string) => Error} error
 * @property {(text: string) => string} plain
 * @property {(text: string, columns: number) => string} cut
 * @property {(text: string) => number} widthOf
 * @property {(json: string) => string} plainJson
 * @property {boolean} isTerminal
 * @property {number} columns
 */

module.exports = {}
