'use strict'
// value: total label rate customer region

const { mark } = require('../mark')

const region = mark('region')

function pricing (rate) {
  return function price (customer) {
    const label = mark('label')
    if (rate !== '') {
      const total = mark('total')
      throw new Error(`no price ${[total, label, rate, customer, region].length}`)
    }
  }
}

setTimeout(() => pricing(mark('rate'))(mark('customer')), 500)
