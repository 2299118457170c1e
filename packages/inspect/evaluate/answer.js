'use strict'
// Parses and checks the answer of the process that evaluates. Code of the dump ran in that process, so its answer is
// trusted as little as the dump.

const { problemOfRecord, problemOfValue } = require('crash-collector-shared/dump/record-shape')

/** @typedef {import('./child').Answer} Answer */

const STATUSES = ['returned', 'threw', 'waiting', 'timeout', 'failed']

/**
 * @param {string} text
 * @returns {Answer|null} null if the text is not a valid answer
 */
function parseAnswer (text) {
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !STATUSES.includes(answer.status) ||
    !Array.isArray(answer.objects)
  ) {
    return null
  }
  if (answer.value !== undefined && problemOfValue(answer.value) !== '') return null
  if (answer.error !== undefined && typeof answer.error !== 'string') return null
  return areRecords(answer.objects) && (answer.changes === undefined || areChanges(answer.changes)) ? answer : null
}

/** @param {unknown[]} records */
function areRecords (records) {
  return records.every(record => problemOfRecord('object', record) === '')
}

/** @param {any} changes */
function areChanges (changes) {
  if (typeof changes !== 'object' || changes === null) return false
  const { objects, variables, declared } = changes
  return (
    [objects, variables, declared].every(Array.isArray) &&
    areRecords(objects) &&
    variables.every(
      (/** @type {any} */ variable) =>
        typeof variable?.key === 'string' && typeof variable.name === 'string' && problemOfValue(variable.value) === ''
    ) &&
    declared.every((/** @type {unknown} */ name) => typeof name === 'string')
  )
}

module.exports = { parseAnswer }
