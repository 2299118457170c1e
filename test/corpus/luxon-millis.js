'use strict'
// https://github.com/moment/luxon/issues/1697: a text where a number is wanted.
// FACT /foobar/ the text
// FACT /received a string|is a string/ that it is a text
// FACT /paidAt/ the field it came from
// FACT /INV-4/ which invoice
// HEADLINE refused-argument
const { DateTime } = require('luxon')
function dueDate (invoice) {
  return DateTime.fromMillis(invoice.paidAt).plus({ days: 14 })
}
dueDate({ number: 'INV-4', paidAt: 'foobar' })
