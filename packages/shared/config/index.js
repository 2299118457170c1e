'use strict'
// Makes one frozen and validated configuration from the environment and the application's configuration file. The
// environment wins. A wrong value never stops an application: the default is used instead, and a problem says so.

const fs = require('node:fs')
const path = require('node:path')

const { ofApplication } = require('./pm2')
const { projectDirectory } = require('./project-directory')
const { READ_AT_START, REMOVED, SETTINGS, fixedBy } = require('./settings')
const { NEEDS_TRUST, isRisky, whyNotTrusted } = require('./trusted-files')

/** @typedef {import('./settings').Config} Config */
/** @typedef {import('./settings').Limits} Limits */
/** @typedef {import('./settings').Options} Options */
/** @typedef {import('./settings').Rationing} Rationing */
/** @typedef {import('./settings').Setting} Setting */

/**
 * The settings of one configuration file. source: its name in problems; file: its path, if it is a file.
 * @typedef {{ source: string, file?: string, values: Record<string, unknown> }} Source
 */

const CONFIG_FILE = 'crash-collector.config.json'
const PACKAGE_FIELD = 'crashCollector'
const VARIABLE_PREFIX = 'CRASH_COLLECTOR_'
const WHY_REMOVED = 'docs/decisions/settings.md'

/**
 * Reads the configuration when the process starts.
 *
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options] for tests; by default those of the process
 * @returns {{ config: Config, problems: string[] }} each problem is one line
 */
function readConfig (options = {}) {
  const { env, cwd } = ofApplication(options.env ?? process.env, options.cwd ?? workingDirectory())
  /** @type {string[]} */
  const problems = []
  const source = readSource(cwd, problems)
  const variables = variablesIn(env)
  /** @type {string[]} */
  const fromFile = []
  const config = build((name, setting) => {
    const variable = variables[name]
    const fromEnv = variable === undefined ? undefined : env[variable]
    if (variable !== undefined && fromEnv !== undefined && fromEnv !== '' && variable === variableName(name)) {
      const value = setting.kind.parse(fromEnv)
      if (value !== undefined) return value
      problems.push(wrongValue(variable, fromEnv, setting, `the default ${shown(setting.value)} is used`))
      return setting.value
    }
    const value = valueFrom(source, name, setting, problems)
    if (value !== undefined) fromFile.push(name)
    return value ?? setting.value
  })
  for (const name of Object.keys(variables)) {
    if (Object.hasOwn(SETTINGS, name)) continue
    const meant = REMOVED.includes(name) ? '' : nearestSetting(name)
    if (meant === '') problems.push(`there is no setting ${variables[name]} any more (${WHY_REMOVED})`)
    else if (meant) problems.push(`there is no setting ${variables[name]}; did you mean ${variableName(meant)}?`)
  }
  config.settingsFile = source?.file === undefined ? undefined : { path: source.file, settings: fromFile }
  return { config: freeze(config, cwd, env), problems }
}

/**
 * Changes settings of a running collector.
 *
 * @param {Config} config
 * @param {Options} options in the shape of the configuration file
 * @returns {{ config: Config, problems: string[] }} config: a new object. A setting stays as it was if its value is
 *   wrong, or if it is read at the start only; a problem, one line, says so
 */
function changeConfig (config, options) {
  /** @type {string[]} */
  const problems = []
  const source = checkedSource(options, 'configure()', problems)
  for (const name of READ_AT_START) {
    if (source !== null && Object.hasOwn(source.values, name)) {
      problems.push(`${name} is read at start only; in configure() it is ignored`)
    }
  }
  const before = /** @type {Record<string, any>} */ (config)
  const changed = build((name, setting) =>
    READ_AT_START.includes(name) ? before[name] : (valueFrom(source, name, setting, problems) ?? before[name])
  )
  changed.settingsFile = before.settingsFile
  changed.isProjectDir = before.isProjectDir && changed.dir === before.dir
  return { config: freeze(changed, workingDirectory()), problems }
}

/**
 * @param {Config} config
 * @returns {Limits} the limits, as a dump's header shows them
 */
function limitsOf ({ deadlineMs, innerStateMs, ...config }) {
  const { maxBytes, maxDepth, maxObjects, maxProperties, maxEntries, maxStringLength } = config
  const { maxSourceLength, maxFirstFrames, maxLastFrames } = config
  const ofObjects = { maxBytes, maxDepth, maxObjects, maxProperties, maxEntries, maxStringLength }
  return { deadlineMs, ...ofObjects, maxSourceLength, maxFirstFrames, maxLastFrames, innerStateMs }
}

/**
 * @param {(name: string, setting: Setting) => unknown} choose returns the value of a setting
 * @returns {Record<string, unknown>}
 */
function build (choose) {
  /** @type {Record<string, unknown>} */
  const config = {}
  for (const name of Object.keys(SETTINGS)) config[name] = choose(name, SETTINGS[name])
  return config
}

/**
 * @param {Record<string, any>} config
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Config}
 */
function freeze (config, cwd, env = process.env) {
  // Made absolute now, because an application may change its directory later.
  const isGiven = config.dir !== '' && config.isProjectDir !== true
  config.isProjectDir = !isGiven
  if (config.dir === '') config.dir = projectDirectory(cwd, env)
  else config.dir = path.resolve(cwd, String(config.dir))
  config.onDump = withAbsolutePath(String(config.onDump), cwd)
  if (config.fileLabel !== '') config.fileLabel = labelFrom(String(config.fileLabel), env)
  Object.assign(config, fixedBy(/** @type {Config} */ (config)))
  return /** @type {Config} */ (Object.freeze(config))
}

/**
 * @param {string} command
 * @param {string} cwd
 * @returns {string} the absolute path if the command is that of a script of JavaScript
 */
function withAbsolutePath (command, cwd) {
  if (!/\.[cm]?js$/.test(command)) return command
  const file = path.resolve(cwd, command)
  return fs.existsSync(file) ? file : command
}

/**
 * @param {string} template
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} with the values of variables, and the name of the machine, in the place of their names in braces.
 *   `{trigger}` stays
 */
function labelFrom (template, env) {
  const hostname = () => require('node:os').hostname()
  const valueOf = (/** @type {string} */ name) => env[name] ?? (name === 'hostname' ? hostname() : '')
  return template.replace(/\{(\w+)\}/g, (inBraces, name) =>
    name === 'trigger' ? inBraces : valueOf(name).replace(/[^\w-]/g, '-'))
}

/**
 * @param {Source | null} source
 * @param {string} name
 * @param {Setting} setting
 * @param {string[]} problems
 * @returns {unknown} undefined when the source has no value for the setting, or a wrong one
 */
function valueFrom (source, name, setting, problems) {
  if (source === null || !Object.hasOwn(source.values, name)) return undefined
  const given = source.values[name]
  const value = setting.kind.parse(given)
  if (value === undefined) problems.push(wrongValue(`${name} in ${source.source}`, given, setting, 'it is ignored'))
  return value
}

/**
 * @param {string} cwd
 * @param {string[]} problems is added to
 * @returns {Source | null} null when the application has no configuration, or none that can be read
 */
function readSource (cwd, problems) {
  const config = readRegularFile(cwd + path.sep + CONFIG_FILE, problems)
  if (config !== null) return fromFile(config, parseJson(config.text, CONFIG_FILE, problems), CONFIG_FILE, problems)
  const manifest = readRegularFile(`${cwd}${path.sep}package.json`, problems)
  // Most applications have no such field; their package.json is not parsed.
  if (manifest === null || !manifest.text.includes(`"${PACKAGE_FIELD}"`)) return null
  const parsed = parseJson(manifest.text, 'package.json', problems)
  if (!isObject(parsed) || !Object.hasOwn(parsed, PACKAGE_FIELD)) return null
  return fromFile(manifest, parsed[PACKAGE_FIELD], `${PACKAGE_FIELD} in package.json`, problems)
}

/**
 * @param {{ file: string, stats: fs.Stats }} read
 * @param {unknown} values
 * @param {string} name of the source
 * @param {string[]} problems is added to
 * @returns {Source | null} without the settings for which the file is not trusted
 */
function fromFile ({ file, stats }, values, name, problems) {
  const source = checkedSource(values, name, problems)
  const risky = source === null ? [] : NEEDS_TRUST.filter(each => isRisky(each, source.values))
  const reason = risky.length === 0 ? null : whyNotTrusted(file, stats)
  if (source !== null && reason !== null) {
    problems.push(`not taken from ${name}: ${risky.join(', ')}, because ${oneLine(reason)}`)
    for (const each of risky) delete source.values[each]
  }
  return source === null ? null : { ...source, file }
}

/**
 * @param {string} file
 * @param {string[]} problems
 * @returns {{ file: string, text: string, stats: fs.Stats } | null} null when there is no such file. That is checked
 *   first, because a read that fails would create an error
 */
function readRegularFile (file, problems) {
  try {
    // isFile() excludes a FIFO of that name, whose reading would block for ever.
    const stats = fs.statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() !== true) return null
    return { file, text: fs.readFileSync(file, 'utf8'), stats }
  } catch (error) {
    problems.push(`cannot read ${file}: ${/** @type {Error} */ (error).message}; it is ignored`)
    return null
  }
}

/**
 * @param {string} text
 * @param {string} source
 * @param {string[]} problems
 * @returns {unknown} undefined when the text is not JSON
 */
function parseJson (text, source, problems) {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    problems.push(`${source} is not JSON (${oneLine(/** @type {Error} */ (error).message)}); it is ignored`)
    return undefined
  }
}

/**
 * @param {unknown} values
 * @param {string} source its name in problems
 * @param {string[]} problems gets one for each setting that there is not
 * @returns {Source | null} null when the values are no object
 */
function checkedSource (values, source, problems) {
  if (values === undefined) return null
  if (!isObject(values)) {
    problems.push(`${source} holds ${shown(values)}, not an object; it is ignored`)
    return null
  }
  for (const key of Object.keys(values)) {
    // JSON has no comments. As in package.json, a key that begins with two slashes is one.
    if (Object.hasOwn(SETTINGS, key) || key.startsWith('//')) continue
    const isGone = REMOVED.includes(key)
    const meant = isGone ? undefined : nearestSetting(key, 2)
    problems.push(`there is no setting ${shown(key)}${isGone ? ` any more (${WHY_REMOVED})` : ''}, named in ${source}` +
      (meant === undefined ? '' : `; did you mean ${meant}?`))
  }
  return { source, values }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Looks through the environment for our variables, of which most processes have one or none. To make the fifty names
 * of variables and look each up takes longer than the rest of this file.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string | undefined>} names of variables, by the name that a setting would have
 */
function variablesIn (env) {
  const found = Object.create(null)
  for (const key of Object.keys(env)) {
    // On Windows names of variables may be in any case.
    const variable = process.platform === 'win32' ? key.toUpperCase() : key
    if (!variable.startsWith(VARIABLE_PREFIX)) continue
    const name = variable
      .slice(VARIABLE_PREFIX.length)
      .toLowerCase()
      .replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
    found[name] = variable
  }
  return found
}

/**
 * @param {string} name of no setting
 * @param {number} [most] letters that may be wrong; a variable that is not close to a setting is somebody else's
 * @returns {string | undefined} the setting that it was probably meant for
 */
function nearestSetting (name, most = Math.min(2, Math.floor(name.length / 4))) {
  for (let wrong = 1; wrong <= most; wrong++) {
    const near = Object.keys(SETTINGS).find(each => isNear(name, each, wrong))
    if (near !== undefined) return near
  }
}

/**
 * @param {string} a
 * @param {string} b
 * @param {number} wrong
 * @returns {boolean} true if so many letters, missing or added ones too, make the one text of the other
 */
function isNear (a, b, wrong) {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const [restA, restB] = [a.slice(same), b.slice(same)]
  if (restA === restB || wrong === 0) return restA === restB
  const pairs = [[restA.slice(1), restB], [restA, restB.slice(1)], [restA.slice(1), restB.slice(1)]]
  return pairs.some(([nextA, nextB]) => isNear(nextA, nextB, wrong - 1))
}

/** @param {string} name */
function variableName (name) {
  return VARIABLE_PREFIX + name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()
}

/**
 * @param {string} where
 * @param {unknown} value
 * @param {Setting} setting
 * @param {string} instead
 */
function wrongValue (where, value, setting, instead) {
  return `${where} is ${shown(value)}, not ${setting.kind.expected}; ${instead}`
}

/**
 * @param {unknown} value
 * @returns {string} quoted, so that nothing in the value can break the line or colour the terminal
 */
function shown (value) {
  let text
  try {
    text = JSON.stringify(value) ?? String(value)
  } catch {
    text = typeof value // a cycle or a BigInt, handed to configure()
  }
  return oneLine(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** @param {string} text */
function oneLine (text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

function workingDirectory () {
  try {
    return process.cwd()
  } catch {
    // The directory was removed. A path is needed all the same; the line on stderr will say that no dump could be
    // written
    return '/'
  }
}

module.exports = { CONFIG_FILE, changeConfig, limitsOf, readConfig }
