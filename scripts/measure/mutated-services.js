'use strict'
// The services of test/fixtures/origin with one value made wrong.

const fs = require('node:fs')
const path = require('node:path')
const { mutationsOf } = require('../../test/helpers/mutate')
const { ROOT } = require('./run-program')

const FIXTURES = path.join(ROOT, 'test/fixtures/origin')

/** @typedef {import('../../test/helpers/mutate').Mutation} Mutation */
/** @typedef {{ service: string, file: string, source: string, mutation: Mutation }} MutatedService source: unchanged */

/** @returns {string[]} names of the services, which are their folders */
function serviceNames () {
  return fs.readdirSync(FIXTURES).filter(name => !name.includes('.'))
}

/**
 * @param {string[]} services
 * @returns {MutatedService[]} each with each value of its code, but for what drives it
 */
function mutatedServices (services) {
  return services.flatMap(service => {
    const folder = path.join(FIXTURES, service)
    return fs.readdirSync(folder).filter(name => name !== 'main.js').flatMap(file => {
      const source = fs.readFileSync(path.join(folder, file), 'utf8')
      return mutationsOf(source).map(mutation => ({ service, file, source, mutation }))
    })
  })
}

module.exports = { FIXTURES, mutatedServices, serviceNames }
