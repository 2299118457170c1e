'use strict'

/** Settings without rationing, to measure what each capture costs. */
const UNLIMITED = {
  CRASH_COLLECTOR_RATION_BUDGET_PERCENT: '100',
  CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '600000',
  CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '600000'
}

module.exports = { UNLIMITED }
