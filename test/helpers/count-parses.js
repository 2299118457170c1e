'use strict'
// Counts how often the text of each script of a dump is parsed while one process does everything with the dump that
// needs syntax trees. It runs as a process of its own for the reason given in evaluate-all.js.

const acorn = require('acorn')
const { runNode } = require('./run-node')

/**
 * @param {string} dump
 * @param {string} expression
 * @returns {Promise<{ step: string, url: string, parses: number }[]>} parses: how many there were from the beginning to
 *   the end of the step
 */
async function countParses (dump, expression) {
  const { stdout, stderr, exitCode } = await runNode([__filename, dump, expression], { cwd: __dirname })
  if (exitCode !== 0) throw new Error(`count-parses ended with ${exitCode}: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * @param {string} file
 * @param {string} expression
 */
async function main (file, expression) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const { parse } = acorn
  // The modules look up `acorn.parse` at each call, so replacing it counts all calls.
  Object.assign(acorn, {
    parse (/** @type {string} */ text, /** @type {import('acorn').Options} */ options) {
      counts.set(text, (counts.get(text) ?? 0) + 1)
      return parse(text, options)
    }
  })
  const { openDump } = require('../../packages/inspect/dumps/open-dump')
  const { evaluate } = require('../../packages/inspect/evaluate')
  const { htmlPage } = require('../../packages/inspect/page/page')
  const { dumpToJson } = require('../../packages/inspect/show/json')
  const { placesOf } = require('../../packages/inspect/source/scope-places')
  const { SourceMaps } = require('../../packages/inspect/source/source-map')

  const dump = await openDump(file)
  /** @type {{ step: string, url: string, parses: number }[]} */
  const steps = []
  const count = (/** @type {string} */ step) => {
    for (const { url, source } of dump.scripts()) {
      if (source !== undefined) steps.push({ step, url, parses: counts.get(source) ?? 0 })
    }
  }
  count('open')
  JSON.stringify(dumpToJson(dump, new SourceMaps(dump)))
  count('show --json')
  htmlPage(dump)
  count('page')
  for (const frame of [...dump.allCallFrames, ...dump.asyncTasks]) placesOf(dump, frame)
  count('replay')
  for (const frame of dump.allCallFrames) await evaluate(dump, expression, { frame: frame.index, allowFunctions: true })
  count('eval')
  process.stdout.write(JSON.stringify(steps))
}

if (require.main === module) main(process.argv[2], process.argv[3])

module.exports = { countParses }
