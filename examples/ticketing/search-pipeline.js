'use strict'
// The same search as search-carriers.js in the style of the pipeline operator that is proposed for JavaScript
// (https://github.com/tc39/proposal-pipeline-operator): a value goes through steps, each of which makes the next one of
// it.

const { inTime } = require('./search-carriers')

/** @typedef {import('./search-carriers').Answer} Answer */
/** @typedef {import('./carriers').Search} Search */
/** @typedef {Map<string, import('./messaging').Connection>} Carriers */

/**
 * @param {Carriers} carriers
 * @param {Search} search
 * @returns {Promise<Answer>}
 */
function searchCarriers (carriers, search) {
  return pipe(search, askAll(carriers), whoAnswered, cheapestFirst, answerTo(search))
}

/**
 * @param {unknown} value
 * @param {...(value: any) => unknown} steps each gets what the one before has made, or its promise has become
 * @returns {Promise<any>}
 */
function pipe (value, ...steps) {
  return steps.reduce(async (made, step) => step(await made), Promise.resolve(value))
}

/** @param {Carriers} carriers */
const askAll = carriers => (/** @type {Search} */ search) =>
  Promise.all(
    [...carriers].map(async ([name, carrier]) => {
      try {
        return { name, offers: await inTime(carrier.search(search)) }
      } catch (error) {
        return { name, why: /** @type {Error} */ (error).message }
      }
    })
  )

/** @param {{ name: string, offers?: Answer['offers'], why?: string }[]} answers */
const whoAnswered = answers => ({
  missing: Object.fromEntries(answers.flatMap(({ name, why }) => (why === undefined ? [] : [[name, why]]))),
  offers: answers.flatMap(({ offers = [] }) => offers)
})

/** @param {Pick<Answer, 'missing' | 'offers'>} found */
const cheapestFirst = ({ missing, offers }) => ({
  missing,
  offers: [...offers].sort((a, b) => a.cents - b.cents || a.minutes - b.minutes)
})

/** @param {Search} search */
const answerTo = search => (/** @type {Pick<Answer, 'missing' | 'offers'>} */ { missing, offers }) => ({
  search,
  complete: Object.keys(missing).length === 0,
  missing,
  offers
})

module.exports = { searchCarriers }
