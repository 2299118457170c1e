'use strict'
// The carriers by name. All make the same offers out of answers of their own.

/**
 * @typedef {import('../validate-search').Search} Search
 *
 * @typedef {object} Offer
 * @property {string} carrier
 * @property {string} departure HH:MM
 * @property {string} arrival HH:MM, the next day where it is before the departure
 * @property {number} minutes
 * @property {number} cents
 *
 * @typedef {(search: Search) => Promise<Offer[]>} Carrier
 */

const { settings } = require('../settings')

const names = ['arrow', 'local', settings.brokenCarrier === '' ? 'nightjar' : settings.brokenCarrier]

/**
 * @param {string} name
 * @returns {Carrier}
 */
function carrier (name) {
  if (!names.includes(name)) throw new Error(`no carrier ${JSON.stringify(name)}`)
  return require(name === settings.brokenCarrier ? `./broken/${name}` : `./${name}`).search
}

module.exports = { carrier, names }
