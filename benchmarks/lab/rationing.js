'use strict'

/** No rationing: for measuring what each capture costs. */
const UNLIMITED = {
  CRASH_COLLECTOR_RATION_BUDGET_PERCENT: '100',
  CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '600000',
  CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '600000'
}

module.exports = { UNLIMITED }
