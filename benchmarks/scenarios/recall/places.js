'use strict'
// The places of the fatal error, one for each kind of control flow. expected.js lists, by names of functions and
// variables, what a dump must show.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

/** @typedef {(...args: any[]) => void} Callback */

/**
 * @typedef {object} Place
 * @property {(id: string) => Promise<unknown>} handled rejects with the thrown value
 * @property {(id: string) => void} fatal ends the process, at once or a few milliseconds later
 */

/** @param {string} booking @param {{ code: string }} passenger */
function reserveSeat (booking, passenger) {
  const seat = `seat of ${booking}`
  const fare = { code: `fare of ${passenger.code}` }
  if (fare.code.length > 0) throw new Error(`no ${seat}`)
  return fare
}

/** @param {string} id */
function bookJourney (id) {
  const journey = `journey ${id}`
  return reserveSeat(`booking ${id}`, { code: `passenger ${id}` }).code + journey
}

/** @param {string} account @param {string} id */
function drawFrom (account, id) {
  const amount = `amount ${id}`
  const limit = { owner: `owner ${id}` }
  if (limit.owner.length > 0) throw new RangeError(`${account} lacks ${amount}`)
  return limit
}

/** @param {string} id */
async function payInvoice (id) {
  const account = `account ${id}`
  await null
  await sleep(1)
  return drawFrom(account, id)
}

/** @param {string} id */
async function settleInvoice (id) {
  const invoice = `invoice ${id}`
  const paid = await payInvoice(id)
  return { invoice, paid }
}

/** @param {string} id */
async function closeMonth (id) {
  const month = `month ${id}`
  const settled = await settleInvoice(id)
  return { month, settled }
}

/** @param {string} reply @param {string} id */
function readReply (reply, id) {
  const field = `field ${id}`
  const parsed = { part: `part ${id}` }
  if (parsed.part !== reply) throw new TypeError(`no ${field} in the reply`)
  return parsed
}

/**
 * @param {string} id
 * @param {(callback: Callback) => Callback} guard wraps the callback in a catch, or returns it unchanged
 */
function askCarrier (id, guard) {
  const carrier = `carrier ${id}`
  fs.stat(
    __filename,
    guard(function onAnswer (error) {
      const answer = `answer of ${carrier}`
      readReply(String(error ?? answer), id)
    })
  )
}

/** @param {string} shelf @param {string} id */
function countStock (shelf, id) {
  const item = `item ${id}`
  const counted = { batch: `batch ${id}` }
  if (counted.batch.length > 0) throw new Error(`${item} is not on ${shelf}`)
  return counted
}

/** @param {string} id */
function openStore (id) {
  const shelf = `shelf ${id}`
  return countStock(shelf, id)
}

/** @param {string} id */
function packParcel (id) {
  const parcel = `parcel ${id}`
  try {
    return openStore(id)
  } catch (cause) {
    throw new Error(`${parcel} can't be packed`, { cause })
  }
}

/** @param {string} id */
function sendParcel (id) {
  const route = `route ${id}`
  return [packParcel(id), route]
}

/** @param {string} id @returns {Promise<unknown>} */
const guarded = id =>
  new Promise((resolve, reject) => {
    askCarrier(id, callback => (...args) => {
      try {
        resolve(callback(...args))
      } catch (error) {
        reject(error)
      }
    })
  })

/** How often a service met the place of its fatal error before: never, once in the middle, at every other error. */
const BEFORE = { NEW: 'a new place', ONCE: 'a place seen once', OFTEN: 'a place that fails often' }

/** @type {Record<string, Place>} */
const PLACES = {
  sync: { handled: async id => bookJourney(id), fatal: bookJourney },
  async: { handled: closeMonth, fatal: closeMonth },
  callback: { handled: guarded, fatal: id => askCarrier(id, callback => callback) },
  cause: { handled: async id => sendParcel(id), fatal: sendParcel }
}

module.exports = { BEFORE, PLACES }
