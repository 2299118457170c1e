'use strict'

const { readConfig } = require('crash-collector-shared/config')

/** @returns {import('../types').Finding[]} */
function configuration () {
  const { config, problems } = readConfig()
  const remedy = 'docs/api.md lists the settings and their values'
  if (problems.length > 0) return problems.map(text => ({ state: 'fails', text, remedy }))
  if (config.mode === 'off') {
    return [{ state: 'fails', text: 'mode is off: no crash leaves a dump', remedy: 'unset CRASH_COLLECTOR_MODE' }]
  }
  return [{ state: 'ok', text: `the settings are right; triggers: ${config.triggers.join(', ')}` }]
}

module.exports = { configuration }
