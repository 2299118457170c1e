'use strict'
// Explains ERR_PACKAGE_PATH_NOT_EXPORTED: says who asks for what, and what the package exports.

const { displayUrl, workingDirectory } = require('../../source/location')
const { quote } = require('../../text/terminal-text')
const { errorText } = require('../error-properties')
const { nearestName } = require('../nearest-name')
const { dataProperty, wholeString } = require('../properties')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MESSAGE =
  /^(?:Package subpath '([^']+)' is not defined by "exports"|No "exports" main defined) in (\S.*?)[\\/]?package\.json/
const IMPORTED_FROM = / imported from (\S.*)$/
const MAX_NAMES = 5
/** Frames of Node.js's loaders have the package's description, and who asks for it, in these variables. */
const DESCRIPTIONS = ['pkg', 'packageConfig', 'packageJSON']

/** @type {import('../types').Rule} */
const packageExports = {
  name: 'package-exports',
  explain (dump) {
    if (errorText(dump, 'code') !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined
    const message = dump.exception?.message?.split('\n', 1)[0] ?? ''
    const match = MESSAGE.exec(message)
    const parent = variable(dump, 'parent')
    const from = IMPORTED_FROM.exec(message)?.[1] ?? wholeString(dataProperty(dump, parent, 'filename'))
    const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(`${match?.[2]}`) ?? []
    if (match === null || from === undefined || name === undefined) return undefined
    const path = match[1] ?? '.'
    const asked = path === '.' ? name : name + path.slice(1)
    const by = displayUrl(from, workingDirectory(dump))
    const verb = IMPORTED_FROM.test(message) ? 'imports' : 'requires'
    return `${by} ${verb} ${quote(asked)}, which the package ${inCode(name)} does not export${exportedText(dump, path)}`
  }
}

/**
 * @param {Dump} dump
 * @param {string} path that was asked for
 */
function exportedText (dump, path) {
  const described = DESCRIPTIONS.map(name => dataProperty(dump, variable(dump, name), 'exports')).find(isObject)
  const record = described?.objectId === undefined ? undefined : dump.object(described.objectId)
  const names = record?.notCaptured?.length ? [] : (record?.properties.map(({ name }) => name) ?? [])
  const paths = names.filter(name => name.startsWith('.'))
  if (paths.length === 0) return ''
  const nearest = nearestName(path, paths)
  const shown = nearest === undefined ? paths.slice(0, MAX_NAMES) : [nearest]
  const more = nearest === undefined && paths.length > MAX_NAMES ? ` and ${paths.length - MAX_NAMES} more` : ''
  return `; it exports ${shown.map(quote).join(', ')}${more}`
}

/** @param {Value | undefined} value */
function isObject (value) {
  return value?.type === 'object' && value.subtype === undefined
}

/**
 * @param {Dump} dump
 * @param {string} name
 * @returns {Value | undefined} of the innermost frame of Node.js that has such a variable
 */
function variable (dump, name) {
  for (const frame of dump.callFrames) {
    if (!frame.internal) return undefined
    for (const scope of frame.scopeChain) {
      if (scope.type === 'global') continue
      const found = dump.scope(scope).variables.find(each => each.name === name && isObject(each.value))
      if (found !== undefined) return found.value
    }
  }
  return undefined
}

module.exports = { packageExports }
