'use strict'
// Types that the sections of `show` share.

/**
 * The input of all sections.
 * @typedef {object} View
 * @property {import('../reader').Dump} dump
 * @property {import('../source/source-map').SourceMaps} sourceMaps
 * @property {number} columns
 * @property {boolean} all show everything in full
 * @property {import('../text/colours').Paint} paint
 * @property {string} [directory] the working directory of the process
 * @property {import('../dumps/relatives').Relative[]} relatives dumps of parent and child processes
 * @property {Map<string, string>} shown objectId -> the place where its value was shown
 */

module.exports = {}
