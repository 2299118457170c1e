'use strict'
// Finds what refers to an object: the variables, properties and entries that hold it.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isApplicationFrame } = require('../crash/application-frames')
const { placeText } = require('./place-text')
const { walkValues } = require('./walk-values')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./walk-values').Found} Found */

/**
 * @param {Dump} dump
 * @param {string} place as `search` prints it, such as `#0 order.customer`; without a frame, in the application's
 *   innermost one
 * @returns {Found[]} every place that holds the object, with the shortest path to each; also the given one. What only
 *   unreachable objects hold, and prototypes, are not among them
 * @throws {CrashCollectorError} NO_SUCH_VALUE if nothing is there, or something that is no object
 */
function findReferrers (dump, place) {
  const index = dump.callFrames.find(isApplicationFrame)?.index ?? 0
  const places = new Set([place, `#${index} ${place}`])
  const all = [...walkValues(dump)]
  const named = all.find(found => places.has(placeText(found)))
  if (named === undefined) {
    throw new CrashCollectorError('NO_SUCH_VALUE', `nothing in this dump has the place ${place}`, {
      hint: 'name a place as `npx crash-collector search <text>` prints it'
    })
  }
  const { objectId } = named.value
  if (objectId === undefined) {
    throw new CrashCollectorError('NO_SUCH_VALUE', `what is at ${place} is not an object, so nothing refers to it`, {
      hint: 'npx crash-collector search <text> finds equal values'
    })
  }
  const identity = dump.identityOf(objectId)
  return all.filter(({ value }) => value.objectId !== undefined && dump.identityOf(value.objectId) === identity)
}

module.exports = { findReferrers }
