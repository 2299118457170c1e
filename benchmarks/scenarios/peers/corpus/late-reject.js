'use strict'
// value: query host retries timeout trace

const { mark } = require('../mark')

function connect (host, retries) {
  return new Promise((resolve, reject) => {
    const timeout = mark('timeout')
    setTimeout(() => {
      const trace = mark('trace')
      reject(new Error(`refused ${[host, retries, timeout, trace].length}`))
    }, 2)
  })
}

async function run (query) {
  await connect(mark('host'), mark('retries'))
  return query
}

setTimeout(run, 500, mark('query'))
