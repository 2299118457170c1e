'use strict'
// `app.use(require('crash-collector/koa'))`, before all other middleware of koa: dumps of errors that nothing else
// catches (docs/triggers.md, "handled500"). koa announces errors by its event `error` only, and a listener to it would
// take the place of koa's own, which prints them.

const crashCollector = require('../index')

/**
 * @param {{ res: import('node:http').ServerResponse }} context of koa
 * @param {() => Promise<unknown>} next
 */
async function crashDumps (context, next) {
  try {
    return await next()
  } catch (error) {
    crashCollector.requestFailed(error, { framework: 'koa', response: context.res })
    throw error
  }
}

module.exports = crashDumps
