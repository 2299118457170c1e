'use strict'

const { fileWith } = require('./application')
const { TRIGGER, errorsAnsweredBy, webFrameworks } = require('../web-frameworks')

/** @returns {import('../types').Finding[]} */
function failedRequests () {
  const { names, unannounced, isSeen } = webFrameworks()
  if (names.length === 0) return []
  if (!isSeen) {
    return [
      {
        state: 'note',
        text: `${errorsAnsweredBy(names)} leave no dump: the trigger ${TRIGGER} is off`,
        remedy: `\`npx crash-collector init --failed-requests\` turns it on (docs/triggers.md#${TRIGGER})`
      }
    ]
  }
  const announced = names.filter(name => !unannounced.some(each => each.name === name))
  return [
    ...(announced.length === 0 ? [] : [ok(announced)]),
    ...unannounced.map(setUp)
  ]
}

/** @param {string[]} names @returns {import('../types').Finding} */
function ok (names) {
  return { state: 'ok', text: `${errorsAnsweredBy(names)} leave dumps` }
}

/** @param {{ name: string, setup: string }} framework @returns {import('../types').Finding} */
function setUp ({ name, setup }) {
  const text = `${errorsAnsweredBy([name])} leave dumps`
  const file = fileWith(/crash-collector\/[a-z]+|requestFailed/.exec(setup)?.[0] ?? '')
  return file === undefined
    ? { state: 'note', text: `${text} after a line of set-up`, remedy: setup }
    : { state: 'ok', text: `${text}: ${file} has the line of set-up` }
}

module.exports = { failedRequests }
