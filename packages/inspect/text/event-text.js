'use strict'
// Words for an event of a channel of node:diagnostics_channel.

/**
 * @param {unknown} event of the process record
 * @returns {{ time: string, text: string }} time: of the day, in UTC
 */
function eventText (event) {
  const { channel, time, method, url, statusCode, error, text } = Object(event)
  const request = [method, url, statusCode ?? error ?? ''].filter(each => each !== undefined).join(' ').trim()
  return {
    time: String(time).slice('2026-01-01T'.length, -1),
    text: method === undefined ? `${channel}  ${text ?? ''}`.trim() : request
  }
}

module.exports = { eventText }
