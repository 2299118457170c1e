'use strict'
// Explains ERR_MODULE_NOT_FOUND: says which file imports which one.

const { errorText } = require('../error-properties')
const { displayUrl, workingDirectory } = require('../../source/location')
const { inCode } = require('../words')

const MESSAGE = /^Cannot find (module|package) '([^']+)' imported from (\S.*)$/

/** @type {import('../types').Rule} */
const importNotFound = {
  name: 'import-not-found',
  explain (dump) {
    if (errorText(dump, 'code') !== 'ERR_MODULE_NOT_FOUND') return undefined
    const match = MESSAGE.exec(dump.exception?.message?.split('\n', 1)[0] ?? '')
    if (match === null) return undefined
    const [, kind, asked, from] = match
    const by = displayUrl(from, workingDirectory(dump))
    return kind === 'package'
      ? `${by} imports the package ${inCode(asked)}, which is not installed where that file can see it`
      : `${by} imports ${inCode(displayUrl(asked, workingDirectory(dump)))}: there is no such file`
  }
}

module.exports = { importNotFound }
