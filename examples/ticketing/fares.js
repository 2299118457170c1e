'use strict'
// Computes the price of a journey. With USE_HEAVY_FARES the cheapest way to split it into several tickets is searched:
// the same work for each journey, some ten milliseconds, which no other search of the same process can use.

const { settings } = require('./settings')

const ZONES = 17

/**
 * @param {number} kilometres
 * @param {number} centsPerKilometre
 * @returns {number} cents
 */
function fare (kilometres, centsPerKilometre) {
  return settings.useHeavyFares ? cheapestSplit(kilometres, centsPerKilometre) : ticket(kilometres, centsPerKilometre)
}

/**
 * @param {number} kilometres
 * @param {number} centsPerKilometre
 */
function ticket (kilometres, centsPerKilometre) {
  // Long tickets have a discount, and each has a fee.
  return Math.round(190 + kilometres * centsPerKilometre * (kilometres > 400 ? 0.8 : 1))
}

/**
 * @param {number} kilometres
 * @param {number} centsPerKilometre
 */
function cheapestSplit (kilometres, centsPerKilometre) {
  let cheapest = Infinity
  // Each bit says whether a ticket ends at the border of that zone.
  for (let split = 0; split < 1 << (ZONES - 1); split++) {
    let cents = 0
    let zones = 1
    for (let border = 0; border < ZONES - 1; border++) {
      if (((split >> border) & 1) === 1) {
        cents += ticket((zones * kilometres) / ZONES, centsPerKilometre)
        zones = 0
      }
      zones++
    }
    cents += ticket((zones * kilometres) / ZONES, centsPerKilometre)
    if (cents < cheapest) cheapest = cents
  }
  return cheapest
}

module.exports = { fare }
