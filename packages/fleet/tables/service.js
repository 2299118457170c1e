'use strict'
// Tells which service a process was. A process does not know that name, so the first of several places that have one
// counts.

const path = require('node:path')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */

/** Variables of the environment, of conventions and platforms. */
const VARIABLES = ['OTEL_SERVICE_NAME', 'SERVICE_NAME', 'K_SERVICE', 'AWS_LAMBDA_FUNCTION_NAME', 'WEBSITE_SITE_NAME']

/** The setting `fileLabel` in the name of a dump. */
const LABEL = /^crash\.([\w-]{1,64})\.\d{8}\.\d{6}\./

/**
 * @param {Dump} dump
 * @returns {string|undefined} the annotation `service`, a variable of the environment, the setting `fileLabel`, or the
 *   name of the main script
 */
function serviceOf (dump) {
  return annotated(dump) ?? variable(dump) ?? LABEL.exec(path.basename(dump.file))?.[1] ?? mainScript(dump)
}

/**
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function annotated (dump) {
  const objectId = dump.process?.annotations?.objectId
  const record = objectId === undefined ? undefined : dump.object(objectId)
  const value = record?.properties.find(({ name, symbol }) => name === 'service' && symbol === undefined)?.value?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function variable (dump) {
  const env = /** @type {Record<string, unknown>} */ (dump.process?.env ?? {})
  for (const name of VARIABLES) {
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

module.exports = { serviceOf }
