'use strict'
// value: order stock carrier session tenant

const { mark } = require('../mark')

async function load (order) {
  const stock = await Promise.resolve(mark('stock'))
  throw new Error(`no stock ${[order, stock].length}`)
}

async function ship (session) {
  const carrier = mark('carrier')
  await load(mark('order'))
  return [carrier, session]
}

async function main () {
  const tenant = mark('tenant')
  await ship(mark('session'))
  return tenant
}

setTimeout(main, 500)
