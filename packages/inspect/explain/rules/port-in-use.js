'use strict'
// Explains a failed listen (EADDRINUSE, EACCES and others): names port and address.

const { errorText } = require('../error-properties')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const portInUse = {
  name: 'port-in-use',
  explain (dump) {
    const code = errorText(dump, 'code')
    if (errorText(dump, 'syscall') !== 'listen') return undefined
    const port = errorText(dump, 'port')
    const address = errorText(dump, 'address')
    if (port === undefined || Number(port) < 0) {
      return code === 'EADDRINUSE' && address !== undefined
        ? `another server listens on the socket ${inCode(address)} already, or it was left behind`
        : undefined
    }
    const where = `port ${port}${address === undefined ? '' : ` of ${address}`}`
    if (code === 'EADDRINUSE') return `${where} is in use already: this process, or another one, listens on it`
    if (code === 'EACCES') return `this user may not listen on ${where}`
    return code === 'EADDRNOTAVAIL' ? `this machine has no address ${inCode(address ?? '')} to listen on` : undefined
  }
}

module.exports = { portInUse }
