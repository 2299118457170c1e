'use strict'
// Tells which service of which release a process was, by what its dump has. A process does not know its own name, so
// the first of several places that names it counts.

const path = require('node:path')

/** @typedef {import('../../dump/reader').Dump} Dump */

/** Variables of the environment, of conventions and platforms. */
const SERVICE_VARIABLES = [
  'OTEL_SERVICE_NAME',
  'SERVICE_NAME',
  'K_SERVICE',
  'AWS_LAMBDA_FUNCTION_NAME',
  'WEBSITE_SITE_NAME'
]
const RELEASE_VARIABLES = ['SENTRY_RELEASE', 'RELEASE', 'K_REVISION', 'AWS_LAMBDA_FUNCTION_VERSION']

const LABEL = /^crash\.([\w-]*[^\W\d][\w-]*)\.\d{8}\./

/**
 * @param {Dump} dump
 * @returns {string|undefined} the annotation `service`, a variable of the environment, the setting `fileLabel`, or the
 *   name of the main script
 */
function serviceOf (dump) {
  return (
    annotation(dump, 'service') ??
    variable(dump, SERVICE_VARIABLES) ??
    LABEL.exec(path.basename(dump.file))?.[1] ??
    mainScript(dump)
  )
}

/**
 * @param {Dump} dump
 * @returns {string|undefined} the annotation `release`, a variable of the environment, or the commit
 */
function releaseOf (dump) {
  const commit = /** @type {{ commit?: unknown }|undefined} */ (dump.process?.git)?.commit
  const built = typeof commit === 'string' ? commit : undefined
  return annotation(dump, 'release') ?? variable(dump, RELEASE_VARIABLES) ?? built
}

/**
 * @param {Dump} dump
 * @param {string} wanted
 * @returns {string|undefined}
 */
function annotation (dump, wanted) {
  const objectId = dump.process?.annotations?.objectId
  const record = objectId === undefined ? undefined : dump.object(objectId)
  const value = record?.properties.find(({ name }) => name === wanted)?.value?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * @param {Dump} dump
 * @param {string[]} names
 * @returns {string|undefined}
 */
function variable (dump, names) {
  const env = /** @type {Record<string, unknown>} */ (dump.process?.env ?? {})
  for (const name of names) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @returns {string|undefined} name of the file without its extension
 */
function mainScript (dump) {
  const argv = dump.process?.argv
  const script = Array.isArray(argv) ? argv[1] : undefined
  return typeof script === 'string' ? path.basename(script).replace(/\.\w+$/, '') : undefined
}

module.exports = { releaseOf, serviceOf }
