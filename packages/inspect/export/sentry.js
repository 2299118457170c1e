'use strict'
// Exports a crash as an event for Sentry, https://develop.sentry.dev/sdk/data-model/event-payloads/, as Sentry's own
// SDK would have sent it, with the variables of each frame.

const { createHash } = require('node:crypto')
const path = require('node:path')
const { dataProperty, wholeString } = require('../explain/properties')
const { lookupTable } = require('../text/words')
const { annotationsFact, exportedCrash, numberFact, textFact } = require('./exported-crash')
const { plainValue } = require('./plain-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */
/** @typedef {import('./frames').PlainFrame} PlainFrame */

const MAX_CAUSES = 5

/** The names of these triggers in Sentry's SDK for Node.js. */
const MECHANISMS = lookupTable({ uncaughtException: 'onuncaughtexception', unhandledRejection: 'onunhandledrejection' })

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns the event, without an envelope around it
 */
function sentryEvent (dump, sourceMaps) {
  const { header, process } = dump
  const { type, message, isFatal, diagnosis, fingerprint, request, causes, frames } = exportedCrash(dump, sourceMaps)
  const commit = /** @type {{ commit?: unknown }|undefined} */ (process?.git)?.commit
  return {
    // The id is derived from the dump, so that Sentry recognises a dump that is sent twice.
    event_id: createHash('sha256')
      .update(`${header.time} ${header.pid} ${header.threadId} ${path.basename(dump.file)}`)
      .digest('hex')
      .slice(0, 32),
    timestamp: Date.parse(header.time) / 1000,
    platform: 'node',
    level: /** @type {'fatal'|'error'} */ (isFatal ? 'fatal' : 'error'),
    ...(typeof commit === 'string' && { release: commit }),
    ...optional('server_name', textFact(dump, 'hostname')),
    exception: {
      values: [
        ...(causes.length > 0 ? causes.map(linkedError).reverse() : causesInProperties(dump)),
        {
          type,
          value: message,
          mechanism: {
            type: MECHANISMS[header.trigger] ?? 'generic',
            handled: !isFatal,
            ...(causes.length > 0 && { exception_id: 0 })
          },
          ...(frames.length > 0 && { stacktrace: { frames: frames.map(sentryFrame).reverse() } })
        }
      ]
    },
    ...(request !== null && requestFacts(dump, request)),
    contexts: {
      ...(request?.traceId !== undefined &&
        request.spanId !== undefined && { trace: { trace_id: request.traceId, span_id: request.spanId } }),
      runtime: { name: 'node', version: header.node },
      os: { name: header.platform, ...optional('kernel_version', textFact(dump, 'osRelease')) },
      device: {
        arch: header.arch,
        ...optional('memory_size', numberFact(dump, 'totalMemoryBytes')),
        ...optional('free_memory', numberFact(dump, 'freeMemoryBytes')),
        ...optional('processor_count', numberFact(dump, 'cpus'))
      }
    },
    tags: { 'crash_collector.trigger': header.trigger, 'crash_collector.fingerprint': fingerprint },
    extra: {
      ...optional('diagnosis', diagnosis),
      pid: header.pid,
      threadId: header.threadId,
      dump: path.basename(dump.file),
      ...optional('annotations', annotationsFact(dump))
    },
    ...optional('modules', modules(process?.packages)),
    sdk: { name: 'crash-collector', version: header.collectorVersion }
  }
}

/** The members of a user that Sentry knows. */
const USER_FIELDS = ['id', 'email', 'username']

/**
 * @param {Dump} dump
 * @param {import('../crash/request').Request} request
 */
function requestFacts (dump, { method, url, route, headers, user }) {
  const known = USER_FIELDS.flatMap(name => {
    const value = dataProperty(dump, user, name)
    return value?.value === undefined || value.subtype === 'null' ? [] : [[name, plainValue(dump, value)]]
  })
  return {
    ...optional('transaction', route && `${method ?? ''} ${route}`.trim()),
    request: {
      ...optional('method', method),
      ...optional('url', url),
      ...(headers.length > 0 && {
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(plainValue(dump, value))]))
      })
    },
    ...(known.length > 0 && { user: Object.fromEntries(known) })
  }
}

/** @param {PlainFrame} frame */
function sentryFrame ({ functionName, file, path, line, column, isApplication, code, variables }) {
  return {
    function: functionName === '' ? '<anonymous>' : functionName,
    filename: file,
    abs_path: path,
    lineno: line,
    colno: column,
    in_app: isApplication,
    ...(code && { pre_context: code.before, context_line: code.line, post_context: code.after }),
    ...(variables && Object.keys(variables).length > 0 && { vars: { ...variables } })
  }
}

/**
 * An entry of the event's list of errors. Sentry orders that list from the oldest to the newest; the ids say which
 * error is the cause of which.
 * @param {import('./exported-crash').CauseFacts} cause
 */
function linkedError ({ index, of, path, type, message, frames }) {
  return {
    type,
    value: message,
    mechanism: { type: 'chained', handled: true, exception_id: index, parent_id: of, source: path },
    ...(frames.length > 0 && { stacktrace: { frames: frames.map(sentryFrame).reverse() } })
  }
}

/**
 * The causes of a dump of version 1, which has no records of causes, only their objects.
 * @param {Dump} dump
 */
function causesInProperties (dump) {
  const found = []
  let value = dataProperty(dump, dump.exception?.value, 'cause')
  for (let i = 0; i < MAX_CAUSES && value?.objectId !== undefined; i++) {
    const record = dump.object(value.objectId)
    if (record?.subtype !== 'error') break
    found.push({
      type: record.className ?? 'Error',
      value: wholeString(dataProperty(dump, value, 'message')) ?? '',
      mechanism: { type: 'chained', handled: true }
    })
    value = dataProperty(dump, value, 'cause')
  }
  return found.reverse()
}

/** @param {unknown} packages */
function modules (packages) {
  if (!Array.isArray(packages)) return undefined
  const entries = packages
    .filter(each => typeof each?.name === 'string' && typeof each.version === 'string')
    .map(({ name, version }) => [name, version])
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/**
 * @template {string} K
 * @template T
 * @param {K} name
 * @param {T|undefined} value
 * @returns {{ [key in K]?: T }}
 */
function optional (name, value) {
  return /** @type {{ [key in K]?: T }} */ (value === undefined ? {} : { [name]: value })
}

module.exports = { sentryEvent }
