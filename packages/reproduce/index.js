'use strict'
// Makes tests of a dump that fail as the process did. Each frame of the application gives some: by the export of its
// module, or by an excerpt of its script. Nothing of the application is run here.

const { isApplicationFrame, wasUnderWay } = require('crash-collector-inspect/crash/application-frames')
const { NotPossible, calleeOf } = require('./callee')
const { expectedOf } = require('./check/expected')
const { doesMore } = require('./module-exports')
const { isEntry, localFile } = require('./local-files')
const { callTest, loadTest } = require('./write-test')
const { displayPlace, workingDirectory } = require('crash-collector-inspect/source/location')
const { scriptTree } = require('crash-collector-inspect/source/script-trees')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./types').Options} Options */
/** @typedef {import('./types').Reproduction} Reproduction */

/** How many frames are tried, innermost first. */
const MAX_FRAMES = 8

/**
 * @param {Dump} dump
 * @param {Options} options
 * @returns {{ reproductions: Reproduction[], reasons: { place: string, reason: string }[] }} the most likely first;
 *   reasons: why other functions can't be called
 */
function reproductionsOf (dump, options) {
  /** @type {Reproduction[]} */
  const reproductions = []
  /** @type {Reproduction[]} */
  const ofFiles = []
  /** @type {{ place: string, reason: string }[]} */
  const reasons = []
  const frames = dump.callFrames.filter(each => isApplicationFrame(each) && wasUnderWay(each) && each.url !== '')
  for (const frame of innerAndOuter(frames).slice(0, MAX_FRAMES)) {
    const place = displayPlace(frame, workingDirectory(dump))
    const expected = expectedOf(dump, frame)
    const attempt = (/** @type {string} */ way, /** @type {() => import('./types').WrittenTest|null} */ write) => {
      try {
        const made = write()
        return made === null ? [] : [{ ...made, frame, expected, key: `${frame.index} ${way}` }]
      } catch (error) {
        if (error instanceof NotPossible) reasons.push({ place, reason: error.message })
        else if (error instanceof RangeError) reasons.push({ place, reason: 'its code is nested too deeply' })
        else throw error
        return []
      }
    }
    const file = localFile(dump, frame.url)
    if (isWholeFile(frame)) {
      if (file === null) reasons.push({ place, reason: 'it is the code of a file that is not here' })
      else ofFiles.push(...attempt('file', () => loadTest(dump, frame, file, options)))
    } else {
      for (const way of waysOf(dump, frame)) {
        reproductions.push(...attempt(way, () => callTest(dump, calleeOf(dump, frame), way, options)))
      }
    }
  }
  // A test of the application's own module passes once the module is fixed, and a test of a copy never does.
  const isBest = (/** @type {Reproduction} */ { way, notes }) => way === 'module' && notes.length === 0
  const sorted = [...reproductions.filter(isBest), ...reproductions.filter(each => !isBest(each))]
  return { reproductions: [...sorted, ...ofFiles.slice(0, 1)], reasons }
}

/**
 * Of a function that has called itself, only the innermost call and the outermost one: a full stack has thousands.
 * @param {CallFrameRecord[]} frames
 */
function innerAndOuter (frames) {
  const places = frames.map(({ functionLocation: at }) => at && `${at.scriptId}:${at.lineNumber}:${at.columnNumber}`)
  const [first, last] = [new Map(), new Map()]
  for (const [i, place] of places.entries()) {
    if (!first.has(place)) first.set(place, i)
    last.set(place, i)
  }
  return frames.filter((_, i) => places[i] === undefined || first.get(places[i]) === i || last.get(places[i]) === i)
}

/**
 * @param {CallFrameRecord} frame
 * @returns {boolean} true if the frame is no call of a function
 */
function isWholeFile ({ functionLocation, functionName }) {
  return functionName === '' && functionLocation?.lineNumber === 0 && functionLocation.columnNumber === 0
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {import('./write-test').Way[]}
 */
function waysOf (dump, frame) {
  const program = scriptTree(dump, frame.scriptId)
  const file = localFile(dump, frame.url)
  // Loading the file with which the process was started would start the application.
  const isLoadable = file !== null && program !== null && !(isEntry(dump, frame.url) && doesMore(program))
  /** @type {import('./write-test').Way[]} */
  const ofCopy = ['stubs', 'excerpt', 'allStubs']
  return isLoadable ? ['module', ...ofCopy] : ofCopy
}

module.exports = { reproductionsOf }
