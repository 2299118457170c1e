'use strict'
// Which exception pauses are worth a capture: each site at its 1st, 10th, 100th … exception, within a share of the time.

const { Number, ObjectCreate, hrtime } = require('../capture/primordials')

/** A program that makes sites without end (generated code) must not make the table grow without end. */
const MAX_SITES = 10_000

/**
 * @param {import('../config').Rationing} rationing
 * @param {() => bigint} [nowNs]
 */
function pauseRation (rationing, nowNs = hrtime) {
  const { siteFirst, siteGrowth } = rationing
  /** @type {Record<string, { seen: number, due: number }>} */
  let sites = ObjectCreate(null)
  let count = 0
  // What V8 sees no handler for is rarely handled: however many errors were, there is time for it.
  const uncaughtBudget = timeBudget(rationing, nowNs)
  const caughtBudget = timeBudget(rationing, nowNs)
  const briefBudget = timeBudget(rationing, nowNs)

  return {
    /**
     * @param {boolean} uncaught
     * @returns {boolean}
     */
    hasTime: uncaught => (uncaught ? uncaughtBudget : caughtBudget).hasTime(),

    /** @returns {boolean} whether there is time for a short look at what V8 sees no handler for, where there is none for a long one */
    hasBriefTime: () => briefBudget.hasTime(),

    /**
     * Counts an exception of the site.
     * @param {string} key of the site
     * @returns {boolean}
     */
    isDue (key) {
      let site = sites[key]
      if (site === undefined) {
        if (count >= MAX_SITES) {
          sites = ObjectCreate(null)
          count = 0
        }
        site = sites[key] = { seen: 0, due: siteFirst }
        count++
      }
      site.seen++
      return site.seen >= site.due
    },

    /**
     * @param {string} key of a site that was captured
     * @param {boolean} uncaught
     * @param {number} ms that it took
     */
    captured (key, uncaught, ms) {
      const site = sites[key]
      while (site.due <= site.seen) site.due = site.due * siteGrowth > site.due ? site.due * siteGrowth : site.due + 1
      const budget = uncaught ? uncaughtBudget : caughtBudget
      ;(budget.hasTime() ? budget : briefBudget).spend(ms)
    }
  }
}

/**
 * A share of wall time.
 * @param {import('../config').Rationing} rationing
 * @param {() => bigint} nowNs
 */
function timeBudget ({ budgetPercent, budgetInitialMs, budgetMaxMs }, nowNs) {
  let ms = budgetInitialMs
  let refilledAtNs = nowNs()
  return {
    hasTime () {
      const now = nowNs()
      const more = ms + Number(now - refilledAtNs) / 1e6 * budgetPercent / 100
      // What there was in the beginning may be more than is saved up later.
      if (more <= budgetMaxMs) ms = more
      else if (ms < budgetMaxMs) ms = budgetMaxMs
      refilledAtNs = now
      return ms > 0
    },
    /** @param {number} spent */
    spend (spent) { ms -= spent }
  }
}

module.exports = { pauseRation }
