'use strict'
// Limits the cost of the source maps of a dump. A few characters of a map can make much work: each `;` is a line, each
// `,` is a segment, and every source is resolved against the map's common root.

/** How many characters one map may have, as JSON. */
const MAX_MAP_CHARACTERS = 64 * 1024 * 1024

/** How many characters all maps of a dump may have: texts that are parsed, and texts that are made from them. */
const MAX_CHARACTERS = 2 * MAX_MAP_CHARACTERS

/**
 * How many lines and segments all maps of a dump may have. Each takes up to 100 bytes of memory. A bundle of 25 MB has
 * two million.
 */
const MAX_SEGMENTS = 8_000_000

/** The last line at which a section of a map may begin. All lines before it take memory. */
const MAX_SECTION_LINE = 1_000_000

/** How deep maps may be nested. The format has no sections inside sections. */
const MAX_DEPTH = 3

const COMMA = 44
const SEMICOLON = 59

/** @typedef {Record<string, unknown>} MapJson */

class SourceMapBudget {
  #characters
  #segments
  /** True after a map was refused because of its cost. All further maps are refused without being read. */
  isSpent = false

  /** @param {{ characters?: number, segments?: number }} [limits] */
  constructor ({ characters = MAX_CHARACTERS, segments = MAX_SEGMENTS } = {}) {
    this.#characters = characters
    this.#segments = segments
  }

  /**
   * Parses a map. Each call takes the map's cost from the budget.
   * @param {{ text: string, url: string }} map text: JSON; url: the URL that its sources are relative to
   * @returns {MapJson|null} null if the map costs too much, or the JSON is not a map
   * @throws {SyntaxError}
   */
  parse ({ text, url }) {
    if (this.isSpent || text.length > MAX_MAP_CHARACTERS || !this.#takeCharacters(text.length)) return null
    const map = JSON.parse(text)
    return this.#takes(map, url, 0, 0) ? map : null
  }

  /**
   * @param {unknown} map
   * @param {string} url
   * @param {number} line line at which the map begins
   * @param {number} depth
   * @returns {boolean}
   */
  #takes (map, url, line, depth) {
    // The library would treat an object with this property as one of its own, parsed maps.
    if (typeof map !== 'object' || map === null || '_decodedMemo' in map) return false
    const { sections, mappings, sources, sourceRoot } = /** @type {MapJson} */ (map)
    if (Array.isArray(sections)) {
      return (
        depth < MAX_DEPTH &&
        sections.every(
          ({ offset, map }) => Number.isInteger(offset.line) && this.#takes(map, url, line + offset.line, depth + 1)
        )
      )
    }
    if (typeof mappings !== 'string' || !Array.isArray(sources) || line > MAX_SECTION_LINE) return false
    if (sourceRoot !== undefined && sourceRoot !== null && typeof sourceRoot !== 'string') return false
    return (
      this.#takeCharacters(sources.length * (url.length + (sourceRoot ?? '').length)) && this.#takeSegments(mappings)
    )
  }

  /** @param {number} count */
  #takeCharacters (count) {
    if (count > this.#characters) this.isSpent = true
    else this.#characters -= count
    return !this.isSpent
  }

  /** @param {string} mappings */
  #takeSegments (mappings) {
    for (let i = 0; i < mappings.length; i++) {
      const unit = mappings.charCodeAt(i)
      if ((unit === COMMA || unit === SEMICOLON) && --this.#segments < 0) {
        this.isSpent = true
        break
      }
    }
    return !this.isSpent
  }
}

module.exports = { SourceMapBudget, MAX_MAP_CHARACTERS, MAX_SEGMENTS }
