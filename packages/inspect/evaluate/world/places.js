'use strict'
// Finds the places of a dump at which expressions can be evaluated: call frames and suspended functions.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { allSchedulingFrames, frameAt } = require('../../scheduling')

/** @typedef {import('../../reader').Dump} Dump */

/** How many frames a session has from its start. Endless recursion leaves more; nobody looks at all of them. */
const MAX_FRAMES = 100

/**
 * @param {Dump} dump
 * @returns {string[]} indexes of the frames
 */
function framesOf (dump) {
  return dump.allCallFrames.slice(0, MAX_FRAMES).map(({ index }) => String(index))
}

/**
 * @param {Dump} dump
 * @param {string} name index of a call frame, or id of an async task
 * @throws {CrashCollectorError} NO_SUCH_FRAME
 */
function findPlace (dump, name) {
  const place =
    frameAt(dump, name) ??
    dump.asyncTasks.find(({ taskId }) => taskId === name)
  if (place !== undefined) return place
  const indices = [...dump.allCallFrames, ...allSchedulingFrames(dump)].map(({ index }) => index)
  const known = [
    ...(indices.length > 0 ? [`frames ${indices[0]} to ${indices[indices.length - 1]}`] : []),
    ...(dump.asyncTasks.length > 0 ? [`${dump.asyncTasks.length} async tasks (${dump.asyncTasks[0].taskId} …)`] : [])
  ]
  throw new CrashCollectorError('NO_SUCH_FRAME', `there is no frame ${name} in this dump`, {
    hint:
      known.length > 0
        ? `it has ${known.join(' and ')}`
        : 'no variables were captured; npx crash-collector show says why'
  })
}

module.exports = { findPlace, framesOf }
