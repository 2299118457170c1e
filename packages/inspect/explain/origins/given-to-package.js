'use strict'
// Finds the argument by which the application gave undefined or null to the package that failed of it.

const { applicationCall } = require('../application-call')
const { isApplicationFrame } = require('../../crash/application-frames')
const { isNullish } = require('../properties')
const { originOf } = require('./index')
const { child } = require('../../source/syntax')

/** @typedef {import('../scene').Scene} Scene */

/** With more frames between them, the package may have the value from elsewhere. */
const MAX_FRAMES = 6

/**
 * @param {Scene} scene of the frame that failed of undefined or null
 * @returns {string|undefined} undefined for a frame of the application, or if not exactly one argument is undefined
 */
function givenToPackage ({ dump, frame }) {
  if (isApplicationFrame(frame)) return undefined
  const found = applicationCall(dump)
  if (found === undefined || found.scene.frame.role !== frame.role) return undefined
  const { scene, call, args } = found
  const callee = child(call, 'callee')
  const fits = args.flatMap(node => {
    const value = node.type === 'Literal' ? undefined : scene.value(node)
    return value !== undefined && isNullish(value) ? [{ node, value }] : []
  })
  const isFar = dump.callFrames.indexOf(scene.frame) - dump.callFrames.indexOf(frame) > MAX_FRAMES
  if (fits.length !== 1 || callee === null || isFar) return undefined
  const [{ node, value }] = fits
  const origin = originOf(scene, node)
  return `${scene.code(node)}, passed to ${scene.code(callee)}, is ${value.subtype ?? value.type}` +
    (origin === undefined ? '' : `: ${origin}`)
}

module.exports = { givenToPackage }
