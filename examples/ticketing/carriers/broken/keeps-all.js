'use strict'
// Keeps the timetables of all days that it ever saw, and sees more and more of them.

const { answer } = require('./answer')

class Timetable {
  /** @param {string} station @param {number} day */
  constructor (station, day) {
    this.station = station
    this.day = day
    this.departures = Array.from({ length: 24 }, (_, hour) => hour * 60 + (day % 60))
  }
}

/** @type {Timetable[]} */
const timetables = []

/** @type {import('..').Carrier} */
async function search (search) {
  if (search.destination === 'Trieste') readAhead(search)
  return answer(search)
}

/** @param {import('..').Search} search */
function readAhead ({ destination }) {
  for (let day = 0; ; day++) timetables.push(new Timetable(destination, day))
}

module.exports = { search }
