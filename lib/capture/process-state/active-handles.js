'use strict'
// What keeps the event loop alive, by functions of Node.js as they were at the start: the application may replace them.
// They are not documented, stand in every Node.js, and are deprecated in the documentation only (DEP0161,
// https://github.com/nodejs/node/commit/6b88595142), whose replacement gives names alone.

const { apply, process } = require('../../safe/primordials')

const { _getActiveHandles: getHandles, _getActiveRequests: getRequests } =
  /** @type {Record<string, (() => object[]) | undefined>} */ (/** @type {unknown} */ (process))

/** @returns {object[]} sockets, servers, child processes and the like */
function activeHandles () {
  return getHandles === undefined ? [] : apply(getHandles, process, [])
}

/** @returns {object[]} requests to the operating system that have not ended */
function activeRequests () {
  return getRequests === undefined ? [] : apply(getRequests, process, [])
}

module.exports = { activeHandles, activeRequests }
