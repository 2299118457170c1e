'use strict'
// Reads values without the addon: properties through descriptors, the rest over the inspector. Breadth first, so that
// what is near the throw survives any limit.

const { BigInt, MathRound, hrtime } = require('./primordials')
const { BufferFromString } = require('./object-primordials')
const { describeObject } = require('./describe-object')
const { liveValues, openConnection, takeReachable } = require('../fallback/live-values')
const { askInternals, hasPlace, internalsChoice, writeInternals } = require('./object-internals')
const { objectTable } = require('./object-table')
const { scopeVariables } = require('./own-properties')
const { recordRedactor } = require('./redact-records')
const { OVERLAP } = require('./redaction')
const { remoteValue, remoteVariables } = require('./remote-variables')
const { toJson } = require('./to-json')
const { withUnformattedStacks } = require('../fallback/unformatted-stacks')

/**
 * @typedef {import('../fallback/live-values').Connection} Connection
 * @typedef {import('./describe-object').Draft} Draft
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('../fallback/paused-walk').Walk} Walk
 * @typedef {import('./native-walk').WalkedObjects} WalkedObjects
 */

/**
 * @typedef {object} WalkLimits
 * @property {number} deadlineMs
 * @property {number} maxBytes
 * @property {number} maxDepth
 * @property {number} maxObjects
 * @property {number} maxProperties
 * @property {number} maxEntries
 * @property {number} maxStringLength
 * @property {number} [maxBufferBytes]
 * @property {string} [idPrefix]
 * @property {Record<string, string>} [urls] of scripts, by scriptId
 * @property {import('./redaction').Redactor} [redactor]
 */

/** Objects at most this deep count as next to the frames. */
const NEAR_DEPTH = 1

/** Objects whose internals are asked for together. */
const BATCH = 64

const MAX_BUFFER_BYTES = 256

/** @type {Record<string, string>} */
const NO_URLS = Object.freeze({ __proto__: /** @type {any} */ (null) })

/**
 * @param {WalkLimits} options
 * @returns {Walk & { attach: (connection: Connection | null) => void }}
 */
function inspectorWalk (options) {
  const { maxStringLength, maxBufferBytes = MAX_BUFFER_BYTES, redactor } = options
  const redact = redactor?.enabled ? recordRedactor(redactor, { maxStringLength, maxBufferBytes }) : null
  const overlap = redact === null ? 0 : OVERLAP
  const limits = {
    ...options,
    maxStringLength: maxStringLength + overlap,
    maxBufferBytes: maxBufferBytes + overlap,
    overlap,
    idPrefix: options.idPrefix ?? '',
    urls: options.urls ?? NO_URLS
  }
  const table = objectTable(limits)
  const choice = internalsChoice()
  let deadlineNs = 0n
  /** @type {import('../fallback/pause').Post | null} */
  let command = null
  /** @type {ReturnType<typeof liveValues> | null} */
  let live = null
  /** @type {unknown[]} */
  let values = []
  /** @type {RemoteObject[]} what there are values of, or must do without */
  let remotes = []
  const isLate = () => hrtime() > deadlineNs

  /** @param {Connection | null} connection */
  function attach (connection) {
    deadlineNs = hrtime() + BigInt(MathRound(limits.deadlineMs * 1e6))
    live = connection === null ? null : liveValues(connection)
  }

  /** @param {Draft[]} drafts */
  function complete (drafts) {
    if (drafts.length === 0) return
    if (live === null) {
      for (let i = 0; i < drafts.length; i++) lacks(drafts[i], 'noInspector')
    } else if (isLate()) {
      for (let i = 0; i < drafts.length; i++) lacks(drafts[i], 'timeout')
    } else {
      const answers = askInternals(live, drafts, isLate)
      for (let i = 0; i < answers.length; i++) choice.learn(answers[i])
      writeInternals(live, answers, table, limits)
    }
  }

  /** @param {number} index in the table's queue */
  function describe (index) {
    const entry = table.queue[index]
    table.setDepth(entry.depth + 1)
    return describeObject(entry, table, limits)
  }

  /** @param {string} json of a Value */
  const safe = json => redact === null ? json : redact.value(json)
  /** @param {{ json: string, missing: number }} variables JSON of a Variable[] */
  const safeVariables = ({ json, missing }) => ({ json: redact === null ? json : redact.variables(json), missing })

  return {
    attach,
    begin (post, anchorId, anchor, objects) {
      if (live === null) attach({ post, anchorId, anchor })
      remotes = objects
      command = post
      takeReachable({ post, anchorId, anchor }, objects, values)
    },
    value (index) {
      return safe(index in values ? table.value(values[index]) : remoteValue(remotes[index], table.value))
    },
    variables (index) {
      return safeVariables(index in values
        ? scopeVariables(/** @type {object} */ (values[index]), table, limits)
        : remoteVariables(/** @type {import('../fallback/pause').Post} */ (command), /** @type {string} */ (remotes[index].objectId), table.value, limits))
    },
    liveVariables: object => safeVariables(scopeVariables(object, table, limits)),
    liveValue: value => safe(table.value(value)),
    finish: () => withUnformattedStacks(null, () => {
      const output = { near: '', far: '', bytes: 0 }
      /** @type {Draft[]} where they stand is worth less than what other objects hold, and costs more */
      let functions = []
      let next = 0
      while ((next < table.queue.length || functions.length > 0) && output.bytes <= limits.maxBytes && !isLate()) {
        /** @type {Draft[]} */
        let drafts = []
        const asked = []
        if (next === table.queue.length) {
          drafts = functions
          functions = []
        }
        // Of one depth: what the inspector tells must not come later than what is farther away.
        const { depth } = table.queue[next] ?? { depth: -1 }
        for (; next < table.queue.length && drafts.length < BATCH && table.queue[next].depth === depth; next++) {
          const draft = describe(next)
          if (draft.entry.kind.type === 'function' && hasPlace(draft.entry.object)) functions[functions.length] = draft
          else drafts[drafts.length] = draft
        }
        for (let i = 0; i < drafts.length; i++) if (choice.isWorthAsking(drafts[i])) asked[asked.length] = drafts[i]
        complete(asked)
        for (let i = 0; i < drafts.length; i++) write(output, drafts[i], redact)
      }
      for (let i = 0; i < functions.length; i++) {
        lacks(functions[i], 'timeout')
        write(output, functions[i], redact)
      }
      table.missing[isLate() ? 'timeout' : 'bytes'] += table.queue.length - next
      live?.release()
      values = []
      remotes = []
      return { near: BufferFromString(output.near), far: BufferFromString(output.far), missing: table.missing }
    })
  }
}

/**
 * @param {Draft} draft
 * @param {import('../dump/format').NotCapturedReason} reason
 */
function lacks (draft, reason) {
  draft.notCaptured[draft.notCaptured.length] = { reason, what: 'internalProperties' }
}

/**
 * @param {{ near: string, far: string, bytes: number }} output
 * @param {Draft} draft
 * @param {ReturnType<typeof recordRedactor> | null} redact
 */
function write (output, { entry, text, internal, notCaptured }, redact) {
  const json = `{${text}${internal === '' ? '' : `,"internalProperties":[${internal}]`}` +
    `${notCaptured.length === 0 ? '' : `,"notCaptured":${toJson(notCaptured)}`}}`
  const line = (redact === null ? json : redact.record(json)) + '\n'
  if (entry.depth <= NEAR_DEPTH) output.near += line
  else output.far += line
  output.bytes += line.length
}

/**
 * Reads values outside a pause.
 *
 * @template {object} T
 * @param {(jsonOf: import('./native-walk').LiveValue) => T} read gets what makes the JSON of a Value
 * @param {WalkLimits} limits
 * @param {(Connection & { urls?: Record<string, string> }) | null} [open] connection of a session that is there already
 * @returns {T & { objects: WalkedObjects }}
 */
function readValues (read, limits, open = null) {
  const own = open === null ? tryConnection() : null
  try {
    const walk = inspectorWalk({ ...limits, urls: open?.urls })
    walk.attach(open ?? own)
    const values = read(walk.liveValue)
    return { ...values, objects: walk.finish() }
  } finally {
    own?.close()
  }
}

function tryConnection () {
  try {
    return openConnection()
  } catch {
    return null // no inspector: what it alone knows is left out, and the records say so
  }
}

module.exports = { inspectorWalk, readValues }
