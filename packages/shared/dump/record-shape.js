'use strict'
// Checks that a parsed line has the types of format.js, so that code after the reader can rely on them. Unknown fields
// are ignored; schema.json, which the tests use, allows none.

/** @typedef {(value: unknown) => string} Check returns '', or the path and the problem */

/**
 * Limit of the nesting of free-form parts. A hostile dump could otherwise overflow the stack of code that walks them.
 */
const MAX_NESTING = 64

/** @type {Check} */
const string = value => (typeof value === 'string' ? '' : ' is not a string')
/** @type {Check} */
const boolean = value => (typeof value === 'boolean' ? '' : ' is not a boolean')
/** @type {Check} */
const number = value => (typeof value === 'number' ? '' : ' is not a number')
/** @type {Check} */
const natural = value => (Number.isSafeInteger(value) && Number(value) >= 0 ? '' : ' is not a whole number from 0')
/** Limit of the keys and elements of a free-form part, which viewers show one by one. */
const MAX_PARTS = 200_000

/** @type {Check} */
const json = value => {
  if (!nestedWithin(value, MAX_NESTING)) return ` is nested deeper than ${MAX_NESTING}`
  return partsOf(value) <= MAX_PARTS ? '' : ` has more than ${MAX_PARTS} parts`
}

/** @type {Check} */
const time = value => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? '' : ' is not a time')

/**
 * @param {readonly unknown[]} allowed
 * @returns {Check}
 */
const oneOf =
  (...allowed) =>
    value =>
      allowed.includes(value) ? '' : ` is none of ${allowed.join(', ')}`

/** V8's name of a kind of scope. A later version of V8 may have more kinds. */
const word = (/** @type {unknown} */ value) =>
  typeof value === 'string' && /^[a-z][a-z-]{0,39}$/.test(value) ? '' : ' is not a word'

/** @type {Check} */
const address = value =>
  typeof value === 'string' && /^0x[0-9a-f]{1,16}$/.test(value) ? '' : ' is not an address in hexadecimal digits'

/**
 * @param {Check} check
 * @returns {Check}
 */
const list = check => value => {
  if (!Array.isArray(value)) return ' is not an array'
  for (let i = 0; i < value.length; i++) {
    const problem = check(value[i])
    if (problem !== '') return `[${i}]${problem}`
  }
  return ''
}

/**
 * @param {Record<string, Check>} required
 * @param {Record<string, Check>} [optional]
 * @returns {Check}
 */
const object = (required, optional = {}) => {
  const fields = Object.entries(required)
  const optionalFields = Object.entries(optional)
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ' is not an object'
    for (const [name, check] of fields) {
      if (!Object.hasOwn(value, name)) return `.${name} is missing`
      const problem = check(Reflect.get(value, name))
      if (problem !== '') return `.${name}${problem}`
    }
    for (const [name, check] of optionalFields) {
      if (!Object.hasOwn(value, name)) continue
      const problem = check(Reflect.get(value, name))
      if (problem !== '') return `.${name}${problem}`
    }
    return ''
  }
}

/**
 * @param {unknown} value
 * @param {number} levels
 * @returns {boolean}
 */
function nestedWithin (value, levels) {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(each => nestedWithin(each, levels - 1))
}

/**
 * @param {unknown} value not nested deeper than MAX_NESTING
 * @returns {number}
 */
function partsOf (value) {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum, each) => sum + partsOf(each), 1)
}

const primitive = (/** @type {unknown} */ value) =>
  typeof value !== 'object' || value === null ? '' : ' is not a primitive'
const position = { lineNumber: natural, columnNumber: natural }
const value = object(
  { type: oneOf('object', 'function', 'string', 'number', 'bigint', 'boolean', 'undefined', 'symbol') },
  {
    subtype: string,
    className: string,
    description: string,
    value: primitive,
    unserializableValue: string,
    objectId: string,
    intrinsic: string,
    registryKey: string,
    length: natural,
    notCapturedReason: string
  }
)
const notCaptured = list(object({ reason: string }, { count: natural, what: string, detail: string }))
const property = object(
  { name: string },
  { symbol: value, value, get: value, set: value, enumerable: boolean, notCapturedReason: string }
)
const scope = object(
  { type: word, variables: list(object({ name: string }, { value, notCapturedReason: string })) },
  {
    name: string,
    // V8 gives negative numbers for code that was made from a string (test/workarounds/eval-scope-end.js, Node.js 20 to
    // 26).
    startLocation: object({ lineNumber: number, columnNumber: number }, { scriptId: string }),
    endLocation: object({ lineNumber: number, columnNumber: number }, { scriptId: string }),
    scopeId: string,
    notCaptured,
    saved: oneOf('live', 'unknown'),
    readAt: oneOf('report')
  }
)
/** Details of an object, which are in its record or in an objectDetails record. */
const details = {
  internalProperties: list(object({ name: string, value })),
  privateProperties: list(object({ name: string }, { value, get: value, set: value })),
  scopes: list(scope),
  notCaptured
}
/** Contents of an object at one time. */
const contents = {
  subtype: string,
  className: string,
  description: string,
  ...details,
  entries: list(object({ value }, { key: value })),
  length: natural,
  size: natural,
  bytes: object({ base64: string, byteLength: natural }, { byteOffset: natural }),
  regexp: object({ source: string, flags: string }),
  functionLocation: object(position, { scriptId: string, url: string }),
  source: string
}
const contained = { type: oneOf('object', 'function'), depth: natural, properties: list(property) }
const stack = list(object({ functionName: string, url: string, ...position }, { async: boolean }))
const thrown = { className: string, message: string, messageLength: natural, descriptionLength: natural, stack }
const captureInfo = object({ ageMs: number, durationMs: number })
const place = { functionName: string, url: string, scriptId: string, ...position }
const classCount = { className: string, count: natural, shallowBytes: natural }

/** @type {Check} */
const executedBlock = value =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  natural(value[1]) === '' &&
  natural(value[2]) === '' &&
  (value[3] === undefined || typeof value[3] === 'string')
    ? ''
    : ' is not a block'
/** @type {Check} */
const executedStep = value =>
  Array.isArray(value) && natural(value[0]) === '' && natural(value[1]) === '' && number(value[2]) === ''
    ? ''
    : ' is not a step'
const executed = {
  name: string,
  startTime: time,
  scripts: list(object({ scriptId: string, url: string, blocks: list(executedBlock) })),
  steps: list(executedStep),
  truncated: boolean
}
/** @type {Check} */
const nameOrNull = value => (value === null ? '' : string(value))
const callFrame = object(
  { index: natural, ...place, internal: boolean, this: value, scopeChain: list(scope) },
  {
    role: oneOf('awaiting', 'created', 'caller', 'exit'),
    functionLocation: object(position, { scriptId: string }),
    error: natural
  }
)

/** Facts about the process that are values of the dump. The others may be any JSON. */
const processValues = object(
  {},
  {
    annotations: value,
    asyncStores: object({ stores: list(object({ storage: value, store: value }, { name: string })) })
  }
)

/** @type {Record<string, Check>} */
const RECORD_CHECKS = {
  header: object(
    {
      collectorVersion: string,
      trigger: string,
      time,
      pid: natural,
      threadId: natural,
      node: string,
      platform: string,
      arch: string,
      mode: string,
      capture: captureInfo,
      limits: json,
      redaction: object({ enabled: boolean }, { personal: boolean, structure: boolean })
    },
    {
      ppid: natural,
      crashId: string,
      processes: list(object({ pid: natural, startTicks: natural, name: string })),
      exit: object({ code: number }, { foundBy: oneOf('variable', 'printed') }),
      settingsFile: object({ path: string, settings: list(string) }),
      test: object({ runner: string, attempt: natural }, { name: string, file: string }),
      heapLimit: object({ limitBytes: natural, usedBytes: natural }),
      memoryLimit: object({ limitBytes: natural, usedBytes: natural }, { outerGroups: natural }),
      interrupt: object({ waitedMs: number }, { blockedMs: number, signal: oneOf('SIGINT', 'SIGTERM') }),
      request: object({ framework: string }, { method: string, url: string, route: string, statusCode: natural })
    }
  ),
  signal: object(
    {
      name: string,
      number: natural,
      code: number,
      thread: object({ id: natural, name: string, type: oneOf('main', 'worker', 'other') }),
      stackPointer: address,
      frames: list(object({ address }, { module: natural, offset: address, callFrame: natural })),
      modules: list(object({ file: string, base: address }, { buildId: string }))
    },
    { address, senderPid: natural, leftOut: object({ after: natural, count: natural }) }
  ),
  exception: object({ value, description: string }, { ...thrown, handled: boolean }),
  cause: object(
    {
      index: natural,
      of: natural,
      path: string,
      value,
      description: string,
      capture: info => (info === null ? '' : captureInfo(info))
    },
    thrown
  ),
  callFrame,
  object: object({ objectId: string, ...contained }, { ...contents, readAt: oneOf('report'), sameAs: string }),
  objectDetails: object({ objectId: string }, { ...details, atReport: object(contained, contents) }),
  thread: object({ threadId: natural, state: string }, { waitedMs: number, callFrames: list(callFrame) }),
  process: record => json(record) || processValues(record),
  executionPath: object(
    {
      ...executed,
      elapsedMs: number,
      ended: boolean,
      contextChanges: list(
        object({ script: natural, block: natural, ran: oneOf('here', 'elsewhere', 'shared'), other: nameOrNull })
      ),
      packages: list(string),
      notExecuted: list(string),
      notInstrumented: list(object({ url: string, reason: string }))
    },
    { thrownAfter: natural, succeeded: object(executed) }
  ),
  asyncTask: object(
    { taskId: string, ...place, scopeChain: list(scope) },
    {
      this: value,
      notCaptured,
      taskType: string,
      awaits: list(object({}, { taskId: string, type: string, description: string, through: string }))
    }
  ),
  script: object(
    { scriptId: string, url: string, length: natural },
    {
      source: string,
      sourceMapURL: string,
      sourceMap: string,
      notCapturedReason: string
    }
  ),
  heapSummary: object(
    {
      totalBytes: natural,
      nodes: natural,
      classes: list(object(classCount)),
      classesLeftOut: natural
    },
    { before: object({ ageMs: number, totalBytes: natural, classes: list(object(classCount)) }) }
  ),
  end: object({
    records: natural,
    notCaptured,
    captureErrors: list(string),
    durations: object(
      { captureMs: number, writeMs: number },
      { asyncTasks: object({ totalMs: number }, { scanMs: number, collectMs: number }) }
    )
  })
}

/**
 * Checks a record.
 * @param {string} kind
 * @param {unknown} record
 * @returns {string} path and problem; '' when there is none
 */
function problemOfRecord (kind, record) {
  if (!Object.hasOwn(RECORD_CHECKS, kind)) return ` has the unknown kind ${JSON.stringify(kind.slice(0, 40))}`
  return RECORD_CHECKS[kind](record)
}

module.exports = { problemOfRecord, problemOfValue: value, MAX_NESTING }
