'use strict'
// Errors that packages make for the application, in the manner of packages that many services use.

const vm = require('node:vm')

/** @typedef {import('.').Order} Order */

/**
 * Compiles a function of this file again with a path in node_modules, so that it counts as code of a package and not of
 * the application.
 *
 * @template {Function} T
 * @param {string} name of the package
 * @param {T} code must use nothing from around it
 * @returns {T}
 */
function inPackage (name, code) {
  return vm.runInThisContext(`(${code})`, { filename: `/application/node_modules/${name}/lib/index.js` })
}

const validate = inPackage('order-validator', function validate (/** @type {Order} */ order) {
  const details = order.lines.map((line, index) => `line ${index}: ${line} is unknown`)
  if (details.length > 0) throw Object.assign(new Error(details.join('; ')), { details })
  return order
})

/** @type {(status: number, message: string) => Error} */
const httpError = inPackage('http-failures', function httpError (status, message) {
  const error = Object.assign(new Error(message), { status, expose: status < 500 })
  Error.captureStackTrace(error, httpError)
  return error
})

/** @type {(attempt: () => unknown, times: number) => Promise<unknown>} */
const retry = inPackage('try-again', async function retry (attempt, times) {
  let last
  for (let i = 0; i < times; i++) {
    try {
      return await attempt()
    } catch (error) {
      last = error
    }
  }
  throw last
})

const query = inPackage('small-orm', async function query (/** @type {string} */ text) {
  try {
    await null
    throw Object.assign(new Error('relation does not exist'), { code: '42P01' })
  } catch (originalError) {
    throw Object.assign(new Error(`query failed: ${text}`), { originalError })
  }
})

const enqueue = inPackage('job-queue', function enqueue (/** @type {() => unknown} */ job) {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(job())
      } catch (error) {
        reject(error)
      }
    })
  })
})

/** @type {Record<string, (order: Order) => unknown>} */
module.exports = {
  'a validator': order => validate(order),
  'an error with a status': order => {
    throw httpError(404, `no order ${order.id}`)
  },
  'a retry that gives up': order =>
    retry(() => {
      throw new Error(`no stock for ${order.id}`)
    }, 2),
  'a query': order => query(`select * from orders where id = '${order.id}'`),
  'a job of a queue': order =>
    enqueue(() => {
      throw new Error(`job of ${order.id}`)
    })
}
