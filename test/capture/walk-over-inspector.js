'use strict'
// Runs the walk without the addon on a value and gives its records as objects.

const { readValues } = require('../../lib/capture/inspector-walk')
const { connectAnchor } = require('../../lib/fallback/live-values')
const { openSession } = require('../../lib/fallback/pause')
const { ROOMY, takeRecords } = require('../native/walk-graph')

/** @type {import('../../lib/fallback/pause-captures').Connection | undefined} */
let connection

/** With the debugger on, so that the scripts have their names; as mode `always` has it. */
function connect () {
  /** @type {Record<string, string>} */
  const urls = Object.create(null)
  const { post } = openSession((method, params) => { if (method === 'Debugger.scriptParsed') urls[params.scriptId] = params.url })
  post('Debugger.enable')
  return { ...connectAnchor(post), urls }
}

/**
 * @param {unknown} root
 * @param {Partial<typeof ROOMY>} [limits] over ROOMY
 */
function walkOverInspector (root, limits) {
  connection ??= connect()
  const { json, objects } = readValues((jsonOf) => ({ json: jsonOf(root) }), { ...ROOMY, ...limits, idPrefix: 'x.' }, connection)
  const take = () => /** @type {any} */ (objects)
  return { value: /** @type {import('../../lib/dump/format').Value} */ (JSON.parse(json)), ...takeRecords(/** @type {any} */ ({ take })) }
}

module.exports = { walkOverInspector }
