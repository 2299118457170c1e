'use strict'
// Renders the frames: the application's with their variables, those of dependencies on one line each or, on the first
// screen, folded, and Node.js's own only as a number.

const { isApplicationFrame } = require('../crash/application-frames')
const { displayPlace, fitCall, isDependency, packageName } = require('../source/location')
const { cut, plain } = require('../text/terminal-text')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { schedulingFrames } = require('../scheduling')
const { schedulingText } = require('../scheduling/words')
const { tellingVariables } = require('./screen/telling-variables')
const { hasPassedValues, renderPassedValues } = require('./packages/passed-values')
const { renderVariableLines } = require('./variables')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

/** Scopes that belong to one call. Other scopes are shared and shown once, below the frames. */
const OWN_SCOPES = new Set(['local', 'block', 'catch', 'with', 'eval'])

/** Names that vite has put in the place of imports. */
const OF_TRANSFORM = /^__vite_ssr_/
/** The class of the global object of a context of node:vm, in which jest runs tests. */
const GLOBAL = 'global'

/** How much of a function that has scheduled others stands on the first screen. */
const SCHEDULING = { valueLines: 1, variables: 2 }

/** Headings of frames that were not on the stack of the throw. @type {Record<string, string>} */
const ROLES = {
  awaiting: 'waiting for what failed above:',
  created: 'where the error was created, earlier:',
  caller: 'where capture() was called, later:',
  exit: 'where process.exit() was called, later:',
  scheduling: 'scheduled by:'
}

/**
 * @param {import('../reader').Dump} dump
 * @param {string} role
 */
function roleHeading ({ exception, header }, role) {
  if (role === 'awaiting' && header.trigger === 'unsettledTopLevelAwait') return 'waiting for the function above:'
  if (role === 'awaiting' && exception === null) return 'waiting for what runs above:'
  return ROLES[role] ?? ''
}

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderFrames (view) {
  const { dump, paint, all, limits } = view
  const frames = dump.callFrames
  if (frames.length === 0) return renderStack(view)
  const lines = []
  const between = unseenAwaiting(view, frames)
  /** @type {string|undefined} */
  let role
  // Of an error that was made in Node.js alone, its functions are all that is known.
  const isOfNode = frames.every(({ internal }) => internal)
  const isFolded = limits.packages === 'folded' && !all
  const repeated = isFolded ? new Set(view.drawn) : new Set()
  const shownFrames = frames.filter(frame =>
    (!frame.internal || all || isOfNode) && !(isApplicationFrame(frame) && repeated.has(placeKey(frame))))
  const isOpen = opener(view, shownFrames)
  const hasOwn = frames.some(isApplicationFrame)
  let closed = 0
  for (let i = 0; i < shownFrames.length; i++) {
    const frame = shownFrames[i]
    if (frame.role !== role) lines.push(paint('grey', roleHeading(dump, frame.role ?? '')))
    role = frame.role
    const place = displayPlace(frame, view.directory)
    lines.push(...between.get(place) ?? [])
    between.delete(place)
    const run = isFolded && hasOwn ? packageRun(shownFrames, i) : 0
    // The outermost one of them has what the application has passed.
    const isTelling = run > 1 && hasPassedValues(view, shownFrames[i + run - 1], shownFrames[i + run])
    const folded = isTelling ? run - 1 : run
    if (folded > 1) {
      lines.push(paint('grey', `… frames #${frame.index} to #${shownFrames[i + folded - 1].index} of ` +
        packagesOf(shownFrames.slice(i, i + folded))))
      i += folded - 1
      continue
    }
    const open = isOpen(frame)
    const passed = open ? [] : renderPassedValues(view, frame, shownFrames[i + 1])
    const isClosed = !open && passed.length === 0
    if (isClosed && ++closed > limits.closedFrames && i < shownFrames.length - 1) continue
    lines.push(renderHead(view, frame))
    lines.push(...(open ? renderVariables(view, frame) : passed))
    const recursion = all ? 0 : repetitions(shownFrames, i)
    if (recursion > FEW) {
      // Two frames have been shown, which show how the arguments change. The last one will show how the recursion
      // began.
      i += recursion - 1
      lines.push(
        paint(
          'grey',
          `… frames #${frame.index + 1} to #${shownFrames[i].index} are at the same place (--all shows them)`
        )
      )
    }
  }
  if (closed > limits.closedFrames + 1) {
    lines.push(paint('grey', `… ${closed - limits.closedFrames - 1} frames are left out (--more shows them)`))
  }
  const hidden = frames.filter(({ internal }) => internal).length
  if (hidden > 0 && !all && !isOfNode && limits.packages !== 'folded') {
    lines.push(
      paint(
        'grey',
        `… ${hidden} frame${hidden === 1 ? '' : 's'} of Node.js itself (--all shows ${hidden === 1 ? 'it' : 'them'})`
      )
    )
  }
  const again = frames.filter(frame => isApplicationFrame(frame) && repeated.has(placeKey(frame)))
  if (again.length > 0) {
    const [first, last] = [again[0].index, again[again.length - 1].index]
    const isRange = again.length > 2 && last - first === again.length - 1
    const numbers = isRange ? `#${first} to #${last}` : again.map(({ index }) => `#${index}`).join(', ')
    lines.push(paint('grey', cut(`… ${numbers}: as above, at the same places`, view.columns)))
  }
  const scheduling = renderScheduling(view)
  for (const frame of [...frames, ...schedulingFrames(dump)]) view.drawn.add(placeKey(frame))
  return [paint('bold', 'Frames'), ...lines, ...[...between.values()].flat(), ...scheduling]
}

/** @param {{ scriptId: string, lineNumber: number, columnNumber: number }} frame */
function placeKey ({ scriptId, lineNumber, columnNumber }) {
  return `${scriptId}:${lineNumber}:${columnNumber}`
}

/**
 * Renders the functions that have scheduled what runs in the frames.
 * @param {View} view
 */
function renderScheduling (view) {
  const { dump, columns, paint, limits, drawn } = view
  // What the error has to do with comes before what only has led there.
  const isFull = limits.packages === 'variables'
  const short = isFull ? view : { ...view, limits: { ...limits, ...SCHEDULING } }
  // The forms that have no line of source around the throw have no room for it.
  const most = limits.linesBefore === 0 ? 0 : limits.frames
  return schedulingFrames(dump)
    .slice(0, most)
    .filter(frame => isFull || !drawn.has(placeKey(frame)))
    .flatMap(frame => [
      paint('grey', cut(schedulingText(frame), columns)),
      renderHead(view, frame),
      ...renderVariables(short, frame)
    ])
}

/**
 * @param {View} view
 * @param {CallFrameRecord[]} frames that are shown
 * @returns {(frame: CallFrameRecord) => boolean} true if the frame is shown with its variables
 */
function opener ({ all, limits }, frames) {
  if (all) return () => true
  const own = frames.filter(isApplicationFrame)
  // A program that is itself installed in node_modules is an application, too.
  if (own.length === 0) return ({ internal }) => !internal && limits.packages === 'variables'
  if (limits.packages === 'variables' && limits.isDeep) return ({ internal }) => !internal
  // The outermost one is where the application's work began, such as the handler of a request.
  const open = new Set(own.length <= limits.frames ? own : [...own.slice(0, limits.frames - 1), own[own.length - 1]])
  return frame => open.has(frame)
}

/**
 * @param {{ url: string, role?: string }[]} frames
 * @param {number} first
 * @returns {number} how many frames from that one on are of packages, and of one role
 */
function packageRun (frames, first) {
  let next = first
  while (next < frames.length && isDependency(frames[next].url) && frames[next].role === frames[first].role) next++
  return next - first
}

/** @param {{ url: string }[]} frames of packages */
function packagesOf (frames) {
  const names = new Set(frames.map(({ url }) => packageName(url) ?? 'a package'))
  return [...names].map(plain).join(', ')
}

/**
 * The async functions that are named in the error's own stack and in no frame.
 * @param {View} view
 * @param {CallFrameRecord[]} frames
 * @returns {Map<string, string[]>} place of the frame that follows them (empty: after all frames) -> a line for each
 */
function unseenAwaiting ({ dump, sourceMaps, columns, paint, directory }, frames) {
  const shown = new Set(frames.map(frame => displayPlace(frame, directory)))
  const stack = (dump.exception?.stack ?? [])
    .filter(each => each.async)
    .map(frame => ({ frame, place: displayPlace(frame, directory) }))
  /** @type {string[]} for each function, the place of the next one that a frame shows */
  const nexts = []
  for (let i = stack.length - 1; i >= 0; i--) {
    nexts[i] = shown.has(stack[i].place) ? stack[i].place : (nexts[i + 1] ?? '')
  }
  /** @type {Map<string, string[]>} */
  const between = new Map()
  stack.forEach(({ frame, place }, i) => {
    if (shown.has(place)) return
    const next = nexts[i]
    const start = `    ${next === '' ? 'awaited by' : 'came through'} `
    const { name, where } = fitCall(frame.functionName, sourceMaps.ofStack(frame), columns - start.length, directory)
    const lines = between.get(next) ?? []
    lines.push(paint('grey', `${start}${name}  ${where}`))
    between.set(next, lines)
  })
  return between
}

/** How many repetitions of a recursive call are shown one by one. */
const FEW = 4

/**
 * How many of the following frames are at the same place as this one; 0 unless the frame before is there, too.
 * @param {CallFrameRecord[]} frames
 * @param {number} i
 */
function repetitions (frames, i) {
  const isSame = (/** @type {CallFrameRecord|undefined} */ a, /** @type {CallFrameRecord} */ b) =>
    a !== undefined && a.scriptId === b.scriptId && a.lineNumber === b.lineNumber && a.columnNumber === b.columnNumber
  if (!isSame(frames[i - 1], frames[i])) return 0
  let next = i + 1
  while (next < frames.length && isSame(frames[next], frames[i])) next++
  return next - i - 1
}

/**
 * Renders the error's own stack, for a dump without frames.
 * @param {View} view
 */
function renderStack ({ dump, sourceMaps, columns, paint, directory, all, limits }) {
  const stack = dump.exception?.stack ?? []
  if (stack.length === 0) return []
  const hasOwn = stack.some(({ url }) => !isDependency(url) && !url.startsWith('node:'))
  const lines = [paint('bold', 'Stack of the error') + paint('grey', ' (no variables were captured, see below)')]
  for (let i = 0; i < stack.length; i++) {
    const folded = limits.packages === 'folded' && hasOwn && !all ? packageRun(stack, i) : 0
    if (folded > 1) {
      lines.push(paint('grey', `    … ${folded} frames of ${packagesOf(stack.slice(i, i + folded))}`))
      i += folded - 1
      continue
    }
    const start = `    ${stack[i].async ? 'async ' : ''}`
    const place = sourceMaps.ofStack(stack[i])
    const { name, where } = fitCall(stack[i].functionName, place, columns - start.length, directory)
    lines.push(`${start}${name}  ${paint('cyan', where)}`)
  }
  return lines
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 */
function renderHead ({ sourceMaps, columns, paint, directory }, frame) {
  const place = sourceMaps.original(frame) ?? frame
  const number = `#${frame.index} `.padEnd(4)
  const { name, where } = fitCall(frame.functionName, place, columns - number.length, directory)
  const dim = frame.internal || isDependency(frame.url)
  return number + (dim ? paint('grey', `${name}  ${where}`) : `${paint('bold', name)}  ${paint('cyan', where)}`)
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 */
function renderVariables (view, frame) {
  const { dump, all, limits } = view
  /** @type {Variable[]} */
  const variables = []
  const seen = new Set()
  for (const scope of frame.scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) continue
    const { variables: own } = dump.scope(scope)
    const isWrapper = frame.functionName === '' && own.some(({ name }) => name === '__filename')
    for (const variable of own) {
      if (isWrapper && !all && MODULE_WRAPPER.has(variable.name)) continue
      if (!all && OF_TRANSFORM.test(variable.name)) continue
      // An outer variable of the same name is hidden by the inner one at the place of the throw.
      if (seen.has(variable.name) && !all) continue
      seen.add(variable.name)
      variables.push(variable)
    }
  }
  if (isWorthShowing(frame)) variables.push({ name: 'this', value: frame.this })
  if (limits.variables === Infinity || all) return renderVariableLines(view, variables, `#${frame.index}`)
  const { shown, left } = tellingVariables(view, frame, variables)
  const lines = renderVariableLines(view, shown, `#${frame.index}`)
  return left.length === 0 ? lines : [...lines, view.paint('grey', cut(`      … ${left.join(', ')}`, view.columns))]
}

/**
 * True if `this` is worth a line: not undefined, not the global object, not the exports of a module.
 * @param {CallFrameRecord} frame
 */
function isWorthShowing (frame) {
  const { objectId, className = '' } = frame.this
  return objectId !== undefined && !(frame.functionName === '' && className === 'Object') && className !== GLOBAL
}

module.exports = { placeKey, renderFrames, OWN_SCOPES, ROLES }
