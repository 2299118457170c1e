'use strict'
// Makes a source map safe to give to a front end. A front end loads sources that a map only names, from any address,
// and these addresses come from the dump (`requestContent` in
// https://github.com/ChromeDevTools/devtools-frontend/blob/0623fac554/front_end/core/sdk/
// CompilerSourceMappingContentProvider.ts).

const { TraceMap, decodedMappings, encodedMappings } = require('@jridgewell/trace-mapping')
const { scopesOf } = require('../source/write-map-scopes')
const { isOnOtherHost } = require('./file-hosts')

/** @typedef {Record<string, unknown>} Json */
/** @typedef {import('../source/write-map-scopes').NamedPlace} NamedPlace */
/**
 * @typedef {object} Options
 * @property {boolean} withNames leave the names of variables in the map. A front end that looks them up in its own way
 *   calls other variables so, too, as VS Code's debugger does (`RenameMapping` in
 *   https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/common/sourceMaps/renameProvider.ts)
 * @property {NamedPlace[]} places of frames in the script, with their names, which go into the map if it has names
 */

const NOTE = '// The source is not in the dump, nor is it loaded from where the dump says that it is.\n'

/**
 * @param {Json} map
 * @param {string} mapUrl the URL that the names of its sources are relative to
 * @param {Options} options
 * @returns {string} JSON; sources without text are named only if they are files of this machine
 */
function localSourceMap (map, mapUrl, options) {
  return JSON.stringify(withoutAddresses(map, mapUrl, options))
}

/**
 * @param {Json} map without sections
 * @returns {string} the mappings, without the numbers of names
 */
function mappingsWithoutNames ({ version, mappings, sources }) {
  const all = /** @type {any} */ ({ version, mappings, sources, names: [] })
  const decoded = decodedMappings(new TraceMap(all)).map(line =>
    line.map(segment => (segment.length === 5 ? segment.slice(0, 4) : segment))
  )
  return encodedMappings(new TraceMap({ ...all, mappings: decoded }))
}

/**
 * @param {Json} map
 * @param {string} mapUrl
 * @param {Options} options
 * @returns {Json}
 */
function withoutAddresses ({ sourceRoot, scopes, ...map }, mapUrl, options) {
  const { sections } = map
  if (Array.isArray(sections)) {
    return {
      version: map.version,
      sections: sections.map(({ offset, map: part }, i) => {
        const places = placesIn(options.places, offset, sections[i + 1]?.offset)
        return { offset, map: withoutAddresses(part, mapUrl, { ...options, places }) }
      })
    }
  }
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : ''
  const contents = Array.isArray(map.sourcesContent) ? map.sourcesContent : []
  const sources = /** @type {unknown[]} */ (map.sources).map((source, i) => sourceOf(source, contents[i], root, mapUrl))
  return {
    ...map,
    ...(options.withNames ? namesOf(map, scopes, options.places) : { names: [], mappings: mappingsWithoutNames(map) }),
    sources: sources.map(({ url }) => url),
    sourcesContent: sources.map(({ content }) => content)
  }
}

/**
 * @param {Json} map
 * @param {unknown} scopes its own, which stay
 * @param {NamedPlace[]} places
 * @returns {Json}
 */
function namesOf ({ names = [] }, scopes, places) {
  if (scopes !== undefined || places.length === 0 || !Array.isArray(names)) return { scopes }
  const found = scopesOf(places, names.length)
  return { names: [...names, ...found.names], scopes: found.scopes }
}

/**
 * @param {NamedPlace[]} places
 * @param {{ line: number, column: number }} start of a section
 * @param {{ line: number, column: number }} [end]
 * @returns {NamedPlace[]} those in the section, counted from its start
 */
function placesIn (places, start, end) {
  const isBefore = (/** @type {NamedPlace} */ place, { line, column } = start) =>
    place.lineNumber < line || (place.lineNumber === line && place.columnNumber < column)
  return places
    .filter(place => !isBefore(place) && (end === undefined || isBefore(place, end)))
    .map(({ functionName, lineNumber, columnNumber }) => ({
      functionName,
      lineNumber: lineNumber - start.line,
      columnNumber: lineNumber === start.line ? columnNumber - start.column : columnNumber
    }))
}

/**
 * @param {unknown} source
 * @param {unknown} content
 * @param {string} root
 * @param {string} mapUrl
 * @returns {{ url: string|null, content: string|null }}
 */
function sourceOf (source, content, root, mapUrl) {
  const text = typeof content === 'string' ? content : NOTE
  if (source === null) return { url: null, content: text }
  const name = root + String(source)
  // The URL of code without a file, such as an eval's, can't be the base of a relative name.
  const url = URL.canParse(name, mapUrl) ? new URL(name, mapUrl) : null
  if (url === null) return { url: name.replace(/^[\\/]+/, ''), content: text }
  if (url.protocol !== 'file:') return { url: url.href, content: text }
  if (isOnOtherHost(url)) return { url: null, content: text }
  return { url: url.href, content: typeof content === 'string' ? content : null }
}

module.exports = { localSourceMap }
