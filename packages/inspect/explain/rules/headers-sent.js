'use strict'
// Explains ERR_HTTP_HEADERS_SENT: names the request, and the status that it was answered with before.

const { applicationCall } = require('../application-call')
const { errorText } = require('../error-properties')
const { dataProperty, wholeString } = require('../properties')
const { plain, cut } = require('../../text/terminal-text')

/** @type {import('../types').Rule} */
const headersSent = {
  name: 'headers-sent',
  explain (dump) {
    if (errorText(dump, 'code') !== 'ERR_HTTP_HEADERS_SENT') return undefined
    const thrower = dump.callFrames.find(({ internal, role }) => internal && role === undefined)
    const found = applicationCall(dump)
    const head = wholeString(dataProperty(dump, thrower?.this, '_header'))
    const status = /^HTTP\/\d\.\d (\d{3})/.exec(head ?? '')?.[1]
    if (found === undefined || status === undefined) return undefined
    const request = dataProperty(dump, thrower?.this, 'req')
    const [method, url] = ['method', 'url'].map(name => wholeString(dataProperty(dump, request, name)))
    const what = method === undefined || url === undefined ? 'the request' : `${plain(method)} ${cut(plain(url), 80)}`
    return `${what} was answered with ${status} already when ${found.scene.code(found.call)} (${found.scene.place}) ran`
  }
}

module.exports = { headersSent }
