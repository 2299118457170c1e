'use strict'
// Maps positions in generated code to positions in the original source. The maps are in the dump or lie beside the
// script, so that any machine can show TypeScript.

const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const {
  FlattenMap,
  decodedMappings,
  originalPositionFor,
  sourceContentFor,
  traceSegment
} = require('@jridgewell/trace-mapping')
const { isWithin } = require('crash-collector-shared/path-within')
const { linesOf } = require('./lines')
const { displayUrl, fileUrl } = require('./location')
const { rangesOfMap } = require('./map-scopes')
const { MAX_MAP_CHARACTERS, SourceMapBudget } = require('./source-map-budget')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ScriptRecord} ScriptRecord */
/** @typedef {import('@jridgewell/trace-mapping').TraceMap} TraceMap */
/** @typedef {{ scriptId: string, url: string, lineNumber: number, columnNumber: number }} Place 0-based */
/** @typedef {{ url: string, lineNumber: number, columnNumber: number, name?: string }} OriginalPlace 0-based */
/** @typedef {import('./map-scopes').GeneratedRange} GeneratedRange */
/** @typedef {{ trace: TraceMap, ranges: GeneratedRange[] }} ParsedMap */

const SOURCE_EXTENSIONS = new Set([
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
  '.coffee'
])
const MAX_LOCAL_SOURCE_BYTES = 4 * 1024 * 1024
const MAP_EXTENSIONS = new Set(['.map'])

/** Makes the state that all SourceMaps of a dump share. A SourceMaps is made wherever a place is looked up. */
function createShared () {
  return { maps: /** @type {Map<string, ParsedMap|null>} */ (new Map()), budget: new SourceMapBudget() }
}

class SourceMaps {
  #dump
  #maps
  #budget
  /** @type {Map<string, boolean>} */ #own = new Map()
  /** Ids of scripts by displayUrl(). @type {Map<string, string>|undefined} */ #ids
  /** Lines of original sources by URL. @type {Map<string, string[]>} */ #lines = new Map()
  /** Lines of texts of the dump. @type {Map<string, string[]>} */ #contents = new Map()

  /** @param {Dump} dump */
  constructor (dump) {
    const { maps, budget } = dump.derived(createShared)
    this.#dump = dump
    this.#maps = maps
    this.#budget = budget
  }

  /**
   * @param {Place} place
   * @returns {OriginalPlace|undefined} undefined if there is no map, or nothing at that place
   */
  original (place) {
    const map = this.#mapOf(place.scriptId)
    if (map === null) return undefined
    try {
      const { source, line, column, name } = originalPositionFor(map.trace, {
        line: place.lineNumber + 1,
        column: place.columnNumber
      })
      // In a damaged map a position may be before the first line.
      if (
        source === null ||
        typeof source !== 'string' ||
        !Number.isInteger(line) ||
        line < 1 ||
        !Number.isInteger(column) ||
        column < 0
      ) {
        return undefined
      }
      return { url: source, lineNumber: line - 1, columnNumber: column, ...(name !== null && { name }) }
    } catch {
      return undefined // a damaged map maps nothing
    }
  }

  /**
   * The place of a frame of an error's own stack, which names its script by the URL only.
   * @param {{ url: string, lineNumber: number, columnNumber: number }} frame
   * @returns {OriginalPlace} that in the code that ran, if no other is known
   */
  ofStack (frame) {
    this.#ids ??= new Map(Array.from(this.#dump.scripts(), ({ url, scriptId }) => [displayUrl(url), scriptId]))
    const scriptId = this.#ids.get(displayUrl(frame.url))
    return (scriptId === undefined ? undefined : this.original({ ...frame, scriptId })) ?? frame
  }

  /**
   * All that the map says, by line of the script.
   * @param {string} scriptId
   * @returns {{ column: number, original?: { url: string, lineNumber: number } }[][]|null} null if there is no map
   */
  segments (scriptId) {
    const map = this.#mapOf(scriptId)
    if (map === null) return null
    try {
      return decodedMappings(map.trace).map(line =>
        line.map(([column, source, lineNumber]) => {
          const url = source === undefined ? null : map.trace.resolvedSources[source]
          if (typeof url !== 'string' || lineNumber === undefined) return { column }
          return { column, original: { url, lineNumber } }
        })
      )
    } catch {
      return null // a damaged map maps nothing
    }
  }

  /**
   * The original name of the identifier that begins exactly at a place.
   * @param {Omit<Place, 'url'>} place
   * @returns {string|undefined} undefined if the map does not tell one; the text comes from the dump
   */
  nameAt ({ scriptId, lineNumber, columnNumber }) {
    const map = this.#mapOf(scriptId)
    if (map === null) return undefined
    try {
      const segment = traceSegment(map.trace, lineNumber, columnNumber)
      if (segment === null || segment.length !== 5 || segment[0] !== columnNumber) return undefined
      const name = /** @type {unknown} */ (map.trace.names[segment[4]])
      return typeof name === 'string' ? name : undefined
    } catch {
      return undefined // a damaged map names nothing
    }
  }

  /**
   * The original text from the token on to which the map leads from exactly a place.
   * @param {Place} place
   * @returns {string|undefined} up to the end of the line; undefined if the map tells no place, or there is no text
   */
  textAt (place) {
    const map = this.#mapOf(place.scriptId)
    try {
      const segment = map && traceSegment(map.trace, place.lineNumber, place.columnNumber)
      if (!segment || segment.length === 1 || segment[0] !== place.columnNumber) return undefined
      const original = this.original(place)
      if (original === undefined) return undefined
      let lines = this.#lines.get(original.url)
      if (lines === undefined) {
        const { source = '', marked } = this.resolve(place)
        lines = marked === place ? [] : linesOf(source)
        this.#lines.set(original.url, lines)
      }
      return lines[original.lineNumber]?.slice(original.columnNumber)
    } catch {
      return undefined // a damaged map leads nowhere
    }
  }

  /**
   * @param {string} scriptId
   * @returns {GeneratedRange[]} what the map tells of scopes, each range before those inside it
   */
  rangesOf (scriptId) {
    return this.#mapOf(scriptId)?.ranges ?? []
  }

  /**
   * @param {string} scriptId
   * @returns {boolean} true if the map may tell original names
   */
  hasNames (scriptId) {
    const map = this.#mapOf(scriptId)
    return map !== null && (map.ranges.length > 0 || (Array.isArray(map.trace.names) && map.trace.names.length > 0))
  }

  /**
   * The place in the original source, and the best text that exists: that of the original, or else that of the code
   * that ran.
   * @param {Place} place
   * @param {{ forOthers?: boolean }} [options] forOthers: the text is passed on, perhaps to the one who made the dump.
   *   A hostile dump must not make it contain files of this machine
   * @returns {{ original: OriginalPlace|undefined, source: string|undefined, marked: { lineNumber: number,
   *   columnNumber: number } }} marked: the place in that text
   */
  resolve (place, { forOthers = false } = {}) {
    const original = this.original(place)
    if (original !== undefined) {
      const { trace } = /** @type {ParsedMap} */ (this.#mapOf(place.scriptId))
      const mayRead = !forOthers || this.#isOwnBuild(place.scriptId)
      const content = mayRead || this.#isInDump(place.scriptId) ? sourceContentFor(trace, original.url) : undefined
      const source = content ?? (mayRead ? localSource(original.url) : undefined)
      if (source !== undefined) return { original, source, marked: original }
    }
    return { original, source: this.#dump.script(place.scriptId)?.source, marked: place }
  }

  /**
   * The source at a place as the dump holds it, so that each machine sees the same: the original, or else the code that
   * ran.
   * @param {Place} place
   * @returns {{ lines: string[], lineNumber: number, columnNumber: number }|undefined}
   */
  linesInDump (place) {
    const original = this.original(place)
    if (original !== undefined && this.#isInDump(place.scriptId)) {
      const { trace } = /** @type {ParsedMap} */ (this.#mapOf(place.scriptId))
      const content = sourceContentFor(trace, original.url)
      if (typeof content === 'string') {
        return { ...original, lines: this.#linesOf(`${place.scriptId} ${original.url}`, content) }
      }
    }
    const source = this.#dump.script(place.scriptId)?.source
    return source === undefined ? undefined : { ...place, lines: this.#linesOf(place.scriptId, source) }
  }

  /**
   * @param {string} key of the text
   * @param {string} source
   */
  #linesOf (key, source) {
    const lines = this.#contents.get(key) ?? linesOf(source)
    this.#contents.set(key, lines)
    return lines
  }

  /**
   * @param {string} scriptId
   * @returns {boolean} true if there is a source map that can be read
   */
  hasMap (scriptId) {
    return this.#mapOf(scriptId) !== null
  }

  /**
   * @param {string} scriptId
   * @returns {boolean} true if the map is in the dump, and not read from a file here
   */
  #isInDump (scriptId) {
    const { sourceMap, sourceMapURL = '' } = this.#dump.script(scriptId) ?? {}
    return sourceMap !== undefined || sourceMapURL.startsWith('data:')
  }

  /**
   * @param {string} scriptId
   * @returns {boolean} true if this machine has the script with the same text, and that text leads to the same map. The
   *   map then names the sources of the user's own program
   */
  #isOwnBuild (scriptId) {
    let isOwn = this.#own.get(scriptId)
    if (isOwn === undefined) {
      const script = this.#dump.script(scriptId)
      isOwn = script !== undefined && isBuiltHere(script)
      this.#own.set(scriptId, isOwn)
    }
    return isOwn
  }

  /** @param {string} scriptId */
  #mapOf (scriptId) {
    let map = this.#maps.get(scriptId)
    if (map === undefined) {
      const script = this.#dump.script(scriptId)
      map = script === undefined ? null : parseMap(script, this.#budget)
      this.#maps.set(scriptId, map)
    }
    return map
  }
}

/**
 * @param {ScriptRecord} script
 * @param {SourceMapBudget} budget
 * @returns {ParsedMap|null}
 */
function parseMap (script, budget) {
  if (budget.isSpent) return null
  try {
    const found = sourceMapOf(script)
    const map = found === undefined ? null : budget.parse(found)
    if (found === undefined || map === null) return null
    // The constructor TraceMap rejects maps with sections; FlattenMap accepts both kinds.
    return { trace: new FlattenMap(/** @type {any} */ (map), found.url), ranges: rangesOfMap(map) }
  } catch {
    return null // the generated code is shown unmapped
  }
}

/**
 * The source map of a script: from the dump, or from the file that the script names.
 * @param {ScriptRecord} script
 * @returns {{ text: string, url: string }|undefined} text: JSON; url: the URL that its sources are relative to
 * @throws {TypeError} if the script's URL of the map is not valid
 */
function sourceMapOf ({ url: script, sourceMap, sourceMapURL = '' }) {
  const scriptUrl = fileUrl(script)
  const url =
    sourceMapURL === '' || sourceMapURL.startsWith('data:') ? scriptUrl : new URL(sourceMapURL, scriptUrl).href
  const text =
    decodeDataUrl(sourceMapURL) ??
    sourceMap ??
    (sourceMapURL === '' ? undefined : localText(url, MAP_EXTENSIONS, MAX_MAP_CHARACTERS))
  return text === undefined ? undefined : { text, url }
}

/** @param {ScriptRecord} script */
function isBuiltHere (script) {
  const { source, url, sourceMapURL = '' } = script
  try {
    if (source === undefined || source !== localSource(url) || !source.includes(`sourceMappingURL=${sourceMapURL}`)) {
      return false
    }
    const here = sourceMapOf({ ...script, sourceMap: undefined })
    return here !== undefined && here.text === sourceMapOf(script)?.text
  } catch {
    return false // its URL of the map is none
  }
}

/**
 * @param {string} url
 * @returns {string|undefined}
 */
function decodeDataUrl (url) {
  const match = /^data:application\/json(?:;[^,;]*)*?(;base64)?,/.exec(url)
  if (match === null) return undefined
  const body = url.slice(match[0].length)
  try {
    return match[1] === undefined ? decodeURIComponent(body) : Buffer.from(body, 'base64').toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * Reads a source that the map only names from the working copy. TypeScript's maps contain no text by default.
 * @param {string} url
 * @returns {string|undefined}
 */
const localSource = url => localText(url, SOURCE_EXTENSIONS, MAX_LOCAL_SOURCE_BYTES)

/**
 * Reads a local file. Its name comes from the dump, so the file must have one of the extensions and must be below the
 * working directory.
 * @param {string} url
 * @param {Set<string>} extensions
 * @param {number} maxBytes
 * @returns {string|undefined}
 */
function localText (url, extensions, maxBytes) {
  try {
    const named = url.startsWith('file:') ? fileURLToPath(url) : url
    if (/^[\\/]{2}/.test(named)) return undefined // on Windows, a file of another machine, which would see the access
    const file = fs.realpathSync(named)
    if (!isWithin(fs.realpathSync(process.cwd()), file) || !extensions.has(path.extname(file))) return undefined
    const found = fs.statSync(file)
    if (!found.isFile() || found.size > maxBytes) return undefined
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined // the file does not exist on this machine
  }
}

module.exports = { SourceMaps, sourceMapOf }
