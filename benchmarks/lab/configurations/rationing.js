'use strict'

/** Settings without rationing, to measure what each capture costs. */
const UNLIMITED = {
  CRASH_COLLECTOR_RATION_BUDGET_PERCENT: '100',
  CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '600000',
  CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '600000'
}

/** Settings with which nothing is read at once, to measure what each copy costs. */
const COPIES_ONLY = {
  CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '0',
  CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '0'
}

module.exports = { COPIES_ONLY, UNLIMITED }
