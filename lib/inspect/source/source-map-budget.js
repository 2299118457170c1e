'use strict'
// What the source maps of a dump may cost. A few characters of a map can be very much work: each `;` is a line, each
// `,` a segment, and every source is resolved with the root that all have.

/** Of one map, as JSON. */
const MAX_MAP_CHARACTERS = 64 * 1024 * 1024

/** Of the maps of a dump: texts that are parsed and made. */
const MAX_CHARACTERS = 2 * MAX_MAP_CHARACTERS

/**
 * Of the maps of a dump: lines and segments, each of which takes up to 100 bytes of memory. Those of a bundle of 25 MB
 * are two millions.
 */
const MAX_SEGMENTS = 8_000_000

/** Where a section of a map may begin: all lines before it take memory. */
const MAX_SECTION_LINE = 1_000_000

/** The format has no sections in sections. */
const MAX_DEPTH = 3

const COMMA = 44
const SEMICOLON = 59

/** @typedef {Record<string, unknown>} MapJson */

class SourceMapBudget {
  #characters
  #segments
  /** Whether there was no room for something: whatever else is read is refused unread. */
  isSpent = false

  /** @param {{ characters?: number, segments?: number }} [limits] */
  constructor ({ characters = MAX_CHARACTERS, segments = MAX_SEGMENTS } = {}) {
    this.#characters = characters
    this.#segments = segments
  }

  /**
   * Parses a map and takes its room, once for each time that this is called.
   * @param {{ text: string, url: string }} map JSON, and what its sources are relative to
   * @returns {MapJson|null} null where there is no room for it, or it is no map
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
   * @param {number} line where it begins
   * @param {number} depth
   * @returns {boolean}
   */
  #takes (map, url, line, depth) {
    // The library would take what has this for a map of its own.
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
