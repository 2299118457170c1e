'use strict'

/** Settings without rationing, to measure what each capture costs. */
const UNLIMITED = {
  CRASH_COLLECTOR_BUDGET_PERCENT: '100'
}

/** Settings with which nothing is read at once, to measure what each copy costs. */
const COPIES_ONLY = {
  CRASH_COLLECTOR_BUDGET_PERCENT: '0'
}

module.exports = { COPIES_ONLY, UNLIMITED }
