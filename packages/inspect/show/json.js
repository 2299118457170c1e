'use strict'
// Converts a dump to the one JSON document that `show --json` prints. Lines and columns are 0-based, as in CDP.

const { nativeStack } = require('../native-stack')
const { factsOf } = require('../crash/facts')
const { allSchedulingFrames } = require('../scheduling')
const { describeValue, describeObject } = require('../values/describe-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../values/types').ObjectSource} ObjectSource */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */
/** @typedef {import('../usual/other-dumps').OtherRuns} OtherRuns */

/**
 * @param {Value} value
 * @param {ObjectSource} source
 * @returns {Value & { description: string }}
 */
function valueToJson (value, source) {
  return { ...value, description: describeValue(value, source) }
}

/**
 * The value, or an object without `type` that has the reason why the value is missing.
 * @param {{ value?: Value, get?: Value, set?: Value, notCapturedReason?: string }} holder
 * @param {ObjectSource} source
 */
function holderToJson (holder, source) {
  if (holder.value !== undefined) return valueToJson(holder.value, source)
  const reason = holder.notCapturedReason
  if (reason !== undefined) return { description: `<${reason}>`, notCapturedReason: reason }
  return {
    description: holder.get === undefined ? '[Setter]' : holder.set === undefined ? '[Getter]' : '[Getter/Setter]',
    ...(holder.get && { get: valueToJson(holder.get, source) }),
    ...(holder.set && { set: valueToJson(holder.set, source) })
  }
}

/**
 * @param {Dump} dump
 * @param {Scope} scope
 */
function scopeToJson (dump, scope) {
  const { variables, ...rest } = dump.scope(scope)
  const byName = Object.create(null)
  /** @type {import('../values/types').PassedVariable[]} */
  const all = variables
  for (const { name, generatedName, passedTo, passedBy, ...held } of all) {
    byName[name] = {
      ...holderToJson(held, dump),
      ...(generatedName !== undefined && { generatedName }),
      ...(passedTo !== undefined && { passedTo }),
      ...(passedBy !== undefined && { passedBy })
    }
  }
  return { ...rest, type: scope.type, variables: byName }
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectSource} source
 */
function objectToJson (record, source) {
  const { kind, properties, internalProperties, privateProperties, entries, scopes, ...rest } = record
  return {
    ...rest,
    description: describeObject(record),
    properties: properties.map(property => ({
      name: property.name,
      ...(property.generatedName !== undefined && { generatedName: property.generatedName }),
      ...(property.symbol && { symbol: valueToJson(property.symbol, source) }),
      ...(property.enumerable === false && { enumerable: false }),
      value: holderToJson(property, source)
    })),
    ...(internalProperties && {
      internalProperties: internalProperties.map(({ name, value }) => ({ name, value: valueToJson(value, source) }))
    }),
    ...(privateProperties && {
      privateProperties: privateProperties.map(each => ({
        name: each.name,
        ...(each.generatedName !== undefined && { generatedName: each.generatedName }),
        value: holderToJson(each, source)
      }))
    }),
    ...(entries && {
      entries: entries.map(({ key, value }) => ({
        ...(key && { key: valueToJson(key, source) }),
        value: valueToJson(value, source)
      }))
    })
  }
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {OtherRuns} [runs]
 */
function dumpToJson (dump, sourceMaps, runs) {
  const { kind: headerKind, format, version, ...header } = dump.header
  const { kind: processKind, ...process } = dump.process ?? { kind: 'process' }
  const { diagnosis, request } = factsOf(dump)
  const objects = Object.create(null)
  for (const record of dump.objects()) objects[record.objectId] = objectToJson(record, dump)
  return {
    ...header,
    formatVersion: version,
    file: dump.file,
    truncated: dump.truncated,
    diagnosis,
    // The rules are loaded here, because opening a dump does not need them.
    unlike: require('../usual').unlikeOthers(dump, runs?.others),
    origin: require('../origin').valueOrigin(dump),
    ...(request !== null && { request: requestToJson(dump, request) }),
    signal: dump.signal && signalToJson(dump, dump.signal),
    exception: dump.exception && exceptionToJson(dump, dump.exception),
    callFrames: dump.callFrames.map(frame => frameToJson(dump, sourceMaps, frame)),
    scheduledBy: allSchedulingFrames(dump).map(frame => frameToJson(dump, sourceMaps, frame)),
    causes: dump.causes.map(({ kind, value, ...cause }) => {
      const perspective = dump.seenFrom(cause.index)
      return {
        ...cause,
        value: valueToJson(value, dump),
        diagnosis: require('../explain').explain(perspective),
        callFrames: perspective.callFrames.map(frame => frameToJson(dump, sourceMaps, frame))
      }
    }),
    threads: dump.threads.map(thread => {
      const { kind, callFrames, ...rest } = thread
      const frames = dump.seenFromThread(thread).callFrames.map(frame => frameToJson(dump, sourceMaps, frame))
      return { ...rest, ...(callFrames && { callFrames: frames }) }
    }),
    asyncTasks: dump.asyncTasks.map(({ kind, scopeChain, ...task }) => ({
      ...task,
      original: sourceMaps.original(task),
      scopeChain: scopeChain.map(scope => scopeToJson(dump, scope)),
      ...(task.this && { this: valueToJson(task.this, dump) })
    })),
    process,
    executionPath: dump.executionPath && withoutKind(dump.executionPath),
    heapSummary: dump.heapSummary && withoutKind(dump.heapSummary),
    notCaptured: dump.notCaptured,
    captureErrors: dump.end?.captureErrors ?? [],
    durations: dump.end?.durations ?? null,
    objects
  }
}

/**
 * What `show --compare --json` prints.
 * @param {Dump} dump
 * @param {OtherRuns} runs
 */
function comparisonToJson (dump, runs) {
  return {
    file: dump.file,
    unlike: require('../usual').unlikeOthers(dump, runs.others),
    frames: require('../usual/compare-runs').compareRuns(dump, runs).map(({ frame, sources }) => ({
      index: frame.index,
      functionName: frame.functionName,
      url: frame.url,
      lineNumber: frame.lineNumber,
      columnNumber: frame.columnNumber,
      sources
    })),
    succeeded: require('../execution-path/compare-paths').compareWithSucceeded(dump),
    dumpsOfThisCrash: runs.same.map(({ file }) => file),
    otherDumps: runs.others.map(({ file }) => file)
  }
}

/**
 * @param {Dump} dump
 * @param {import('../crash/request').Request} request
 */
function requestToJson (dump, { headers, user, ...request }) {
  return {
    ...request,
    headers: headers.map(([name, value]) => ({ name, value: valueToJson(value, dump) })),
    ...(user && { user: valueToJson(user, dump) })
  }
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} record
 */
function frameToJson (dump, sourceMaps, record) {
  const { kind, scopeChain, ...frame } = record
  return {
    ...frame,
    original: sourceMaps.original(record),
    scopeChain: scopeChain.map(scope => scopeToJson(dump, scope)),
    this: valueToJson(frame.this, dump)
  }
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').ExceptionRecord} exception
 */
function exceptionToJson (dump, { kind, value, ...exception }) {
  return { ...exception, value: valueToJson(value, dump) }
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').SignalRecord} signal
 */
function signalToJson (dump, { kind, frames, ...signal }) {
  const names = nativeStack(dump).map(({ name }) => name)
  return { ...signal, frames: frames.map((frame, i) => ({ ...frame, functionName: names[i] })) }
}

/** @param {{ kind: string }} record */
function withoutKind ({ kind, ...members }) {
  return members
}

module.exports = { comparisonToJson, dumpToJson, valueToJson, objectToJson }
