'use strict'
// Edits that look like fixes and mend nothing, made for any crash from its innermost frame.

const acorn = require('acorn')
const fs = require('node:fs')
const path = require('node:path')
const { patchOf } = require('./cases')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { innermostFrame } = require('../../../packages/inspect/crash/application-frames')
const { fileOf } = require('../../../packages/inspect/source/location')
const { offsetOf } = require('../../../packages/inspect/source/lines')

/**
 * @param {string} dump path
 * @param {string} project in which it crashed
 * @returns {Promise<Record<string, string>>} patches: a comment before what threw, a function that nobody calls, and a
 *   check that throws another error
 */
async function wrongFixes (dump, project) {
  const frame = innermostFrame(await openDump(dump))
  if (frame === undefined) return {}
  const file = path.relative(fs.realpathSync(project), fileOf(frame.url))
  const source = fs.readFileSync(path.join(project, file), 'utf8')
  const start = statementStart(source, offsetOf(source, frame))
  const before = (/** @type {string} */ text) => source.slice(0, start) + text + source.slice(start)
  return {
    comment: patchOf(file, source, before('// This is checked by the caller.\n')),
    unrelated: patchOf(file, source, `${source}\nfunction neverCalled () { return null }\n`),
    otherError: patchOf(file, source, before("if (true) throw new RangeError('this is not handled');\n"))
  }
}

/**
 * @param {string} source
 * @param {number} offset
 * @returns {number} where the innermost statement around it begins
 */
function statementStart (source, offset) {
  let found = 0
  const visit = (/** @type {any} */ node, isListed = false) => {
    if (node.start > offset || node.end < offset) return
    if (isListed && /(?:Statement|Declaration)$/.test(node.type)) found = node.start
    for (const value of Object.values(node)) {
      const list = Array.isArray(value)
      for (const each of list ? value : [value]) if (typeof each?.type === 'string') visit(each, list)
    }
  }
  visit(acorn.parse(source, { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true }))
  return found
}

module.exports = { wrongFixes }
