'use strict'
// Records which functions and statements run on behalf of a request: `executionPath` is on.

const { defineCounters } = require('./attribution/counters')
const { Choice } = require('./attribution/choice')
const { watchRequests } = require('./attribution/requests')
const { Traces, now } = require('./attribution/traces')
const { correctStacks } = require('./loading/correct-stacks')
const { installLoadHooks } = require('./loading/load-hooks')
const { programOnDisk } = require('./loading/program-text')
const { cachedWeave } = require('./loading/table-cache')
const { lastSucceeded } = require('./recording/last-succeeded')
const { pathRecord } = require('./recording/path-record')
const { unwovenNative } = require('./recording/unwoven-native')
const { weave } = require('./weaving/weave')
const { WovenFiles } = require('./weaving/woven-file')

/** @typedef {import('../../lib/addon/native-functions').Native} Native */

/** @typedef {import('../../lib/execution-path-types').CurrentPath} CurrentPath */
/** @typedef {import('../../lib/execution-path-types').ExecutionPaths} ExecutionPaths */

/**
 * @param {import('crash-collector-shared/config').Config} config
 * @param {Native} native
 * @returns {ExecutionPaths}
 */
function startExecutionPaths (config, native) {
  const files = new WovenFiles(cachedWeave(weave, native))
  const traces = new Traces(native)
  const counters = defineCounters(traces, native.continuationData())
  const { current, enter, goBack, rest, runIn, storage, counterObjects } = counters
  const { wrapCall } = native
  const choice = new Choice(config.executionPath === 'request' ? 1 : Number(config.executionPath))
  watchRequests({ traces, current, enter, goBack, rest, wrapCall, isTraced: request => choice.takes(request) })
  installLoadHooks({ files, packages: config.executionPathPackages }, native)
  native.shareWovenFiles(files.shared)
  correctStacks(files, native)
  const unwoven = unwovenNative(native, files, {
    storage,
    textsOf: [url => files.find(url)?.source ?? null, programOnDisk],
    weave: files.weave,
    momentNow () {
      const trace = traces.find(current())
      return trace === undefined ? undefined : { number: trace.number, length: trace.length }
    }
  })

  return {
    native: unwoven.native,
    ownObjects: [storage, ...counterObjects, traces, files, choice],
    run (name, fn, isTest) {
      // It goes on until the next test begins, whatever it returns.
      if (isTest) return runIn(traces.beginTest(String(name)), fn)
      traces.endSettled()
      const number = traces.begin(String(name))
      const result = runIn(number, fn)
      // A job that returns a promise goes on.
      if (typeof result?.then === 'function') traces.endWith(number, result)
      else traces.end(number, true)
      return result
    },
    choose (predicate) {
      choice.predicate = predicate
    },
    current () {
      const trace = traces.find(current())
      return trace === undefined ? null : currentPath(trace, files)
    },
    record (captureId, scripts, redactText) {
      const moment = unwoven.momentOf(captureId)
      const trace = traces.find(moment?.number ?? current()) ?? traces.find(traces.test)
      if (trace === undefined) return null
      const { hasEnded } = trace
      // It may end the failing job, too.
      traces.endSettled()
      const packages = config.executionPathPackages
      const thrownAfter = moment?.length
      const succeeded = lastSucceeded(trace, thrownAfter ?? trace.length, traces.ended, files)
      return pathRecord(trace, files, { hasEnded, thrownAfter, succeeded, scripts, packages, redactText })
    }
  }
}

/**
 * @param {import('./attribution/traces').Trace} trace
 * @param {WovenFiles} files
 * @returns {CurrentPath}
 */
function currentPath (trace, files) {
  /** @type {CurrentPath['steps']} */
  const steps = []
  for (let i = 0; i < trace.length; i++) {
    const block = files.blockOf(trace.ids[i])
    if (block !== undefined) steps.push({ ...block, ms: trace.times[i] })
  }
  /** @type {CurrentPath['contextChanges']} */
  const contextChanges = []
  for (const { id, ran, other } of trace.changes) {
    const block = files.blockOf(id)
    if (block === undefined) continue
    const { url, functionName, startOffset } = block
    contextChanges.push({ url, functionName, startOffset, ran, other })
  }
  const elapsedMs = now() - trace.startedAt
  return { name: trace.name, elapsedMs, steps, truncated: trace.isTruncated, contextChanges }
}

module.exports = { startExecutionPaths }
