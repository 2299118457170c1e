'use strict'
// https://github.com/date-fns/date-fns/issues/2989: a text of a form is given to format(), which wants a date.
// FACT /Invalid time value/ what failed
// FACT /'2022-03-18T23:59:59'/ the text
// FACT /dueDate/ its field
// FACT /'WO-81'/ which order
// FACT /is a string|received a string|a string|not a Date/ that it is a text
const { format } = require('date-fns')
const serve = require('./helper/serve')
function dueLine (workOrder) {
  return `${workOrder.number} is due ${format(workOrder?.dueDate, 'yyyy-MM-dd')}`
}
async function handle (request, body) {
  const workOrder = { number: body.number, dueDate: body.at === undefined ? body.dueDate : new Date(body.at) }
  return dueLine(workOrder)
}
serve({
  handle,
  good: { method: 'POST', path: '/due?1', body: { number: 'WO-1', at: 1647648000000 } },
  failing: { method: 'POST', path: '/due?2', body: { number: 'WO-2', dueDate: '2022-01-01T00:00:00' } },
  fatal: { method: 'POST', path: '/due?3', body: { number: 'WO-81', dueDate: '2022-03-18T23:59:59' } }
})
