'use strict'
// Evaluates an expression against a frame of a dump, in a process of its own.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
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
 * One day. A timer of Node.js takes 31 bits of milliseconds; a longer one ends at once
 * (test/workarounds/timer-overflow.js, Node.js 20 to 26).
 */
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000
/** Time for the process to start and to rebuild the values, and as much again to read the result. */
const GRACE_MS = 10_000
/** Time for V8 to end the expression at its limit. */
const LATE_MS = 1000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const MAX_HEAP_MB = 512
/** V8's limit holds for its heap. The bytes of an ArrayBuffer are elsewhere. */
const MAX_RESIDENT_BYTES = 1024 ** 3
const PAGE_BYTES = 4096
const LOOK_MS = 20
const NEWLINE = 10
/** How many objects the first attempt rebuilds. It is quick, and enough for nearly all expressions. */
const NEAREST_OBJECTS = 5000

/**
 * The result of an evaluation. `object()` finds the objects that values refer to.
 * @typedef {object} Evaluation
 * @property {'returned'|'threw'} status
 * @property {Value} value returned or thrown
 * @property {string} [error] the text of a thrown error: `TypeError: …`, or `NotCaptured: …`
 * @property {ObjectRecord[]} objects
 * @property {(objectId: string) => ObjectRecord|undefined} object
 */

/**
 * @param {Dump} dump
 * @param {string} expression JavaScript
 * @param {object} [options]
 * @param {number|string} [options.frame] index of a call frame, or id of an async task
 * @param {number} [options.timeoutMs]
 * @param {boolean} [options.allowFunctions] functions of the dump may be called even if no file of this machine has
 *   them
 * @param {boolean} [options.identitiesSuffice] the caller looks up objects of the result in the dump
 * @param {AbortSignal} [options.signal] nobody waits for the result any more
 * @returns {Promise<Evaluation>}
 * @throws {CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT, EVALUATION_FAILED
 */
async function evaluate (dump, expression, options = {}) {
  const { frame = 0, timeoutMs: wantedMs = DEFAULT_TIMEOUT_MS, signal } = options
  const { allowFunctions = false, identitiesSuffice = false } = options
  const place = findPlace(dump, frame)
  const timeoutMs = Math.min(wantedMs, MAX_TIMEOUT_MS)
  let answer
  const attempts = [
    { maxObjects: NEAREST_OBJECTS, deeper: true },
    { maxObjects: MAX_OBJECTS, deeper: true }
  ]
  // A heap snapshot is read only if the dump itself does not answer.
  if (dump.hasUnread) attempts.unshift({ maxObjects: NEAREST_OBJECTS, deeper: false })
  for (const attempt of attempts) {
    let request
    try {
      request = planEvaluation(dump, place, expression, { allowFunctions, ...attempt })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return thrown(syntaxError(expression, error))
    }
    answer = await runChild({ ...request, timeoutMs }, signal)
    // The result is an object of the dump, and the dump has all of it even if the attempt rebuilt only its identity.
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
    // A function that could not be made again is represented by another function, whose text means nothing.
    const known = dump.object(record.objectId)
    if (known?.type === 'function') record.source = known.source
    if (known?.readAt !== undefined) record.readAt = known.readAt
    if (known?.restReadAt !== undefined) record.restReadAt = known.restReadAt
    // An object that was rebuilt in part must be marked as incomplete.
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
 * Reports a syntax error with V8's message, which users know.
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
 * @returns {string[]} flags, as far as this Node.js has them, that take rights from the process that it does not need
 */
function childFlags () {
  const flags = ['--no-warnings', '--disallow-code-generation-from-strings', `--max-old-space-size=${MAX_HEAP_MB}`]
  const permission = ['--permission', '--experimental-permission'].find(flag =>
    process.allowedNodeEnvironmentFlags.has(flag)
  )
  if (permission === undefined) return flags
  // The process may read its own code. It may not write files or start child processes, workers or addons, and from
  // Node.js 25 on it has no network.
  return [...flags, permission, `--allow-fs-read=${path.join(__dirname, '..', '*')}`]
}

/**
 * @param {number} pid
 * @returns {number} bytes of memory that the process has now; 0 if that is not known here
 */
function residentBytes (pid) {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0 // no Linux, or the process has ended
  }
}

/**
 * @param {import('./child').Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
function runChild (request, signal) {
  return new Promise((resolve, reject) => {
    // The environment is empty, because NODE_OPTIONS may preload the collector itself.
    const child = spawn(process.execPath, [...childFlags(), CHILD], {
      env: systemEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: 'SIGKILL'
    })
    let isLate = false
    let isTooBig = false
    const late = () => {
      isLate = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(late, GRACE_MS)
    // Each newline before the answer is a phase: the expression begins, the expression has ended.
    const limits = [request.timeoutMs + LATE_MS, GRACE_MS]
    const watch = setInterval(() => {
      if (residentBytes(child.pid ?? 0) <= MAX_RESIDENT_BYTES) return
      isTooBig = true
      child.kill('SIGKILL')
    }, LOOK_MS)
    /** @type {Buffer[]} */
    const output = []
    let bytes = 0
    let errors = ''
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      for (let i = 0; chunk[i] === NEWLINE && limits.length > 0; i++) {
        clearTimeout(timer)
        timer = setTimeout(late, limits.shift())
      }
      output.push(chunk)
      if ((bytes += chunk.length) > MAX_ANSWER_BYTES) child.kill('SIGKILL')
    })
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      errors = (errors + chunk).slice(0, 4096)
    })
    child.stdin.on('error', () => {}) // the child died before it had read everything; its exit reports that
    child.on('error', cause => {
      clearTimeout(timer)
      clearInterval(watch)
      reject(
        new CrashCollectorError('EVALUATION_FAILED', 'the process that evaluates could not be started', {
          hint: String(cause),
          cause
        })
      )
    })
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      clearInterval(watch)
      const answer = bytes > MAX_ANSWER_BYTES ? null : parseAnswer(Buffer.concat(output).toString('utf8'))
      if (answer !== null) return resolve(answer)
      if (isLate && bytes <= MAX_ANSWER_BYTES) return reject(timedOut(request.timeoutMs))
      const reason =
        bytes > MAX_ANSWER_BYTES
          ? 'the result is too big'
          : isTooBig || /heap out of memory/.test(errors)
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

/** Windows can't start a process without these variables. */
function systemEnvironment () {
  return process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}
}

module.exports = { evaluate, childFlags }
