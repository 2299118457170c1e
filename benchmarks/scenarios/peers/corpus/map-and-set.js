'use strict'
// value: cache:entry members:member nested buffer date

const { mark } = require('../mark')

const cache = new Map([['key', mark('entry')]])
const members = new Set([mark('member')])

function evict (options) {
  const holder = { buffer: Buffer.from(mark('buffer')), date: { at: mark('date') } }
  throw new Error(`nothing to evict ${[cache.size, members.size, options, holder].length}`)
}

setTimeout(() => evict({ nested: { deeper: { value: mark('nested') } } }), 500)
