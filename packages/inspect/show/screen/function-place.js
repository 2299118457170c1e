'use strict'
// Names the places of functions among the values.

const { displayUrl } = require('../../source/location')

/**
 * @param {import('../../reader').Dump} dump
 * @param {import('../../source/source-map').SourceMaps} sourceMaps
 * @returns {import('../../values/types').PlaceOf} gives the name of the file and the line
 */
function placesIn (dump, sourceMaps) {
  return ({ functionLocation }) => {
    if (functionLocation === undefined) return undefined
    const { scriptId = '', lineNumber, columnNumber } = functionLocation
    const url = dump.script(scriptId)?.url ?? functionLocation.url ?? ''
    const generated = { scriptId, lineNumber, columnNumber, url }
    const place = sourceMaps.original(generated) ?? generated
    return `${displayUrl(place.url).split(/[\\/]/).at(-1)}:${place.lineNumber + 1}`
  }
}

module.exports = { placesIn }
