'use strict'
// Renders the stack of the thread that received a signal: compiled functions and, among them, those of JavaScript.

const { nativeStack } = require('../../native-stack')
const { fitCall } = require('../../source/location')
const { cutStart, plain } = require('../../text/terminal-text')

/** @typedef {import('../types').View} View */
/** @typedef {import('../../native-stack').NamedFrame} NamedFrame */

/**
 * How many of the innermost frames are shown besides the application's JavaScript. The outermost ones, which started
 * Node.js, are the same in every stack.
 */
const INNERMOST = 12

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderNativeStack (view) {
  const { dump, paint, all } = view
  const frames = nativeStack(dump)
  if (frames.length === 0) return []
  const lines = []
  let hidden = 0
  let shown = 0
  const closeGap = () => {
    if (hidden > 0) lines.push(paint('grey', `… ${hidden} frame${hidden === 1 ? '' : 's'} (--all shows them)`))
    hidden = 0
  }
  for (const [i, frame] of frames.entries()) {
    const { callFrame, leftOut } = frame
    const isOwn = callFrame !== undefined && !callFrame.internal
    if (all || (!isRepeated(frames, i) && (shown < INNERMOST || isOwn))) {
      closeGap()
      lines.push(renderFrame(view, frame, i))
      shown++
    } else {
      hidden++
    }
    if (leftOut === undefined) continue
    closeGap()
    lines.push(paint('yellow', `… ${leftOut} frames, which are not in the dump`))
  }
  closeGap()
  return [paint('bold', 'Stack') + paint('grey', ' (compiled functions and JavaScript, the innermost first)'), ...lines]
}

/** How many frames of a recursion are shown, between which its arguments may change. */
const FEW = 3

/**
 * @param {NamedFrame[]} frames
 * @param {number} i
 * @returns {boolean} true if the frames before and behind it are at the same place
 */
function isRepeated (frames, i) {
  if (i < FEW || i + 1 >= frames.length || frames[i].leftOut !== undefined) return false
  return [i - FEW, i - FEW + 1, i - 1, i + 1].every(
    other => frames[other].place === frames[i].place && frames[other].callFrame?.url === frames[i].callFrame?.url
  )
}

/**
 * @param {View} view
 * @param {NamedFrame} frame
 * @param {number} index
 */
function renderFrame ({ columns, paint, directory, all }, { name, place, callFrame }, index) {
  const number = `${index}`.padStart(3)
  if (callFrame !== undefined && !callFrame.internal) {
    const text = fitCall(callFrame.functionName, callFrame, columns - number.length - 2, directory)
    return `${number}  ${paint('bold', text.name)}  ${paint('cyan', text.where)}`
  }
  const room = Math.max(10, columns - number.length - plain(place).length - 4)
  const shownName = name === '' ? '?' : all ? plain(name) : cutStart(plain(name), room)
  return `${number}  ${shownName}  ${paint('grey', plain(place))}`
}

module.exports = { renderNativeStack }
