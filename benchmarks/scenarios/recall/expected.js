'use strict'
// Lists what a dump of each fatal error of places.js must show. Each value contains the id of the call, which is
// unique.

/**
 * @typedef {object} ExpectedFrame
 * @property {string} functionName
 * @property {Record<string, string | Record<string, string>>} variables expected texts, or objects with texts
 */

/**
 * @typedef {object} Expected
 * @property {ExpectedFrame} throwing
 * @property {ExpectedFrame[]} callers frames on the stack and of functions that waited; for a wrapped error also those
 *   of the error around it
 */

/** @param {string} functionName @param {ExpectedFrame['variables']} variables @returns {ExpectedFrame} */
const frame = (functionName, variables) => ({ functionName, variables })

/** @type {Record<string, (id: string) => Expected>} */
const EXPECTED = {
  sync: id => ({
    throwing: frame('reserveSeat', {
      booking: `booking ${id}`,
      seat: `seat of booking ${id}`,
      fare: { code: `fare of passenger ${id}` }
    }),
    callers: [frame('bookJourney', { id, journey: `journey ${id}` })]
  }),
  async: id => ({
    throwing: frame('drawFrom', { account: `account ${id}`, amount: `amount ${id}`, limit: { owner: `owner ${id}` } }),
    callers: [
      frame('payInvoice', { id, account: `account ${id}` }),
      frame('settleInvoice', { id, invoice: `invoice ${id}` }),
      frame('closeMonth', { id, month: `month ${id}` })
    ]
  }),
  callback: id => ({
    throwing: frame('readReply', {
      reply: `answer of carrier ${id}`,
      field: `field ${id}`,
      parsed: { part: `part ${id}` }
    }),
    callers: [frame('onAnswer', { answer: `answer of carrier ${id}`, carrier: `carrier ${id}`, id })]
  }),
  cause: id => ({
    throwing: frame('countStock', { shelf: `shelf ${id}`, item: `item ${id}`, counted: { batch: `batch ${id}` } }),
    callers: [
      frame('openStore', { id, shelf: `shelf ${id}` }),
      frame('packParcel', { id, parcel: `parcel ${id}` }),
      frame('sendParcel', { id, route: `route ${id}` })
    ]
  })
}

module.exports = { EXPECTED }
