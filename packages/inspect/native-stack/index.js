'use strict'
// Names the functions of a native stack: those of compiled code by the symbols of the files on this machine, if these
// are the files that were loaded, and those of JavaScript by the dump.

const path = require('node:path')
const { demangle } = require('./demangle')
const { symbolsAt } = require('./elf-symbols')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').SignalRecord} SignalRecord */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/**
 * @typedef {object} NamedFrame
 * @property {string} name '' if it is not known
 * @property {string} place `node+0xf50bdf`, or the address; of a JavaScript function of Node.js its script
 * @property {CallFrameRecord} [callFrame] of a JavaScript function
 * @property {number} [leftOut] number of frames that are missing behind this one
 */

/**
 * Reads files of this machine, once for each dump.
 * @param {Dump} dump
 * @returns {NamedFrame[]} innermost first; empty if the dump is not that of a signal
 */
function nativeStack (dump) {
  return dump.derived(named)
}

/** @param {Dump} dump */
function named ({ signal, callFrames }) {
  if (signal === null) return []
  const names = namesOf(signal)
  return signal.frames.map(({ address, module, offset, callFrame }, i) => {
    const file = module === undefined ? undefined : signal.modules[module]?.file
    const record = callFrame === undefined ? undefined : callFrames.find(({ index }) => index === callFrame)
    /** @type {NamedFrame} */
    const frame = {
      name: record === undefined ? (names[i] ?? '') : record.functionName || '(anonymous)',
      place: file === undefined ? address : `${path.posix.basename(file)}+${offset}`
    }
    if (record !== undefined) frame.callFrame = record
    // The addon does not read positions in scripts of Node.js.
    if (record?.internal === true) frame.place = record.url
    if (signal.leftOut?.after === i) frame.leftOut = signal.leftOut.count
    return frame
  })
}

/** @param {SignalRecord} signal */
function namesOf ({ frames, modules }) {
  /** @type {(string | undefined)[]} */
  const names = []
  modules.forEach(({ file, buildId }, module) => {
    const indexes = frames.flatMap((frame, i) => (frame.module === module && frame.offset !== undefined ? [i] : []))
    // A call may be the last instruction of a function, so that its return address is in the next one.
    const addresses = indexes.map(i => BigInt(frames[i].offset ?? 0) - (i === 0 ? 0n : 1n))
    const unique = [...new Set(addresses)]
    const symbols = buildId === undefined ? [] : symbolsAt(file, buildId, unique)
    indexes.forEach((index, i) => {
      const symbol = symbols[unique.indexOf(addresses[i])]
      names[index] = symbol === undefined ? undefined : demangle(symbol)
    })
  })
  return names
}

module.exports = { nativeStack }
