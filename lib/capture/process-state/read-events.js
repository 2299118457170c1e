'use strict'
// Makes the last events of a process (events.js) readable.

const { isoTime } = require('../../safe/primordials')
const { clientUrl } = require('./http-requests')
const { find } = require('./text-files')

/**
 * @typedef {object} Event
 * @property {string} channel
 * @property {string} time ISO 8601
 * @property {string} [method]
 * @property {string} [url]
 * @property {number} [statusCode] of the answer
 * @property {string} [error] code of the error with which the request has failed
 * @property {string} [text] of a message of another channel than those of requests
 */

/**
 * @param {import('./events').Slot[]} [slots]
 * @returns {Event[] | undefined} undefined when there are none
 */
function readEvents (slots = []) {
  /** @type {Event[]} */
  const events = []
  for (let i = 0; i < slots.length; i++) {
    const { timeMs, channel, head, protocol, path, statusCode, error, text } = slots[i]
    const url = clientUrl(head, protocol) ?? protocol + path
    events[i] = {
      channel,
      time: isoTime(timeMs),
      method: find(/^(\S+)/, head),
      url: url === '' ? undefined : url,
      statusCode: statusCode === 0 ? undefined : statusCode,
      error: error === '' ? undefined : error,
      text: text === '' ? undefined : text
    }
  }
  return events.length === 0 ? undefined : events
}

module.exports = { readEvents }
