'use strict'

const DAY = 24 * 60

/**
 * @param {number} minutes since midnight of any day
 * @returns {string} HH:MM
 */
function clock (minutes) {
  const ofDay = Math.round(minutes) % DAY
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/**
 * @param {string} text HH:MM
 * @returns {number} minutes since midnight
 */
function minutesOf (text) {
  const [hours, minutes] = text.split(':').map(Number)
  return hours * 60 + minutes
}

module.exports = { DAY, clock, minutesOf }
