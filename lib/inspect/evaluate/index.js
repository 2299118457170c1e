'use strict'
// Evaluates an expression against a frame of a dump, in a process of its own.

const { spawn } = require('node:child_process')
const path = require('node:path')
const { CrashCollectorError } = require('../../errors')
const { parseAnswer } = require('./answer')
const { planEvaluation, MAX_OBJECTS } = require('./plan')
const { syntaxProblem } = require('./generate-code')
const { LIMITS } = require('../values/limit-reasons')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./child').Answer} Answer */

const CHILD = path.join(__dirname, 'child.js')
const DEFAULT_TIMEOUT_MS = 2000
/**
 * A day: a timer of Node.js takes 31 bits of milliseconds, and one that is set for longer ends at once
 * (test/workarounds/timer-overflow.js, Node.js 20 to 26).
 */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000
/** Time for the process to start and to rebuild the values, on top of the time for the expression. */
const GRACE_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const MAX_HEAP_MB = 512
/** How many objects the first attempt rebuilds: quickly, and enough for nearly all expressions. */
const NEAREST_OBJECTS = 5000

/**
 * The outcome of an evaluation. `object()` finds the objects that values refer to.
 * @typedef {object} Evaluation
 * @property {'returned'|'threw'} status
 * @property {Value} value returned or thrown
 * @property {string} [error] of a thrown error: `TypeError: …`, or `NotCaptured: …`
 * @property {ObjectRecord[]} objects
 * @property {(objectId: string) => ObjectRecord|undefined} object
 */

/**
 * @param {Dump} dump
 * @param {string} expression JavaScript
 * @param {{ frame?: number|string, timeoutMs?: number, allowFunctions?: boolean, identitiesSuffice?: boolean }}
 *   [options] frame: index of a call frame, or id of an async task; allowFunctions: functions of the dump may be called
 *   even where their source is not in a file of this machine; identitiesSuffice: the caller looks objects of the result
 *   up in the dump
 * @returns {Promise<Evaluation>}
 * @throws {CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT, EVALUATION_FAILED
 */
async function evaluate (
  dump,
  expression,
  { frame = 0, timeoutMs: wantedMs = DEFAULT_TIMEOUT_MS, allowFunctions = false, identitiesSuffice = false } = {}
) {
  const place = findPlace(dump, frame)
  const timeoutMs = Math.min(wantedMs, MAX_TIMEOUT_MS)
  let answer
  const attempts = [
    { maxObjects: NEAREST_OBJECTS, deeper: true },
    { maxObjects: MAX_OBJECTS, deeper: true }
  ]
  // A heap snapshot is read only for what the dump itself doesn't answer.
  if (dump.hasUnread) attempts.unshift({ maxObjects: NEAREST_OBJECTS, deeper: false })
  for (const attempt of attempts) {
    let request
    try {
      request = planEvaluation(dump, place, expression, { allowFunctions, ...attempt })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return thrown(syntaxError(expression, error))
    }
    answer = await runChild({ ...request, timeoutMs }, timeoutMs + GRACE_MS)
    // The dump has the whole result, however little of it was rebuilt.
    const known =
      answer.isIdentity === true && answer.value?.objectId !== undefined
        ? dump.object(answer.value.objectId)
        : undefined
    if (known !== undefined && answer.value !== undefined) {
      const { notCapturedReason, ...value } = answer.value
      answer = { status: /** @type {const} */ ('returned'), value, objects: [known], isComplete: false }
    }
    const isEnough = answer.wantsMore !== true && (answer.isComplete !== false || identitiesSuffice)
    if (
      !attempt.deeper &&
      !identitiesSuffice &&
      answer.objects.some(({ objectId }) => isCutShort(dump.ownObject(objectId)))
    ) {
      continue
    }
    if (isEnough || !request.plan.isPartial) break
  }
  if (answer === undefined) throw new TypeError('unreachable')
  if (answer.status === 'timeout') throw timedOut(timeoutMs)
  if (answer.status === 'waiting') {
    return thrown('NotCaptured: the promise did not settle (timers and I/O are not there in a dead process)')
  }
  if (answer.status === 'failed' || answer.value === undefined) {
    throw new CrashCollectorError(
      'EVALUATION_FAILED',
      `the expression could not be evaluated: ${answer.error ?? 'no answer'}`,
      { hint: 'crash-collector show --all prints all variables' }
    )
  }
  const { objects } = answer
  for (const record of objects) {
    // A stand-in for a function that could not be made again has a text that means nothing.
    const known = dump.object(record.objectId)
    if (known?.type === 'function') record.source = known.source
    if (known?.readAt !== undefined) record.readAt = known.readAt
    if (known?.restReadAt !== undefined) record.restReadAt = known.restReadAt
    // An object that was rebuilt in part must not pass for the whole.
    if (known?.fromHeapSnapshot === true) {
      Object.assign(record, {
        size: known.size,
        length: known.length,
        notCaptured: known.notCaptured,
        fromHeapSnapshot: true
      })
    }
  }
  const byId = new Map(objects.map(record => [record.objectId, record]))
  return {
    status: answer.status,
    value: answer.value,
    error: answer.error,
    objects,
    object: objectId => byId.get(objectId) ?? dump.object(objectId)
  }
}

/** @param {ObjectRecord|undefined} record */
function isCutShort (record) {
  return record?.notCaptured?.some(({ reason }) => LIMITS.includes(reason)) === true
}

/**
 * @param {Dump} dump
 * @param {number|string} frame
 */
function findPlace (dump, frame) {
  const place =
    dump.allCallFrames.find(({ index }) => String(index) === String(frame)) ??
    dump.asyncTasks.find(({ taskId }) => taskId === frame)
  if (place !== undefined) return place
  const indices = dump.allCallFrames.map(({ index }) => index)
  const known = [
    ...(indices.length > 0 ? [`frames ${indices[0]} to ${indices[indices.length - 1]}`] : []),
    ...(dump.asyncTasks.length > 0 ? [`${dump.asyncTasks.length} async tasks (${dump.asyncTasks[0].taskId} …)`] : [])
  ]
  throw new CrashCollectorError('NO_SUCH_FRAME', `there is no frame ${frame} in this dump`, {
    hint:
      known.length > 0 ? `it has ${known.join(' and ')}` : 'no variables were captured; crash-collector show says why'
  })
}

/**
 * Says what is wrong in the words of V8, which people know.
 * @param {string} expression
 * @param {SyntaxError} error of the parser
 */
function syntaxError (expression, error) {
  const problem = syntaxProblem(`(async function () { return (${expression}\n) })`)
  const message = problem.replace(/^its source was not understood: /, '')
  return `SyntaxError: ${message === '' ? error.message : message}`
}

/**
 * @param {string} error
 * @returns {Evaluation}
 */
function thrown (error) {
  return {
    status: 'threw',
    value: {
      type: 'object',
      subtype: 'error',
      className: error.split(':', 1)[0],
      description: error,
      notCapturedReason: 'unavailable'
    },
    error,
    objects: [],
    object: () => undefined
  }
}

/** @param {number} timeoutMs */
function timedOut (timeoutMs) {
  return new CrashCollectorError('EVALUATION_TIMEOUT', `the expression did not end within ${timeoutMs} ms`, {
    hint: 'it was stopped; --timeout sets the limit in milliseconds'
  })
}

/**
 * @returns {string[]} those flags that this Node.js knows of the ones that take from the process what it does not need
 */
function childFlags () {
  const flags = ['--no-warnings', '--disallow-code-generation-from-strings', `--max-old-space-size=${MAX_HEAP_MB}`]
  const permission = ['--permission', '--experimental-permission'].find(flag =>
    process.allowedNodeEnvironmentFlags.has(flag)
  )
  if (permission === undefined) return flags
  // The process may read its own code. It may write nothing and have no children, no workers, no addons, and from
  // Node.js 25 on no network.
  return [...flags, permission, `--allow-fs-read=${path.join(__dirname, '..', '*')}`]
}

/**
 * @param {import('./child').Request} request
 * @param {number} deadlineMs
 * @returns {Promise<Answer>}
 */
function runChild (request, deadlineMs) {
  return new Promise((resolve, reject) => {
    // An empty environment: NODE_OPTIONS may well preload the collector itself.
    const child = spawn(process.execPath, [...childFlags(), CHILD], {
      env: systemEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, deadlineMs)
    /** @type {Buffer[]} */
    const output = []
    let bytes = 0
    let errors = ''
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      output.push(chunk)
      if ((bytes += chunk.length) > MAX_ANSWER_BYTES) child.kill('SIGKILL')
    })
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      errors = (errors + chunk).slice(0, 4096)
    })
    child.stdin.on('error', () => {}) // it died before it had read everything: its exit tells that
    child.on('error', cause => {
      clearTimeout(timer)
      reject(
        new CrashCollectorError('EVALUATION_FAILED', 'the process that evaluates could not be started', {
          hint: String(cause),
          cause
        })
      )
    })
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      const answer = bytes > MAX_ANSWER_BYTES ? null : parseAnswer(Buffer.concat(output).toString('utf8'))
      if (answer !== null) return resolve(answer)
      if (isLate && bytes <= MAX_ANSWER_BYTES) return reject(timedOut(deadlineMs))
      const reason =
        bytes > MAX_ANSWER_BYTES
          ? 'the result is too big'
          : /heap out of memory/.test(errors)
            ? 'it took too much memory'
            : exitCode === 0
              ? 'the answer makes no sense'
              : `the process ended with ${signal ?? exitCode}`
      reject(
        new CrashCollectorError('EVALUATION_FAILED', `the expression could not be evaluated: ${reason}`, {
          hint: 'ask for less, a property or a slice'
        })
      )
    })
    child.stdin.end(JSON.stringify(request))
  })
}

/** The variables without which Windows can't start a process. */
function systemEnvironment () {
  return process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}
}

module.exports = { evaluate, childFlags }
