'use strict'

/** Settings without rationing, to measure what each capture costs. */
const UNLIMITED = {
  CRASH_COLLECTOR_BUDGET_PERCENT: '100'
}

module.exports = { UNLIMITED }
