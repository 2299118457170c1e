'use strict'
// Finds what listens to the emitters of an error that Node.js or a package made by itself: a socket, a parser, a
// stream. No function of the application was running then, and only what these listeners close over tells what it was
// about.

const { isApplicationFrame } = require('../application-frames')
const { emitterOf, pipedInto } = require('./emitter')
const { packageName } = require('../../source/location')
const { isIndex } = require('../../values/member-text')
const { Fields } = require('../../values/summaries/fields')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @typedef {object} Listener
 * @property {string} event
 * @property {ObjectRecord} emitter
 * @property {{ scriptId?: string, url: string, lineNumber: number, columnNumber: number }} location of the function
 * @property {Variable[]} variables what it closes over, innermost first, but for its module's
 */

/** How many frames are looked at, innermost first. */
const MAX_FRAMES = 3
/** How many steps from what a frame has to an emitter: a socket has the request that it carries. */
const MAX_STEPS = 1
const MAX_EMITTERS = 20
/** Scopes that belong to one call. */
const OWN_SCOPES = new Set(['local', 'block', 'catch'])
const OF_MODULE = new Set(['module', 'script', 'global'])

/**
 * @param {Dump} dump
 * @returns {Listener[]} those of emitters that were made last come first; none if a function of the application ran or
 *   waited
 */
function listenersOf (dump) {
  if (dump.callFrames.some(isApplicationFrame)) return []
  const thrower = dump.callFrames.find(({ internal }) => !internal)?.url
  /** @type {Set<string|undefined>} */
  const seen = new Set()
  return emittersOf(dump).reverse().flatMap(emitter => listening(emitter, dump).flatMap(({ event, listener }) => {
    const location = placeOf(dump, listener)
    if (location === undefined || isOfSamePackage(location.url, thrower)) return []
    const scopes = closedOver(listener).filter(({ scopeId }) => !seen.has(scopeId))
    const variables = scopes.flatMap(scope => dump.scope(scope).variables)
    for (const { scopeId } of scopes) seen.add(scopeId)
    return variables.length === 0 ? [] : [{ event, emitter: emitter.record, location, variables }]
  }))
}

/**
 * @param {string} url
 * @param {string} [other]
 * @returns {boolean} true if the package that failed listens itself, which tells nothing of the application
 */
function isOfSamePackage (url, other) {
  return other !== undefined && packageName(url) === packageName(other)
}

/**
 * @param {Dump} dump
 * @returns {Fields[]} emitters that the innermost frames have, the error's own one, and those that these have
 */
function emittersOf (dump) {
  const values = dump.callFrames.slice(0, MAX_FRAMES).flatMap(({ scopeChain, this: self }) => [
    self,
    ...scopeChain.filter(({ type }) => OWN_SCOPES.has(type)).flatMap(scope => dump.scope(scope).variables)
      .map(({ value }) => value)
  ])
  const own = emitterOf(dump)
  if (own !== undefined) values.push(...pipedInto(dump, own), own)
  const first = new Fields({ kind: 'object', objectId: '', type: 'object', depth: 0, properties: [] }, dump)
  /** @type {Map<string, Fields>} */
  const found = new Map()
  /**
   * @param {(Value|undefined)[]} among
   * @param {number} steps
   */
  const look = (among, steps) => {
    for (const value of among) {
      const fields = first.of(value)
      if (fields?.object('_events') === undefined) continue
      const { objectId } = fields.record
      const isKnown = found.has(objectId)
      if (!isKnown && found.size === MAX_EMITTERS) return
      // One that another has was made after it, in whatever order V8 tells the variables.
      if (isKnown && steps < MAX_STEPS) found.delete(objectId)
      found.set(objectId, fields)
      if (!isKnown && steps > 0) look(fields.record.properties.map(each => each.value), steps - 1)
    }
  }
  look(values, MAX_STEPS)
  return [...found.values()]
}

/**
 * @param {Fields} emitter
 * @param {Dump} dump
 * @returns {{ event: string, listener: ObjectRecord }[]}
 */
function listening (emitter, dump) {
  return (emitter.object('_events')?.record.properties ?? []).flatMap(({ name, value }) => {
    const list = value?.subtype === 'array' ? dump.object(value.objectId ?? '')?.properties ?? [] : []
    const functions = value?.type === 'function' ? [value] : list.flatMap(each => isIndex(each.name) ? each.value : [])
    return functions.flatMap(each => {
      const record = dump.object(each?.objectId ?? '')
      if (record === undefined) return []
      // once() listens with a function of Node.js, which has the one that it was given.
      const given = record.properties.find(property => property.name === 'listener')?.value?.objectId
      return [{ event: name, listener: given === undefined ? record : dump.object(given) ?? record }]
    })
  })
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord} listener
 * @returns {Listener['location']|undefined} undefined for a function of Node.js
 */
function placeOf (dump, { functionLocation }) {
  if (functionLocation === undefined) return undefined
  const url = dump.script(functionLocation.scriptId ?? '')?.url ?? functionLocation.url ?? ''
  return url === '' || url.startsWith('node:') ? undefined : { ...functionLocation, url }
}

/**
 * @param {ObjectRecord} listener
 * @returns {Scope[]} without that of its module, which V8 calls a closure where Node.js has wrapped the module
 */
function closedOver ({ scopes = [] }) {
  const closures = scopes.filter(({ type }) => !OF_MODULE.has(type))
  return scopes.some(({ type }) => type === 'module') ? closures : closures.slice(0, -1)
}

module.exports = { listenersOf }
