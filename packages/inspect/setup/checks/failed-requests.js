'use strict'

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
    ...unannounced.map(({ name, setup }) => needsSetup(name, setup))
  ]
}

/** @param {string[]} names @returns {import('../types').Finding} */
function ok (names) {
  return { state: 'ok', text: `${errorsAnsweredBy(names)} leave dumps` }
}

/** @param {string} name @param {string} setup @returns {import('../types').Finding} */
function needsSetup (name, setup) {
  return {
    state: 'note',
    text: `${errorsAnsweredBy([name])} leave dumps after a line of set-up`,
    remedy: setup
  }
}

module.exports = { failedRequests }
