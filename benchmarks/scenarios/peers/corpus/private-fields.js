'use strict'
// value: balance owner currency amount step

const { mark } = require('../mark')

class Account {
  #balance = mark('balance')

  constructor (owner) {
    this.owner = owner
    this.currency = mark('currency')
  }

  withdraw (amount) {
    const step = mark('step')
    throw new RangeError(`not covered ${[amount, step, this.#balance].length}`)
  }
}

setTimeout(() => process.nextTick(() => new Account(mark('owner')).withdraw(mark('amount'))), 500)
