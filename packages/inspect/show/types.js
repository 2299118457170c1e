'use strict'
// Types that the sections of `show` share.

/**
 * The input of all sections.
 * @typedef {object} View
 * @property {import('../reader').Dump} dump
 * @property {import('../source/source-map').SourceMaps} sourceMaps
 * @property {number} columns
 * @property {boolean} all show everything in full
 * @property {Limits} limits how much of each frame is shown
 * @property {import('../text/colours').Paint} paint
 * @property {string} [directory] the working directory of the process
 * @property {import('../dumps/relatives').Relative[]} relatives dumps of parent and child processes
 * @property {string} seenBefore how often the group of this crash was seen; '' if that is not known
 * @property {string} commitAge how long before the crash its commit was made; '' if that is not known
 * @property {import('../usual/other-dumps').OtherRuns} otherRuns dumps in which functions of the crash ran as well
 * @property {string[]} nextSteps what to run next, in a line each
 * @property {Set<string>} told which variables the first screen has shown
 * @property {Set<string>} drawn places of frames that the first screen has shown
 * @property {Map<string, string>} shown objectId -> the place where its value was shown
 */

/**
 * How much is shown of frames and their variables. Everything counts in lines, since a screen is made of them.
 * @typedef {object} Limits
 * @property {number} valueLines of one value
 * @property {number} variables of a frame, the ones that its line mentions first; Infinity: all, in their own order
 * @property {number} frames how many frames of the application show variables
 * @property {number} closedFrames how many others get a line
 * @property {boolean} isDeep frames of packages show variables also beside those of the application
 * @property {number} linesBefore lines of source above the place of the throw
 * @property {number} linesAfter lines below it
 * @property {'folded' | 'lines' | 'variables'} packages what is shown of the frames of packages
 * @property {boolean} isBrief requests get one line
 */

module.exports = {}
