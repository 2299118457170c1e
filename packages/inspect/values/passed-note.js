'use strict'
// Makes the note beside a variable whose value V8 has removed, and another frame shows.

/**
 * @param {import('./types').PassedVariable} variable
 * @returns {string} '' for any other variable
 */
function passedNote ({ passedTo, passedBy }) {
  if (passedTo !== undefined) return `(as #${passedTo} got it)`
  return passedBy === undefined ? '' : `(as #${passedBy} passed it)`
}

const NOTE = /\(as #(\d+) (?:got|passed) it\)/

/**
 * @param {string[]} lines of a screen
 * @returns {string[]} what its notes mean, in a line, if it has any
 */
function passedLegend (lines) {
  const [note, number] = lines.map(line => NOTE.exec(line)).find(found => found !== null) ?? []
  return note === undefined ? [] : [`${note}: V8 had removed the value, which #${number} has as well`]
}

module.exports = { passedLegend, passedNote }
