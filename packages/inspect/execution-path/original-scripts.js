'use strict'
// Puts what ran in a generated script, such as a bundle, into the lines of its original sources.

const { linesOf } = require('../source/lines')
const { SourceMaps } = require('../source/source-map')
const { executedUnits, lineOfSteps } = require('./executed-lines')
const { originalValues } = require('./original-values')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */
/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */

/**
 * @param {Dump} dump
 * @param {ExecutionPathRecord} path
 * @param {number} index of the script
 * @returns {{ url: string, source: string, lines: ExecutedLine[] }[]} the originals whose texts are known and of which
 *   something could run, in the order of the script; none if the script has no source map
 */
function originalScripts (dump, path, index) {
  const { scriptId, url } = path.scripts[index]
  const text = dump.script(scriptId)?.source
  const maps = new SourceMaps(dump)
  const segments = text === undefined ? null : maps.segments(scriptId)
  if (text === undefined || segments === null) return []
  const originals = originalValues({ scriptId, url }, text, segments, executedUnits(path, index, text))
  return [...originals].flatMap(([url, { place, values }]) => {
    const { original, source } = maps.resolve(place, { forOthers: true })
    if (original?.url !== url || source === undefined) return []
    return [{ url, source, lines: linesOf(source).map((_, line) => lineOfSteps([...(values.get(line) ?? [])], path)) }]
  })
}

module.exports = { originalScripts }
