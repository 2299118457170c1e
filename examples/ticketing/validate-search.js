'use strict'
// The query of a request -> a search, or what is wrong with it.

const { stationNamed, stations } = require('./stations')

/**
 * @typedef {object} Search
 * @property {string} origin
 * @property {string} destination
 * @property {string} date YYYY-MM-DD
 */

/**
 * @param {URLSearchParams} query
 * @returns {{ search: Search, problems: [] } | { search: null, problems: string[] }}
 */
function validateSearch (query) {
  const [from, to, day] = ['origin', 'destination', 'date'].map(name => query.getAll(name).at(-1) ?? '')
  const [origin, destination, date] = [stationNamed(from), stationNamed(to), withoutQuotes(day)]
  const problems = []
  for (const [name, station] of [
    ['origin', origin],
    ['destination', destination]
  ]) {
    if (station === '') problems.push(`${name} is missing`)
    else if (!stations.has(station)) {
      problems.push(`${name}: there is no station ${JSON.stringify(station.slice(0, 40))}`)
    }
  }
  if (origin !== '' && origin === destination) problems.push('origin and destination are the same')
  if (date === '') problems.push('date is missing')
  else if (!isDate(date)) problems.push('date is to be a day as YYYY-MM-DD')
  return problems.length === 0 ? { search: { origin, destination, date }, problems: [] } : { search: null, problems }
}

/**
 * @param {string} text
 * @returns {string} without the quotes around it, which a shell may have left there, with or without backslashes
 */
function withoutQuotes (text) {
  return /^\\?"(.*?)\\?"$/.exec(text)?.[1] ?? text
}

/**
 * @param {string} text
 * @returns {boolean} false for a 30th of February, which Date would make a 2nd of March
 */
function isDate (text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

module.exports = { validateSearch }
