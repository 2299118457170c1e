'use strict'
// Expectations that most programs of test/fixtures/crashes/uncaught share: a checkout that finds no price.

const LOCALS = { total: 42, user: { name: 'bob' } }
const THROWER = { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: { sku: 'A-9' } } }
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }
const NO_PRICE = { className: 'Error', message: 'no price' }

module.exports = { CHECKOUT, LOCALS, NO_PRICE, THROWER }
