'use strict'
// Says for the web frameworks of the package.json whether the errors that they answer with status 500 leave dumps.

const fs = require('node:fs')
const path = require('node:path')
const { readConfig } = require('crash-collector-shared/config')
const { readManifest } = require('./checks/application')

const TRIGGER = 'handled500'

/**
 * What a framework needs (docs/triggers.md#handled500). announces: from which version on it tells of errors by itself.
 * @type {Record<string, { announces?: [number, number], setup: string }>}
 */
const FRAMEWORKS = {
  express: {
    announces: [5, 3],
    setup:
      'after all routes: app.use((error, request, response, next) => ' +
      "{ require('crash-collector').requestFailed(error, { framework: 'express', response }); next(error) })"
  },
  fastify: {
    announces: [5, 0],
    setup:
      "app.addHook('onError', async (request, reply, error) => " +
      "require('crash-collector').requestFailed(error, { framework: 'fastify', response: reply.raw }))"
  },
  koa: {
    setup: "before all other middleware: app.use(crashDumps), with import crashDumps from 'crash-collector/koa'"
  },
  '@nestjs/core': {
    setup: "app.useGlobalInterceptors(crashDumps), with import crashDumps from 'crash-collector/nest'"
  },
  next: { setup: "in instrumentation.js: export { onRequestError } from 'crash-collector/next'" },
  hono: {
    setup:
      "app.onError((error, c) => { require('crash-collector').requestFailed(error, " +
      "{ framework: 'hono', method: c.req.method, url: c.req.path }); return c.text('Internal Server Error', 500) })"
  }
}

/**
 * @typedef {object} WebFrameworks
 * @property {string[]} names of those in the package.json
 * @property {{ name: string, setup: string }[]} unannounced those that need a line of set-up
 * @property {boolean} isSeen whether the trigger is on
 * @property {boolean} isConfigured whether somebody has said which triggers are on
 * @property {readonly string[]} triggers that are on
 */

/** @returns {WebFrameworks} of the application in this directory */
function webFrameworks () {
  const { dependencies = {}, devDependencies = {} } = readManifest() ?? {}
  const names = Object.keys(FRAMEWORKS).filter(name => name in dependencies || name in devDependencies)
  const { triggers, settingsFile } = readConfig().config
  return {
    names,
    unannounced: names
      .filter(name => !announcesErrors(name))
      .map(name => ({ name, setup: FRAMEWORKS[name].setup })),
    isSeen: triggers.includes(TRIGGER),
    isConfigured: Boolean(process.env.CRASH_COLLECTOR_TRIGGERS) || settingsFile?.settings.includes('triggers') === true,
    triggers
  }
}

/** @param {string} name of a framework */
function announcesErrors (name) {
  const { announces } = FRAMEWORKS[name]
  if (announces === undefined) return false
  const [major, minor] = installedVersion(name)
  return major > announces[0] || (major === announces[0] && minor >= announces[1])
}

/**
 * @param {string} name of a package
 * @returns {number[]} its version in this directory or above it; if it is not installed, that which `npm install` would
 *   bring
 */
function installedVersion (name) {
  for (let directory = process.cwd(); ; directory = path.dirname(directory)) {
    try {
      const manifest = fs.readFileSync(path.join(directory, 'node_modules', name, 'package.json'), 'utf8')
      return String(JSON.parse(manifest).version).split('.').map(Number)
    } catch {} // it is not installed here
    if (directory === path.dirname(directory)) return [Infinity, 0]
  }
}

/**
 * @param {string[]} names of frameworks
 * @returns {string} how sentences about these errors begin
 */
function errorsAnsweredBy (names) {
  const verb = names.length === 1 ? 'answers' : 'answer'
  return `errors that ${new Intl.ListFormat('en-GB').format(names)} ${verb} with status 500`
}

module.exports = { TRIGGER, errorsAnsweredBy, webFrameworks }
