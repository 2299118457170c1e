'use strict'
// Explains a failed connect (ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH) and an unknown host (ENOTFOUND): names
// host and port.

const { errorProperty, errorText, shortMessage } = require('../error-properties')
const { dataProperty } = require('../properties')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */

/** @type {Record<string, string>} */
const WORDS = {
  ECONNREFUSED: 'nothing listens on',
  ETIMEDOUT: 'no answer came from',
  EHOSTUNREACH: 'there is no route to',
  ENETUNREACH: 'there is no network to'
}

/** @type {import('../types').Rule} */
const connection = {
  name: 'connection',
  explain (dump) {
    const code = errorText(dump, 'code')
    const hostname = errorText(dump, 'hostname')
    if (code === 'ENOTFOUND' && errorText(dump, 'syscall') === 'getaddrinfo' && hostname !== undefined) {
      return `no address is known for the host ${inCode(hostname)}`
    }
    if (code === undefined || !Object.hasOwn(WORDS, code)) return undefined
    const places = errorText(dump, 'syscall') === 'connect' ? [placeOf(dump)] : attempts(dump, code)
    // Errors that clients make of it keep Node.js's words.
    const told = places.length === 0 ? toldPlace(shortMessage(dump), code) : undefined
    if (told !== undefined) places.push(told)
    if (places.length === 0 || places.includes(undefined)) return undefined
    return `${WORDS[code]} ${[...new Set(places)].join(' or ')}`
  }
}

/**
 * @param {string} message
 * @param {string} code
 * @returns {string|undefined}
 */
function toldPlace (message, code) {
  const [, told, address, port] = /\bconnect (E[A-Z]+) (\S+):(\d{1,5})$/.exec(message) ?? []
  return told === code ? `port ${port} of ${address}` : undefined
}

/** @param {Dump} dump */
function placeOf (dump) {
  const address = errorText(dump, 'address')
  const port = errorText(dump, 'port')
  if (address === undefined) return undefined
  return port === undefined ? `the socket ${inCode(address)}` : `port ${port} of ${address}`
}

/**
 * The errors to explain. Node.js tries all addresses of a name and reports an AggregateError.
 * @param {Dump} dump
 * @param {string} code
 * @returns {(string|undefined)[]}
 */
function attempts (dump, code) {
  const errors = errorProperty(dump, 'errors')
  const list = errors?.objectId === undefined ? undefined : dump.object(errors.objectId)
  if (list?.subtype !== 'array' || list.notCaptured?.length) return []
  return list.properties
    .filter(({ name }) => name !== 'length')
    .map(({ value }) => {
      const [its, address, port] = ['code', 'address', 'port'].map(name => dataProperty(dump, value, name)?.value)
      return its === code && typeof address === 'string' && typeof port === 'number'
        ? `port ${port} of ${address}`
        : undefined
    })
}

module.exports = { connection }
