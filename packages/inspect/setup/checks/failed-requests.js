'use strict'

const { setUpLine } = require('./application')
const { TRIGGER, errorsAnsweredBy, webFrameworks } = require('../web-frameworks')

/** @returns {import('../types').Finding[]} */
function failedRequests () {
  const { names, unannounced, isSeen } = webFrameworks()
  if (names.length === 0) return []
  const lines = (/** @type {string} */ before) =>
    unannounced.map(({ name, setup }) => setUpLine(`${before}${errorsAnsweredBy([name])} leave dumps`, setup))
  if (!isSeen) {
    return [
      {
        state: 'note',
        text: `${errorsAnsweredBy(names)} leave no dump: the trigger ${TRIGGER} is off`,
        remedy: `\`npx crash-collector init --failed-requests\` turns it on (docs/triggers.md#${TRIGGER})`
      },
      // `run`, which turns it on, sends people here for the line.
      ...lines('with that trigger, ')
    ]
  }
  const announced = names.filter(name => !unannounced.some(each => each.name === name))
  return [...(announced.length === 0 ? [] : [ok(announced)]), ...lines('')]
}

/** @param {string[]} names @returns {import('../types').Finding} */
function ok (names) {
  return { state: 'ok', text: `${errorsAnsweredBy(names)} leave dumps` }
}

module.exports = { failedRequests }
