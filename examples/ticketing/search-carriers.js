'use strict'
// Asks all carriers at once and makes one answer of theirs. A carrier that fails, or is late, leaves its offers out;
// never the answer.

const { settings } = require('./settings')

/**
 * @typedef {import('./carriers').Offer} Offer
 *
 * @typedef {object} Answer
 * @property {import('./validate-search').Search} search
 * @property {boolean} complete all carriers have answered
 * @property {Record<string, string>} missing carrier -> why it has not
 * @property {Offer[]} offers cheapest first
 */

/**
 * @param {Map<string, import('./messaging').Connection>} carriers
 * @param {import('./validate-search').Search} search
 * @returns {Promise<Answer>}
 */
async function searchCarriers (carriers, search) {
  const names = [...carriers.keys()]
  const answers = await Promise.allSettled([...carriers.values()].map(carrier => inTime(carrier.search(search))))
  /** @type {Record<string, string>} */
  const missing = {}
  const offers = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return answer.value
    missing[names[index]] = answer.reason.message
    return []
  })
  offers.sort((a, b) => a.cents - b.cents || a.minutes - b.minutes)
  return { search, complete: Object.keys(missing).length === 0, missing, offers }
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
async function inTime (answer) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${settings.carrierTimeoutMs} ms`)),
      settings.carrierTimeoutMs
    )
  })
  try {
    return await Promise.race([answer, /** @type {Promise<never>} */ (late)])
  } finally {
    clearTimeout(timer)
  }
}

module.exports = { inTime, searchCarriers }
