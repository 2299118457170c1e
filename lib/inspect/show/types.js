'use strict'
// What renderDump() hands to the sections.

/**
 * What the sections share.
 * @typedef {object} View
 * @property {import('../../dump/reader').Dump} dump
 * @property {import('../source/source-map').SourceMaps} sourceMaps
 * @property {number} columns
 * @property {boolean} all everything, in full
 * @property {import('../text/colours').Paint} paint
 * @property {string} [directory] where the process ran
 * @property {Map<string, string>} shown objectId -> where its value stands already
 */

module.exports = {}
