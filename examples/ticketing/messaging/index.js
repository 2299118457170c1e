'use strict'
// The one thing that differs between carriers in the service's own process and in processes of their own.

const { settings } = require('../settings')

/**
 * @typedef {object} Connection
 * @property {import('../carriers').Carrier} search
 * @property {() => void} close
 */

/**
 * @param {string} carrier
 * @returns {Connection}
 */
function connect (carrier) {
  const { connect } = settings.useChildProcesses ? require('./child-process') : require('./in-process')
  return connect(carrier)
}

module.exports = { connect }
