'use strict'
// Types of a command and of its output.

/**
 * The output of a command.
 * @typedef {object} Output
 * @property {(text: string) => void} write
 * @property {(text: string) => void} writeError
 * @property {boolean} isTerminal
 * @property {number} columns
 * @property {number} [rows] of the terminal
 * @property {(text: string) => void} [showProgress] writes to the terminal; missing if nobody looks at it
 * @property {(doing: string) => void} [say] what the command does, for somebody who waits longer than two seconds
 * @property {import('../evaluate/kept-world').KeptWorld} [kept] the dump of the last question, for a program that asks
 *   many
 */

/** @typedef {Record<string, string|boolean|boolean[]|undefined>} Flags */

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} summary
 * @property {[string, string][]} flags names and descriptions, as `--help` lists them
 * @property {import('node:util').ParseArgsConfig['options']} options
 * @property {number} maxArguments
 * @property {boolean} [passesWords] all words from the first on that is no option are those of another program
 * @property {boolean} [isMissing] its package is not installed, so its words cannot be read
 * @property {(args: string[], flags: Flags, output: Output) => Promise<number>} run resolves to the exit code
 */

/** @typedef {Omit<Command, 'summary'>} PackagedCommand a command of another package: packaged-commands.js sums it up */

module.exports = {}
