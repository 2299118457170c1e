'use strict'
// value: code detail shard leader term

const { mark } = require('../mark')

function elect (shard) {
  const leader = mark('leader')
  const term = mark('term')
  // eslint-disable-next-line no-throw-literal
  throw { code: mark('code'), detail: mark('detail'), count: [shard, leader, term].length }
}

setTimeout(() => elect(mark('shard')), 500)
