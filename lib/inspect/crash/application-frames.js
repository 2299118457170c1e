'use strict'
// Which frames are the application's own, and the one at which people look first.

const { isDependency } = require('../source/location')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('../../dump/format').StackFrame} StackFrame */

/**
 * @param {{ internal: boolean, url: string }} frame
 * @returns {boolean} false for Node.js's own and those of packages
 */
function isApplicationFrame ({ internal, url }) {
  return !internal && !isDependency(url)
}

/**
 * @param {CallFrameRecord} frame
 * @returns {boolean} whether it was under way when the error was thrown: on the stack, or waiting for that
 */
function wasUnderWay ({ role }) {
  return role !== 'created' && role !== 'caller'
}

/**
 * The application's innermost frame; where it has none, one of a package, because a program that is itself installed in
 * node_modules is an application all the same. Unlike what explains an error (`applicationScene`), which proves nothing
 * from a package's frame, and unlike what is exported (`mainFrame`), which needs a file.
 * @param {Dump} dump
 * @returns {CallFrameRecord|StackFrame|undefined} of the error's own stack where nothing was captured
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

module.exports = { innermostFrame, isApplicationFrame, wasUnderWay }
