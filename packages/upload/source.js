'use strict'
// The type of what crash-collector gives this package, which requires nothing of it.

/**
 * @typedef {object} Source
 * @property {string} version
 * @property {(code: string, message: string, hint?: string) => Error} error makes an error for one line
 * @property {(name: string) => { timeMs: number } | null} parseDumpName null: it is not the name of a dump
 * @property {(text: string) => void} note prints a line for people
 */

module.exports = {}
