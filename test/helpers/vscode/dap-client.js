'use strict'
// A connection to a debug adapter: messages of the Debug Adapter Protocol, each after a header with its length.

const net = require('node:net')

/** @typedef {{ seq: number, type: 'response'|'event'|'request', [key: string]: any }} Message */
/** @typedef {Awaited<ReturnType<typeof connectAdapter>>} DapClient */

/**
 * @param {string} pipe
 */
async function connectAdapter (pipe) {
  const socket = net.connect(pipe)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => {}) // the adapter may end first
  let seq = 0
  let received = Buffer.alloc(0)
  /** @type {Map<number, (message: Message) => void>} */
  const waiting = new Map()
  /** @type {Message[]} */
  const events = []
  /** @type {Set<() => void>} */
  const watchers = new Set()

  /** @param {Message} message */
  const receive = message => {
    if (message.type === 'response') return waiting.get(message.request_seq)?.(message)
    if (message.type !== 'event') return
    events.push(message)
    for (const watch of watchers) watch()
  }
  socket.on('data', bytes => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1])
      const start = end + 4
      if (received.length < start + length) return
      const text = received.toString('utf8', start, start + length)
      received = received.subarray(start + length)
      receive(JSON.parse(text))
    }
  })

  /**
   * @param {string} command
   * @param {object} [args]
   * @returns {Promise<Message>}
   */
  const request = (command, args = {}) =>
    new Promise(resolve => {
      const text = JSON.stringify({ seq: ++seq, type: 'request', command, arguments: args })
      waiting.set(seq, resolve)
      socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    })

  return {
    events,
    request,
    /**
     * @param {string} command
     * @param {object} [args]
     * @returns {Promise<any>} the body of the answer
     * @throws {Error} with the text that VS Code shows
     */
    async ask (command, args) {
      const { success, body, message } = await request(command, args)
      if (!success) throw new Error(body?.error?.format ?? message ?? `${command} failed`)
      return body
    },
    /**
     * @param {string} name of the event
     * @param {number} [count] how many of them
     * @returns {Promise<any>} the body of the last of them
     */
    event: (name, count = 1) =>
      new Promise(resolve => {
        const watch = () => {
          const found = events.filter(({ event }) => event === name)
          if (found.length < count) return
          watchers.delete(watch)
          resolve(found[count - 1].body ?? {})
        }
        watchers.add(watch)
        watch()
      }),
    close: () => socket.destroy()
  }
}

module.exports = { connectAdapter }
