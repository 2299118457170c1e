'use strict'
// Tells which frames belong to the application, and which of them is shown first.

const { isDependency } = require('../source/location')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').StackFrame} StackFrame */

/**
 * @param {{ internal: boolean, url: string }} frame
 * @returns {boolean} false for frames of Node.js itself and of packages
 */
function isApplicationFrame ({ internal, url }) {
  return !internal && !isDependency(url)
}

/**
 * @param {CallFrameRecord} frame
 * @returns {boolean} true if the function was running when the error was thrown, or waited for one that was running
 */
function wasUnderWay ({ role }) {
  return role !== 'created' && role !== 'caller' && role !== 'exit'
}

/**
 * The application's innermost frame. If there is none, it is a package's frame, because a program that is itself
 * installed in node_modules is an application, too. `applicationScene` does not fall back to packages, since a
 * package's frame proves nothing about the error; nor does `mainFrame`, since an export needs a file.
 * @param {Dump} dump
 * @returns {CallFrameRecord|StackFrame|undefined} a line of the error's own stack if nothing was captured
 */
function innermostFrame (dump) {
  const stack = (dump.exception?.stack ?? []).map(frame => ({ ...frame, internal: frame.url.startsWith('node:') }))
  return innermostOf(dump.callFrames) ?? innermostOf(stack)
}

/**
 * @template {{ internal: boolean, url: string }} T
 * @param {T[]} frames innermost first
 */
function innermostOf (frames) {
  return frames.find(isApplicationFrame) ?? frames.find(({ internal }) => !internal)
}

/**
 * @param {Dump} dump
 * @returns {number} index of the first frame of which `show` prints variables: the application's innermost one, or else
 *   that of a package; 0 if there is neither
 */
function firstShownFrame ({ callFrames }) {
  return innermostOf(callFrames)?.index ?? 0
}

module.exports = { firstShownFrame, innermostFrame, isApplicationFrame, wasUnderWay }
