'use strict'

const { factsOf } = require('../../../packages/inspect/crash/facts')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { LineTable } = require('../../../packages/inspect/source/lines')

/** @typedef {import('./changed-functions').ChangedFunction} ChangedFunction */
/** @typedef {import('../../../packages/inspect/reader').Dump} Dump */

/**
 * @param {string[]} files dumps of failed tests
 * @param {string[]} tests full titles of those that count
 * @param {ChangedFunction[]} changed
 * @param {number} limit so many dumps are read
 */
async function whereSeen (files, tests, changed, limit) {
  const found = { dumps: 0, inFrames: false, inAwaiting: false, inPath: false, inHeadline: false }
  for (const each of files) {
    const dump = await openDump(each)
    const name = dump.header.test?.name?.replaceAll(' > ', ' ')
    if (name === undefined || !tests.includes(name) || found.dumps === limit) continue
    found.dumps++
    const text = factsOf(dump).diagnosis?.text ?? ''
    const ran = functionsOfPath(dump)
    for (const one of changed) {
      const isIt = (/** @type {any} */ { url, functionLocation: at }) => at && isAt(one, url, at.lineNumber + 1)
      found.inFrames ||= dump.callFrames.some(frame => frame.role === undefined && isIt(frame))
      found.inAwaiting ||= [...dump.callFrames.filter(({ role }) => role !== undefined), ...dump.asyncTasks].some(isIt)
      found.inPath ||= ran.some(({ url, line }) => isAt(one, url, line))
      found.inHeadline ||= one.name !== '' && new RegExp(`\\b${one.name}\\b`).test(text)
    }
  }
  return found
}

/**
 * @param {ChangedFunction} changed
 * @param {string} url
 * @param {number} line from 1
 */
function isAt ({ file, from, to }, url, line) {
  return url.endsWith(`/${file}`) && from <= line && line <= to
}

/**
 * @param {Dump} dump
 * @returns {{ url: string, line: number }[]} the functions of the execution path; line: from 1
 */
function functionsOfPath (dump) {
  const { executionPath } = dump
  if (executionPath === null) return []
  const tables = executionPath.scripts.map(({ scriptId }) => new LineTable(dump.script(scriptId)?.source ?? ''))
  return executionPath.steps.flatMap(([script, block]) => {
    const { url, blocks } = executionPath.scripts[script]
    const [type, start] = blocks[block]
    return type === 'function' ? [{ url, line: tables[script].placeAt(start).lineNumber + 1 }] : []
  })
}

module.exports = { whereSeen }
