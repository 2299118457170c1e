'use strict'
// Tells of which release of the application a dump is, of which machine, and of a process of which time.

const { isDependency } = require('../source/location')

/** @typedef {import('../reader').Dump} Dump */

const COMMIT_LENGTH = 12
const MAX_LENGTH = 100

/**
 * The release that the application has named by `annotate('release', …)`, or else the commit of its working directory,
 * or else the version of its package.
 * @param {Dump} dump
 * @returns {string|undefined} undefined if the dump tells none of them
 */
function releaseOf (dump) {
  const git = dump.process?.git
  const packages = dump.process?.packages
  return shortText(annotatedRelease(dump)) ?? shortText(field(git, 'commit'))?.slice(0, COMMIT_LENGTH) ??
    shortText(Array.isArray(packages) ? field(packages.find(isApplication), 'version') : undefined)
}

/** @param {Dump} dump */
function annotatedRelease (dump) {
  const objectId = dump.process?.annotations?.objectId
  const record = objectId === undefined ? undefined : dump.object(objectId)
  return record?.properties.find(({ name, symbol }) => name === 'release' && symbol === undefined)?.value?.value
}

/** @param {unknown} held an element of `packages` */
function isApplication (held) {
  const directory = field(held, 'directory')
  return typeof directory === 'string' && !isDependency(`${directory}/`)
}

/**
 * @param {Dump} dump
 * @returns {string|undefined} name of the machine
 */
function hostOf (dump) {
  return shortText(dump.process?.hostname)
}

/**
 * @param {Dump} dump
 * @returns {number|null} when its process started, in ms since the epoch
 */
function startOf ({ header, process }) {
  const uptimeMs = process?.uptimeMs
  return typeof uptimeMs === 'number' ? Date.parse(header.time) - uptimeMs : null
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown} the facts about the process are plain JSON of any form
 */
function field (value, name) {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isThere ? Reflect.get(value, name) : undefined
}

/** @param {unknown} value */
function shortText (value) {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).slice(0, MAX_LENGTH) || undefined
}

module.exports = { hostOf, releaseOf, startOf }
