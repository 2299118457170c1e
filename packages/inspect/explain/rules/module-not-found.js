'use strict'
// Explains "Cannot find module './catalogue'": says who requires it, and names a loaded module with a similar name.

const path = require('node:path')
const { displayUrl, workingDirectory } = require('../../source/location')
const { quote } = require('../../text/terminal-text')
const { argumentsOf, callAt, calleeName } = require('../calls')
const { errorProperty, errorText } = require('../error-properties')
const { nearestName } = require('../nearest-name')
const { dataProperty, wholeString } = require('../properties')
const { applicationScene } = require('../scene')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */

/** @type {import('../types').Rule} */
const moduleNotFound = {
  name: 'module-not-found',
  explain (dump) {
    if (errorText(dump, 'code') !== 'MODULE_NOT_FOUND') return undefined
    const request = /^Cannot find module '(.+)'/.exec(dump.exception?.message ?? '')?.[1]
    const from = wholeString(dataProperty(dump, errorProperty(dump, 'requireStack'), '0'))
    if (request === undefined || from === undefined || !isRequired(dump, request)) return undefined
    const by = displayUrl(from, workingDirectory(dump))
    if (!/^\.{0,2}\//.test(request)) {
      return `${by} requires the package ${inCode(request)}, which is not installed where that file can see it`
    }
    const asked = path.resolve(path.dirname(from), request)
    const names = siblings(dump, path.dirname(asked))
    const base = path.basename(asked)
    const nearest =
      nearestName(base, names) ??
      names.find(each => withoutExtension(each) === nearestName(withoutExtension(base), names.map(withoutExtension)))
    return (
      `${by} requires ${quote(request)}: there is no file ${inCode(displayUrl(asked, workingDirectory(dump)))}` +
      (nearest === undefined ? '' : `; ${inCode(nearest)} beside it was loaded`)
    )
  }
}

/** @param {string} name */
function withoutExtension (name) {
  return name.replace(/\.\w+$/, '')
}

/**
 * True if the application's own frame is in `require()` of that name. Other functions may resolve names differently.
 * @param {Dump} dump
 * @param {string} request
 */
function isRequired (dump, request) {
  const scene = applicationScene(dump)
  const call = scene === null ? undefined : callAt(scene)
  const args = call === undefined ? undefined : argumentsOf(call)
  return (
    scene !== null &&
    call !== undefined &&
    calleeName(call) === 'require' &&
    args?.length === 1 &&
    wholeString(scene.value(args[0])) === request
  )
}

/**
 * The loaded files of a directory, as far as the dump shows them: scripts of frames, and of functions in variables.
 * @param {Dump} dump
 * @param {string} directory
 * @returns {string[]}
 */
function siblings (dump, directory) {
  const urls = [...dump.scripts()].map(({ url }) => url)
  for (const { functionLocation } of dump.objects()) {
    if (functionLocation?.url !== undefined) urls.push(functionLocation.url)
  }
  const files = [...new Set(urls)].map(url => displayUrl(url))
  return files
    .filter(file => path.isAbsolute(file) && path.dirname(file) === directory)
    .map(file => path.basename(file))
}

module.exports = { moduleNotFound }
