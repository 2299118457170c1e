'use strict'
// A minimal debugger: sends commands to a Node.js that was started with --inspect. It is written by hand, because
// Node.js has a WebSocket client only from version 22 on.

const crypto = require('node:crypto')
const http = require('node:http')

/**
 * @param {string} url ws://127.0.0.1:port/id
 * @returns
 *   {Promise<{ send: (method: string, params?: object) => void, on: (listener: (message: any) => void) => void,
 *     close: () => void }>}
 */
function connect (url) {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    http
      .get({
        hostname,
        port,
        path: pathname,
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': crypto.randomBytes(16).toString('base64')
        }
      })
      .on('error', reject)
      .on('upgrade', (response, socket, head) => {
        /** @type {((message: any) => void)[]} */
        const listeners = []
        /** @type {Buffer} */
        let received = head
        let id = 0
        socket.on('error', () => {}) // the debugged process may die at any time
        socket.on('data', bytes => {
          received = Buffer.concat([received, bytes])
          for (;;) {
            const frame = readFrame(received)
            if (frame === undefined) return
            received = frame.rest
            for (const listener of listeners) listener(JSON.parse(frame.text))
          }
        })
        resolve({
          send (method, params = {}) {
            socket.write(textFrame(JSON.stringify({ id: ++id, method, params })))
          },
          on (listener) {
            listeners.push(listener)
          },
          close () {
            socket.destroy()
          }
        })
      })
  })
}

/** @param {string} text */
function textFrame (text) {
  const payload = Buffer.from(text)
  const mask = crypto.randomBytes(4)
  for (let i = 0; i < payload.length; i++) payload[i] ^= mask[i % 4]
  if (payload.length > 65_535) throw new RangeError('commands of tests are short')
  const length =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([length, mask, payload])
}

/**
 * @param {Buffer} bytes
 * @returns {{ text: string, rest: Buffer }|undefined} undefined if the frame is not complete yet
 */
function readFrame (bytes) {
  if (bytes.length < 2) return undefined
  const short = bytes[1] & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return undefined
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + length) return undefined
  return { text: bytes.toString('utf8', start, start + length), rest: bytes.subarray(start + length) }
}

module.exports = { connect }
