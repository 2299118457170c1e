'use strict'
// Stands for the carriers' own servers, which are far away.

const { settings } = require('./settings')

const LATENCY_MS = 50
const RANDOM_MS = { least: 10, most: 90 }

/**
 * @param {() => string} remote what the carrier's server answers
 * @param {(body: string) => void} callback
 */
function ask (remote, callback) {
  const { least, most } = RANDOM_MS
  setTimeout(() => callback(remote()), settings.useRandomDelay ? least + Math.random() * (most - least) : LATENCY_MS)
}

module.exports = { ask }
