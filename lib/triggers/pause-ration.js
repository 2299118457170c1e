'use strict'
// Which exception pauses are worth a capture: each site at its 1st, 10th, 100th … exception, within a share of the time.

const { hrtime } = require('../capture/primordials')

/** A program that makes sites without end (generated code) must not make the table grow without end. */
const MAX_SITES = 10_000

/**
 * @typedef {{ seen: number, due: number }} Site
 */

/**
 * @param {import('../config').Rationing} rationing
 * @param {() => bigint} [nowNs]
 */
function pauseRation ({ siteFirst, siteGrowth, budgetPercent, budgetInitialMs, budgetMaxMs, reserveMs }, nowNs = hrtime) {
  /** @type {Record<string, Site>} */
  let sites = Object.create(null)
  let count = 0
  let budgetMs = budgetInitialMs
  let refilledAtNs = nowNs()

  function refill () {
    const now = nowNs()
    const earnedMs = Number(now - refilledAtNs) / 1e6 * budgetPercent / 100
    budgetMs = budgetMs + earnedMs < budgetMaxMs ? budgetMs + earnedMs : budgetMs > budgetMaxMs ? budgetMs : budgetMaxMs
    refilledAtNs = now
  }

  return {
    /**
     * @param {boolean} uncaught V8 sees no handler: rarely wrong, so the reserve is there for it
     * @returns {boolean}
     */
    hasTime (uncaught) {
      refill()
      return budgetMs > (uncaught ? 0 : reserveMs)
    },

    /**
     * Counts an exception of the site.
     * @param {string} key of the site
     * @returns {boolean}
     */
    isDue (key) {
      let site = sites[key]
      if (site === undefined) {
        if (count >= MAX_SITES) {
          sites = Object.create(null)
          count = 0
        }
        site = sites[key] = { seen: 0, due: siteFirst }
        count++
      }
      site.seen++
      return site.seen >= site.due
    },

    /** @param {string} key of a site that was captured */
    captured (key) {
      const site = sites[key]
      while (site.due <= site.seen) site.due = site.due * siteGrowth > site.due ? site.due * siteGrowth : site.due + 1
    },

    /** @param {number} ms */
    spend (ms) { budgetMs -= ms }
  }
}

module.exports = { pauseRation }
