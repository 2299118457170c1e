'use strict'
// Takes secrets out of the texts that JavaScript puts into a dump, before they are written; docs/redaction.md says what
// is found and what isn't. The addon does it, whose graph writer does the same with what it reads.

const {
  ArrayIncludes,
  ArrayIsArray,
  JSONStringify,
  ObjectCreate,
  ObjectKeys,
  ReflectGetOwnPropertyDescriptor,
  RegExpExec,
  StringIndexOf,
  StringLastIndexOf,
  StringSlice,
  isProxy,
  process
} = require('./safe/primordials')

/** @typedef {import('./addon/native-types').RedactorFunctions} RedactorFunctions */

/**
 * @typedef {object} Redactor
 * @property {() => void} refresh takes in what the environment holds now: dotenv and its like fill it after start
 * @property {(text: string, flags?: number) => string} text
 * @property {(bytes: Uint8Array, flags?: number) => boolean} bytes
 * @property {(number: number, flags?: number) => boolean} isSensitiveNumber
 * @property {(name: string) => number} nameFlags
 * @property {(holder: number, list: boolean) => number} inherit flags that the contents of a value have from it, to be
 *   combined with their own
 * @property {<T>(data: T) => T} data a copy of plain data in which nothing is secret
 */

/** The NameFlags of src/redaction/redactor.h. */
const SUSPICIOUS = 1
const SENSITIVE = 2
const SENSITIVE_CONTENTS = 4

/**
 * So much more than is kept must be redacted and then cut by keptOf(), or the beginning of a secret that a limit cuts
 * in two isn't recognised.
 */
const OVERLAP = 128

const MIN_VALUE_LENGTH = 8
const MAX_DEPTH = 32
const REPLACEMENT = '[redacted]'

/** Passwords that are everyday words: found by their name, but not wherever they stand. */
const COMMON_VALUES = [
  'password',
  'postgres',
  'postgresql',
  'localhost',
  'undefined',
  'production',
  'development',
  'disabled',
  'required'
]

/** What names the value beside it: `{ name: 'authorization', value: '…' }`. */
const NAMING_KEYS = ['name', 'key', 'header', 'field']

/** Variables of the environment whose name sounds like a secret and whose value is the working directory. */
const WORKING_DIRECTORY = ['PWD', 'OLDPWD']

const PATH = /^(?:\.{0,2}\/[^/]+\/|[A-Za-z]:\\)/

const encode = encodeURIComponent
const environment = process.env

/**
 * @param
 *   {{ redact: boolean, redactNames: readonly string[], redactExcept: readonly string[],
 *     redactPrefixes?: readonly string[] }}
 *   config
 * @param {RedactorFunctions} functions the addon
 * @param {{ env?: NodeJS.ProcessEnv }} [options] another environment than the process's, for tests
 * @returns {Redactor}
 */
function createRedactor (config, functions, { env } = {}) {
  const options = {
    enabled: config.redact,
    names: config.redactNames,
    exceptNames: config.redactExcept,
    exceptValues: config.redactExcept,
    prefixes: config.redactPrefixes ?? [],
    values: /** @type {string[]} */ ([])
  }
  let seen = ''
  functions.configureRedactor(options)

  const refresh = () => {
    if (!config.redact) return
    const variables = readVariables(env)
    // Most captures find the environment as it was.
    const text = JSONStringify(variables)
    if (text === seen) return
    seen = text
    functions.configureRedactor({ ...options, values: sensitiveValues(variables, functions) })
  }
  refresh()

  return {
    refresh,
    text: functions.redactText,
    bytes: functions.redactBytes,
    isSensitiveNumber: functions.isSensitiveNumber,
    nameFlags: functions.classifyName,
    inherit,
    data: data => /** @type {typeof data} */ (config.redact ? redactData(data, 0, 0, functions) : data)
  }
}

/**
 * Redactor::Inherit of src/redaction/redactor.h.
 * @param {number} holder
 * @param {boolean} list
 */
function inherit (holder, list) {
  if (list || (holder & SENSITIVE_CONTENTS) !== 0) return holder
  return (holder & SENSITIVE) !== 0 ? SUSPICIOUS : 0
}

/**
 * Redactor::Kept of src/redaction/redactor.h.
 * @param {string} redacted
 * @param {number} given length before; from maxLength + OVERLAP on something was cut off
 * @param {number} maxLength
 */
function keptOf (redacted, given, maxLength) {
  if (given < maxLength + OVERLAP) return StringSlice(redacted, 0, maxLength)
  // Secrets that were hidden have made room, into which the overlap moves. Its end may be half a secret, unless it was
  // hidden itself.
  const last = StringLastIndexOf(redacted, REPLACEMENT)
  const hiddenUntil = last === -1 ? 0 : last + REPLACEMENT.length
  const known = redacted.length - OVERLAP
  const end = known > hiddenUntil ? known : hiddenUntil
  return StringSlice(redacted, 0, end < maxLength ? end : maxLength)
}

/**
 * keptOf() for a text whose beginning was cut off.
 * @param {string} redacted
 */
function keptEndOf (redacted) {
  const hidden = StringIndexOf(redacted, REPLACEMENT)
  return StringSlice(redacted, hidden !== -1 && hidden < OVERLAP ? hidden : OVERLAP)
}

/**
 * @param {NodeJS.ProcessEnv} [given]
 * @returns {Record<string, string>} of the process's own environment, and of the object that an application put in its
 *   place
 */
function readVariables (given) {
  /** @type {Record<string, string>} */
  const variables = ObjectCreate(null)
  const current = ReflectGetOwnPropertyDescriptor(process, 'env')?.value
  const isOther = typeof current === 'object' && current !== null && current !== environment && !isProxy(current)
  const sources = given !== undefined ? [given] : isOther ? [environment, current] : [environment]
  for (let s = 0; s < sources.length; s++) {
    const names = ObjectKeys(sources[s])
    for (let i = 0; i < names.length; i++) {
      // A descriptor, because what an application puts there may have getters.
      const value = ReflectGetOwnPropertyDescriptor(sources[s], names[i])?.value
      if (typeof value === 'string' && value.length >= MIN_VALUE_LENGTH) variables[names[i]] = value
    }
  }
  return variables
}

/**
 * @param {Record<string, string>} variables
 * @param {RedactorFunctions} functions
 * @returns {string[]} the secrets among the values and those within them (`DATABASE_URL`), also as URLs and JSON spell
 *   them
 */
function sensitiveValues (variables, functions) {
  /** @type {string[]} */
  const values = []
  const add = (/** @type {string} */ value) => {
    if (value.length >= MIN_VALUE_LENGTH && !ArrayIncludes(values, value) && !ArrayIncludes(COMMON_VALUES, value)) {
      values[values.length] = value
    }
  }
  const names = ObjectKeys(variables)
  for (let i = 0; i < names.length; i++) {
    if (ArrayIncludes(WORKING_DIRECTORY, names[i])) continue
    const value = variables[names[i]]
    // Hidden as a whole: then the value is the secret, if it isn't the name of the file with it; else there may be one
    // in it.
    const whole =
      functions.redactText(value, functions.classifyName(names[i])) === REPLACEMENT && RegExpExec(PATH, value) === null
    const secrets = whole ? [value] : functions.secretsIn(value)
    for (let s = 0; s < secrets.length; s++) {
      add(secrets[s])
      add(StringSlice(JSONStringify(secrets[s]), 1, -1))
      add(encoded(secrets[s]))
    }
  }
  return values
}

/** @param {string} value */
function encoded (value) {
  try {
    return encode(value)
  } catch {
    return value // half a surrogate pair: no URL holds it
  }
}

/**
 * @param {unknown} value strings, numbers, arrays and plain objects; anything else stays as it is
 * @param {number} flags of its name
 * @param {number} depth
 * @param {RedactorFunctions} functions
 * @returns {unknown}
 */
function redactData (value, flags, depth, functions) {
  if (typeof value === 'string') return functions.redactText(value, flags)
  if (typeof value === 'number') return functions.isSensitiveNumber(value, flags) ? REPLACEMENT : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  return ArrayIsArray(value)
    ? redactList(value, inherit(flags, true), depth, functions)
    : redactObject(/** @type {Record<string, unknown>} */ (value), inherit(flags, false), depth, functions)
}

/**
 * @param {readonly unknown[]} list
 * @param {number} inherited
 * @param {number} depth
 * @param {RedactorFunctions} functions
 */
function redactList (list, inherited, depth, functions) {
  const pair = list.length === 2
  /** @type {unknown[]} */
  const copy = []
  for (let i = 0; i < list.length; i++) {
    const before = i > 0 ? list[i - 1] : null
    const own = typeof before === 'string' ? functions.nextElementFlags(before, pair) : 0
    copy[i] = redactData(list[i], inherited | own, depth + 1, functions)
  }
  return copy
}

/**
 * @param {Record<string, unknown>} object
 * @param {number} inherited
 * @param {number} depth
 * @param {RedactorFunctions} functions
 */
function redactObject (object, inherited, depth, functions) {
  /**
   * @type {Record<string, unknown>} without a prototype: `__proto__` as an own property stays one, and no setter is
   *   inherited
   */
  const copy = ObjectCreate(null)
  let named = 0
  for (let i = 0; i < NAMING_KEYS.length; i++) {
    const naming = object[NAMING_KEYS[i]]
    if (typeof naming === 'string') named |= functions.classifyName(naming)
  }
  const names = ObjectKeys(object)
  for (let i = 0; i < names.length; i++) {
    const flags = inherited | functions.classifyName(names[i]) | (names[i] === 'value' ? named : 0)
    copy[names[i]] = redactData(object[names[i]], flags, depth + 1, functions)
  }
  return copy
}

module.exports = { createRedactor, keptEndOf, keptOf, OVERLAP }
