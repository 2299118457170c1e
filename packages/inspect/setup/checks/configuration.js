'use strict'

const { closest, distance } = require('fastest-levenshtein')
const { readConfig } = require('crash-collector-shared/config')
const { REMOVED, SETTINGS } = require('crash-collector-shared/config/settings')

const PREFIX = 'CRASH_COLLECTOR_'
/** Variables that are no settings. */
const OTHERS = ['ADDON', 'FALLBACK', 'STATS', 'UPLOAD_TO', 'UPLOAD_MAX_BYTES', 'PRIVATE_KEY', 'REPL_HISTORY']
/** How many letters a misspelt name has wrong. Names that differ more are those of something else. */
const MAX_WRONG = 3

/** @returns {import('../types').Finding[]} */
function configuration () {
  const { config, problems } = readConfig()
  const remedy = 'docs/api.md lists the settings and their values'
  problems.push(...misspelt())
  if (problems.length > 0) return problems.map(text => ({ state: 'fails', text, remedy }))
  if (config.mode === 'off') {
    return [{ state: 'fails', text: 'mode is off: no crash leaves a dump', remedy: 'unset CRASH_COLLECTOR_MODE' }]
  }
  return [{ state: 'ok', text: `the settings are right; triggers: ${config.triggers.join(', ')}` }]
}

/** @returns {string[]} for each variable of the environment whose name is nearly that of a setting, what it may mean */
function misspelt () {
  const known = [...Object.keys(SETTINGS).map(asVariable), ...OTHERS].map(name => PREFIX + name)
  // readConfig() names these.
  const removed = REMOVED.map(name => PREFIX + asVariable(name))
  return Object.keys(process.env)
    .filter(name => name.toUpperCase().startsWith(PREFIX) && !known.includes(name) && !removed.includes(name))
    .flatMap(name => {
      const nearest = closest(name.toUpperCase(), known)
      const isNear = distance(name.toUpperCase(), nearest) <= MAX_WRONG
      return isNear ? [`${name} is no setting; did you mean ${nearest}?`] : []
    })
}

/** @param {string} name of a setting */
function asVariable (name) {
  return name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
}

module.exports = { configuration }
