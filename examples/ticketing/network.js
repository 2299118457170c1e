'use strict'
// Stands for the carriers' own servers, which are far away.

const { settings } = require('./settings')

const RANDOM_MS = { least: 10, most: 90 }

/**
 * @param {() => string} remote what the carrier's server answers
 * @param {(body: string) => void} callback
 */
function ask (remote, callback) {
  const { least, most } = RANDOM_MS
  const latencyMs = settings.useRandomDelay ? least + Math.random() * (most - least) : settings.latencyMs
  setTimeout(() => callback(remote()), latencyMs)
}

module.exports = { ask }
