'use strict'
// The carriers behind express, whose handler of errors answers with 500 what a route throws.

// @ts-expect-error The package has no types of its own.
const express = require('express')
const { names } = require('../carriers')
const { connect } = require('../messaging')
const { searchCarriers } = require('../search-carriers')

const carriers = new Map(names.map(name => [name, connect(name)]))
const loyalty = new Map([['Graz', { percent: 5 }]])

/** @type {(request: { query: any }, response: { json: (body: object) => void }) => Promise<void>} */
async function search (request, response) {
  const { origin, destination, date } = request.query
  const { percent } = discount({ origin, destination, date })
  response.json({ ...(await searchCarriers(carriers, { origin, destination, date })), percent })
}

/** @param {import('../carriers').Search} search */
function discount ({ destination }) {
  const offer = loyalty.get(destination)
  return { percent: /** @type {{ percent: number }} */ (offer).percent } // CRASH
}

const application = express()
application.get('/search', search)
const server = application.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`listening on port ${port}`)
})
