'use strict'
// Explains a connection that the other side closed before its answer: names the request and the peer. Node.js's client
// calls it "socket hang up"; fetch, "other side closed".

const { errorProperty, errorText } = require('../error-properties')
const { dataProperty, wholeString } = require('../properties')
const { cut, plain } = require('../../text/terminal-text')

/** @typedef {import('../../reader').Dump} Dump */

/** @type {import('../types').Rule} */
const connectionClosed = {
  name: 'connection-closed',
  explain (dump) {
    const code = errorText(dump, 'code')
    if (code === 'UND_ERR_SOCKET') {
      const socket = errorProperty(dump, 'socket')
      const [address, port] = ['remoteAddress', 'remotePort'].map(name => dataProperty(dump, socket, name)?.value)
      return typeof address === 'string' && typeof port === 'number' && dump.exception?.message === 'other side closed'
        ? `port ${port} of ${plain(address)} closed the connection before its answer was complete`
        : undefined
    }
    if (code !== 'ECONNRESET' || dump.exception?.message !== 'socket hang up') return undefined
    const frame = dump.callFrames[0]
    const isClient = frame?.url === 'node:_http_client' && /^socket(?:OnEnd|CloseListener)$/.test(frame.functionName)
    if (!isClient) return undefined
    const request = frame.scopeChain
      .flatMap(scope => (scope.type === 'global' ? [] : dump.scope(scope).variables))
      .find(({ name }) => name === 'req')?.value
    const head = wholeString(dataProperty(dump, request, '_header')) ?? ''
    const [, method, path] = /^([A-Z]{1,20}) (\S{1,2000}) HTTP/.exec(head) ?? []
    const host = /\r\nHost: ([^\r\n]{1,300})\r\n/i.exec(head)?.[1]
    return method === undefined || path === undefined || host === undefined
      ? undefined
      : `${plain(host)} closed the connection before it had answered ${method} ${cut(plain(path), 100)}`
  }
}

module.exports = { connectionClosed }
