'use strict'
// The question and the answer of verify, and what judging by tests and by a command has in common.

const path = require('node:path')
const { placeOf } = require('../check/expected')

/**
 * @typedef {object} Options
 * @property {string} project absolute path
 * @property {string} [patch] path of a unified diff; without it the project is as the user has edited it
 * @property {string} out directory of the test below the project, relative
 * @property {import('../types').Runner} runner
 * @property {string} [run] a command of the shell that crashes as the process did
 * @property {boolean} [wantsTest] the test is wanted even if the command decides
 * @property {number} timeoutMs for all tests, and for all runs of the command
 * @property {boolean} network
 * @property {(doing: string) => void} [say]
 */

/** @typedef {{ className: string, message: string, file: string|null, line: number|null }} Thrown */

/**
 * gone: the test, or the command, passes; same: it fails as before; other: it fails otherwise; unknown: nothing was
 * judged
 * @typedef {'gone'|'same'|'other'|'unknown'} Judgement
 */

/**
 * @typedef {object} Verification
 * @property {Judgement} verdict
 * @property {string|null} reason why nothing was judged
 * @property {string|null} command that was run
 * @property {string|null} undecided why the command was not judged, but the test
 * @property {import('../types').Reproduction|null} reproduction that was judged, or that is kept beside the command;
 *   its files are those of the test to keep
 * @property {Thrown|null} thrown by the edited code; file: relative to the project
 * @property {string|null} how the command ended if it threw nothing, such as `exit code 1`
 * @property {string[]} changed files of the project whose code is not what ran, relative
 * @property {string[]} changedSinceCommit files that the dump does not have whose code differs from the commit that the
 *   process ran, or is changed by the patch, relative
 * @property {boolean} stillFailsAlone gone, and a function further in still fails if it is called as it was
 * @property {string[]} refused what was to be reached
 */

/** @type {Readonly<Verification>} */
const NOTHING = Object.freeze({
  verdict: 'unknown',
  reason: null,
  command: null,
  undecided: null,
  reproduction: null,
  thrown: null,
  how: null,
  changed: [],
  changedSinceCommit: [],
  stillFailsAlone: false,
  refused: []
})

const TIME_IS_UP = 'the time was up (--timeout gives more)'

/**
 * @param {import('../check/expected').Actual} actual
 * @param {string} root of the project
 * @param {{ file: string, copyOf: string }|null} [copy] a file with a copy of the code of another
 * @param {string} [testFile]
 * @returns {Thrown}
 */
function thrownBy (actual, root, copy = null, testFile = '') {
  const place = placeOf(actual, testFile)
  const file = place === undefined ? null : path.relative(root, place.file === copy?.file ? copy.copyOf : place.file)
  return { className: actual.className, message: actual.message, file, line: place?.line ?? null }
}

module.exports = { NOTHING, TIME_IS_UP, thrownBy }
