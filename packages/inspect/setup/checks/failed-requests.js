'use strict'

const { readConfig } = require('crash-collector-shared/config')
const { readManifest } = require('./application')

/** Web frameworks that answer an error of a handler with status 500, and live on. */
const FRAMEWORKS = ['express', 'fastify', 'koa', '@nestjs/core', 'next', 'hono']
const TRIGGER = 'handled500'

/** @returns {import('../types').Finding[]} */
function failedRequests () {
  const { dependencies = {}, devDependencies = {} } = readManifest() ?? {}
  const names = FRAMEWORKS.filter(name => name in dependencies || name in devDependencies)
  const { triggers } = readConfig().config
  if (names.length === 0) return []
  const frameworks = names.join(', ')
  if (triggers.includes(TRIGGER)) {
    return [{ state: 'ok', text: `errors that ${frameworks} answers with status 500 leave dumps` }]
  }
  return [
    {
      state: 'note',
      text: `errors that ${frameworks} answers with status 500 leave no dump: the trigger ${TRIGGER} is off`,
      remedy: `CRASH_COLLECTOR_TRIGGERS=${[...triggers, TRIGGER].join(',')} (docs/triggers.md#${TRIGGER})`
    }
  ]
}

module.exports = { failedRequests }
