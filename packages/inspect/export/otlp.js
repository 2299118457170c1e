'use strict'
// Exports a crash as a log record in OTLP's JSON encoding,
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding, by the semantic conventions for exceptions in logs,
// https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/.

const path = require('node:path')
const { lookupTable } = require('../text/words')
const { exportedCrash, textFact } = require('./exported-crash')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */
/** @typedef {string|number|boolean|string[]} Attribute */

const SEVERITY = { error: 17, fatal: 21 }

/** Names of the semantic conventions that differ from Node.js's names. */
const ARCHITECTURES = lookupTable({ x64: 'amd64', ia32: 'x86', arm: 'arm32' })
const SYSTEMS = lookupTable({ win32: 'windows', sunos: 'solaris' })

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns an ExportLogsServiceRequest, as `/v1/logs` accepts it
 */
function otlpRequest (dump, sourceMaps) {
  const { header } = dump
  const crash = exportedCrash(dump, sourceMaps)
  const { type, message, stack, isFatal, diagnosis, fingerprint, request, causes, main } = crash
  const time = `${BigInt(Date.parse(header.time)) * 1_000_000n}`
  const record = {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: isFatal ? SEVERITY.fatal : SEVERITY.error,
    severityText: isFatal ? 'FATAL' : 'ERROR',
    body: anyValue(`${type}: ${message}`),
    attributes: keyValues({
      'exception.type': type,
      'exception.message': message,
      ...(stack !== '' && {
        'exception.stacktrace': [stack, ...causes.map(cause => `Caused by: ${cause.stack}`)].join('\n')
      }),
      ...(main && {
        'code.function.name': main.functionName === '' ? '<anonymous>' : main.functionName,
        'code.file.path': main.path,
        'code.line.number': main.line,
        'code.column.number': main.column
      }),
      ...(request && requestAttributes(request)),
      'thread.id': header.threadId,
      'crash_collector.trigger': header.trigger,
      'crash_collector.fingerprint': fingerprint,
      ...(causes.length > 0 && { 'crash_collector.causes': causes.map(cause => `${cause.type}: ${cause.message}`) }),
      'crash_collector.dump': path.basename(dump.file),
      ...(diagnosis !== undefined && { 'crash_collector.diagnosis': diagnosis }),
      ...(main?.variables && { 'crash_collector.variables': JSON.stringify(main.variables) })
    }),
    droppedAttributesCount: 0,
    ...(request?.traceId !== undefined && { traceId: request.traceId }),
    ...(request?.spanId !== undefined && { spanId: request.spanId })
  }
  const resource = { attributes: keyValues(resourceAttributes(dump)), droppedAttributesCount: 0 }
  return {
    resourceLogs: [
      {
        resource,
        scopeLogs: [{ scope: { name: 'crash-collector', version: header.collectorVersion }, logRecords: [record] }]
      }
    ]
  }
}

/**
 * By the conventions for HTTP servers, https://opentelemetry.io/docs/specs/semconv/http/http-spans/.
 * @param {import('../crash/request').Request} request
 * @returns {Record<string, Attribute>}
 */
function requestAttributes ({ method, url, route, statusCode, bodyBytes }) {
  const [path, query] = url?.split('?') ?? []
  return {
    ...(method !== undefined && { 'http.request.method': method }),
    ...(path !== undefined && { 'url.path': path }),
    ...(query !== undefined && { 'url.query': query }),
    ...(route !== undefined && { 'http.route': route }),
    ...(statusCode !== undefined && { 'http.response.status_code': statusCode }),
    ...(bodyBytes !== undefined && { 'http.request.body.size': bodyBytes })
  }
}

/**
 * @param {Dump} dump
 * @returns {Record<string, Attribute>}
 */
function resourceAttributes (dump) {
  const { header, process } = dump
  const hostname = textFact(dump, 'hostname')
  const argv = Array.isArray(process?.argv) ? process.argv.filter(each => typeof each === 'string') : []
  const commit = /** @type {{ commit?: unknown }|undefined} */ (process?.git)?.commit
  return {
    // The name that the conventions prescribe for a service without a name.
    'service.name': 'unknown_service:node',
    'process.pid': header.pid,
    'process.runtime.name': 'nodejs',
    'process.runtime.version': header.node.replace(/^v/, ''),
    ...(argv.length > 0 && { 'process.command_args': argv }),
    ...(hostname !== undefined && { 'host.name': hostname }),
    'host.arch': ARCHITECTURES[header.arch] ?? header.arch,
    'os.type': SYSTEMS[header.platform] ?? header.platform,
    ...(typeof commit === 'string' && { 'vcs.ref.head.revision': commit })
  }
}

/** @param {Record<string, Attribute>} attributes */
function keyValues (attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

/**
 * @param {Attribute} value
 * @returns {object}
 */
function anyValue (value) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: value } : { doubleValue: value }
  return { arrayValue: { values: value.map(each => anyValue(each)) } }
}

module.exports = { otlpRequest }
