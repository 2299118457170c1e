'use strict'
// https://github.com/node-cron/node-cron/issues/460: five asterisks without blanks.
// FACT /\*\*\*\*\*/ the expression
// FACT /nightly/ which job
// FACT /expression.*undefined|undefined.*expression/ what was undefined
// HEADLINE any
const cron = require('node-cron')
const JOBS = [{ name: 'hourly', at: '0 * * * *' }, { name: 'nightly', at: '*****' }]
function plan (job) {
  return cron.schedule(job.at, () => {})
}
for (const job of JOBS) { const task = plan(job); task.stop() }
