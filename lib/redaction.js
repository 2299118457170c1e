'use strict'
// Takes secrets out of the texts that JavaScript puts into a dump, before they are written. The addon does the work;
// its graph writer redacts the values that it reads by the same rules. docs/redaction.md says what is found and what is
// not.

const {
  ArrayIncludes, ArrayIsArray, JSONStringify, ObjectCreate, ObjectKeys, ReflectGetOwnPropertyDescriptor, RegExpExec,
  StringIndexOf, StringLastIndexOf, StringSlice, isProxy, process
} = require('./safe/primordials')

/** @typedef {import('./addon/native-types').RedactorFunctions} RedactorFunctions */
/** @typedef {import('crash-collector-shared/config/settings').Config} Config */

/**
 * @typedef {object} Redactor
 * @property {() => void} refresh reads the environment again, because packages such as dotenv fill it after the start
 * @property {(text: string, flags?: number) => string} text without secrets; `flags`, here and below, are those of the
 *   name that the value has
 * @property {(bytes: Uint8Array, flags?: number) => boolean} bytes redacts in place; true if something was hidden
 * @property {(number: number, flags?: number) => boolean} isSensitiveNumber
 * @property {(name: string) => number} nameFlags NameFlags of src/redaction/redactor.h
 * @property {(holder: number, list: boolean) => number} inherit flags that the contents of a value have because of the
 *   value's own flags (`holder`), to be combined with those of their names; list: the value is a list
 * @property {<T>(data: T) => T} data a copy of plain data in which nothing is secret
 * @property {<T extends object>(state: T) => T} state the same for facts about the process, each under its name
 */

/** The NameFlags of src/redaction/redactor.h. */
const SUSPICIOUS = 1
const SENSITIVE = 2
const SENSITIVE_CONTENTS = 4
const PERSON = 128
const POSTAL = 512
const OF_CODE = 1024

/** Fields whose texts the level `structure` leaves: code, or names in code. */
const FIELDS_OF_CODE = ['className', 'functionName', 'url', 'name']

/** Facts about the machine and Node.js, and not about what the process worked on. */
const FACTS = [
  'uptimeMs', 'versions', 'platform', 'arch', 'osRelease', 'cpus', 'totalMemoryBytes', 'freeMemoryBytes', 'loadAverage',
  'container', 'memoryUsage', 'resourceUsage', 'heap', 'eventLoop', 'activeResources', 'errorHooks'
]

/**
 * Number of UTF-16 code units. A text that a limit cuts is redacted with so many units more than the limit, and then
 * cut by keptOf(). Otherwise the beginning of a secret that the limit cuts in two would not be recognised.
 */
const OVERLAP = 128

const MIN_VALUE_LENGTH = 8
const MAX_DEPTH = 32
const REPLACEMENT = '[redacted]'

/** Passwords that are everyday words. They are hidden as the value of a sensitive name, and nowhere else. */
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

/** Keys whose value is the name of the value beside them: `{ name: 'authorization', value: '…' }`. */
const NAMING_KEYS = ['name', 'key', 'header', 'field', 'path', 'param', 'Name', 'Key']

/** Variables of the environment whose name sounds like a secret and whose value is the working directory. */
const WORKING_DIRECTORY = ['PWD', 'OLDPWD']

const PATH = /^(?:\.{0,2}\/[^/]+\/|[A-Za-z]:\\)/

const encode = encodeURIComponent
const environment = process.env

/**
 * Makes the redactor of the collector.
 * @param {Pick<Config, 'redact' | 'redactNames' | 'redactExcept'> & Partial<Pick<Config, 'redactPrefixes'>>} config
 * @param {RedactorFunctions} functions the addon
 * @param {{ env?: NodeJS.ProcessEnv }} [options] env: another environment than that of the process, for tests
 * @returns {Redactor}
 */
function createRedactor (config, functions, { env } = {}) {
  const options = {
    enabled: config.redact !== false,
    personal: config.redact === 'personal',
    structure: config.redact === 'structure',
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
    // Mostly the environment has not changed since the last call.
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
    data,
    state: state => data(options.structure ? factsOf(state) : state, options.structure ? OF_CODE : 0)
  }

  /**
   * @template T
   * @param {T} given
   * @param {number} [flags]
   * @returns {T}
   */
  function data (given, flags = 0) {
    if (!config.redact) return given
    const redact = options.structure ? withoutValues : redactData
    return /** @type {T} */ (redact(given, flags, 0, functions))
  }
}

/**
 * Does what Redactor::Inherit of src/redaction/redactor.h does.
 * @param {number} holder flags of a value
 * @param {boolean} list the value is a list
 * @returns {number} flags that its contents have because of them
 */
function inherit (holder, list) {
  if (list || (holder & SENSITIVE_CONTENTS) !== 0) return holder
  if ((holder & POSTAL) !== 0) return POSTAL
  return (holder & PERSON) | ((holder & SENSITIVE) !== 0 ? SUSPICIOUS : 0)
}

/**
 * Does what Redactor::Kept of src/redaction/redactor.h does: cuts a redacted text to a limit.
 * @param {string} redacted
 * @param {number} given length of the text before it was redacted; if it is maxLength + OVERLAP or more, the end of the
 *   text was cut off before
 * @param {number} maxLength in UTF-16 code units
 * @returns {string}
 */
function keptOf (redacted, given, maxLength) {
  if (given < maxLength + OVERLAP) return StringSlice(redacted, 0, maxLength)
  // Hiding secrets has made the text shorter, so the overlap may begin before maxLength. The overlap may end with half
  // a secret: only what comes before the end of the last hidden secret is kept of it.
  const last = StringLastIndexOf(redacted, REPLACEMENT)
  const hiddenUntil = last === -1 ? 0 : last + REPLACEMENT.length
  const known = redacted.length - OVERLAP
  const end = known > hiddenUntil ? known : hiddenUntil
  return StringSlice(redacted, 0, end < maxLength ? end : maxLength)
}

/**
 * Does what keptOf() does, for a text whose beginning was cut off.
 * @param {string} redacted
 * @returns {string}
 */
function keptEndOf (redacted) {
  const hidden = StringIndexOf(redacted, REPLACEMENT)
  return StringSlice(redacted, hidden !== -1 && hidden < OVERLAP ? hidden : OVERLAP)
}

/**
 * @param {NodeJS.ProcessEnv} [given] read instead of the process's environment
 * @returns {Record<string, string>} variables of MIN_VALUE_LENGTH units or more, of the process's own environment and
 *   of the object that an application has put in the place of `process.env`
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
      // Read by descriptor, because the application's object may have getters.
      const value = ReflectGetOwnPropertyDescriptor(sources[s], names[i])?.value
      if (typeof value === 'string' && value.length >= MIN_VALUE_LENGTH) variables[names[i]] = value
    }
  }
  return variables
}

/**
 * @param {Record<string, string>} variables
 * @param {RedactorFunctions} functions
 * @returns {string[]} the values that are secrets and the secrets within values (as in `DATABASE_URL`), each also as
 *   URLs and JSON spell it
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
    // If the redactor hides the whole value, the value is the secret, unless it is the path of a file with the secret.
    // Otherwise there may be secrets within the value.
    const whole =
      functions.redactText(value, functions.classifyName(names[i])) === REPLACEMENT && RegExpExec(PATH, value) === null
    const secrets = whole ? [value] : functions.secretsIn(value)
    for (let s = 0; s < secrets.length; s++) {
      if (isWorkingDirectory(value, secrets[s])) continue
      add(secrets[s])
      add(StringSlice(JSONStringify(secrets[s]), 1, -1))
      add(encoded(secrets[s]))
    }
  }
  return values
}

/**
 * pm2 passes a worker the whole environment of the application as JSON in one variable.
 * @param {string} text value of a variable
 * @param {string} part of the text
 * @returns {boolean} true if the text is JSON with the part as a working directory
 */
function isWorkingDirectory (text, part) {
  for (let i = 0; i < WORKING_DIRECTORY.length; i++) {
    if (StringIndexOf(text, `"${WORKING_DIRECTORY[i]}":${JSONStringify(part)}`) !== -1) return true
  }
  return false
}

/** @param {string} value */
function encoded (value) {
  try {
    return encode(value)
  } catch {
    return value // it has half a surrogate pair, which no URL can hold
  }
}

/**
 * @param {unknown} value strings, numbers, arrays and plain objects; anything else stays as it is
 * @param {number} flags of the value's name
 * @param {number} depth of the value; deeper than MAX_DEPTH nothing is redacted
 * @param {RedactorFunctions} functions
 * @returns {unknown} a copy without secrets
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
  const flags = functions.listFlags(list)
  /** @type {unknown[]} */
  const copy = []
  for (let i = 0; i < list.length; i++) copy[i] = redactData(list[i], inherited | flags[i], depth + 1, functions)
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
   * @type {Record<string, unknown>} has no prototype, so that an own property `__proto__` stays one, and no setter is
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
    const isNamed = names[i] === 'value' || names[i] === 'Value'
    const flags = inherited | functions.classifyName(names[i]) | (isNamed ? named : 0)
    copy[names[i]] = redactData(object[names[i]], flags, depth + 1, functions)
  }
  return copy
}

/**
 * Does what redactData() does, for the level `structure`: numbers stay, because those in data of JavaScript are sizes
 * and places.
 * @param {unknown} value
 * @param {number} flags OF_CODE: texts stay
 * @param {number} depth
 * @param {RedactorFunctions} functions
 * @returns {unknown} a copy without texts but those of code
 */
function withoutValues (value, flags, depth, functions) {
  if (typeof value === 'string') return functions.redactText(value, flags)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  /** @type {any} */
  const copy = ArrayIsArray(value) ? [] : ObjectCreate(null)
  const names = ObjectKeys(value)
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    const isOfCode = !ArrayIsArray(value) && ArrayIncludes(FIELDS_OF_CODE, name)
    copy[name] = withoutValues(/** @type {any} */ (value)[name], isOfCode ? OF_CODE : flags, depth + 1, functions)
  }
  return copy
}

/**
 * @template {object} T
 * @param {T} state
 * @returns {T} what tells nothing of what the process worked on
 */
function factsOf (state) {
  const facts = ObjectCreate(null)
  const names = ObjectKeys(state)
  for (let i = 0; i < names.length; i++) {
    if (ArrayIncludes(FACTS, names[i])) facts[names[i]] = /** @type {any} */ (state)[names[i]]
  }
  return facts
}

module.exports = { createRedactor, keptEndOf, keptOf, OVERLAP }
