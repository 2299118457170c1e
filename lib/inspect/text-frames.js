'use strict'
// The frames of `show`: the application's with their variables, dependencies' in one line, Node.js's own counted.

const { formatValue } = require('./format-value')
const { reasonText } = require('./describe-value')
const { displayPlace, isDependency } = require('./location')
const { cut, cutStart, plain, widthOf } = require('./terminal-text')

/** @typedef {import('./text').View} View */
/** @typedef {import('../dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('../dump/format').Variable} Variable */
/** @typedef {import('../dump/format').Scope} Scope */

/** Scopes that belong to one call; the others are shared and shown once, below the frames. */
const OWN_SCOPES = new Set(['local', 'block', 'catch', 'with', 'eval'])

/** Variables whose text is longer are cut: `--all` and `eval` show the rest. */
const MAX_VALUE_LINES = 8

const MAX_NAME_COLUMNS = 20

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderFrames (view) {
  const { dump, paint, all } = view
  const frames = dump.callFrames
  if (frames.length === 0) return renderStack(view)
  const application = frames.filter(({ internal, url }) => !internal && !isDependency(url))
  // A program that is itself installed in node_modules is an application all the same.
  const isOpen = (/** @type {CallFrameRecord} */ frame) => all || (!frame.internal && (application.length === 0 || !isDependency(frame.url)))
  const lines = []
  for (const frame of frames) {
    if (frame.internal && !all) continue
    lines.push(renderHead(view, frame))
    if (isOpen(frame)) lines.push(...renderVariables(view, frame))
  }
  const hidden = frames.filter(({ internal }) => internal).length
  if (hidden > 0 && !all) lines.push(paint('grey', `… ${hidden} frame${hidden === 1 ? '' : 's'} of Node.js itself (--all shows ${hidden === 1 ? 'it' : 'them'})`))
  for (const frame of (dump.exception?.stack ?? []).filter((each) => each.async)) {
    lines.push(paint('grey', `    awaited by ${plain(frame.functionName) || '(anonymous)'}  ${displayPlace(frame, view.directory)}`))
  }
  return [paint('bold', 'Frames'), ...lines]
}

/**
 * Without frames, the stack that the error itself had.
 * @param {View} view
 */
function renderStack ({ dump, paint, directory }) {
  const stack = dump.exception?.stack ?? []
  if (stack.length === 0) return []
  return [
    paint('bold', 'Stack of the error') + paint('grey', ' (no variables were captured, see below)'),
    ...stack.map((frame) => `    ${frame.async ? 'async ' : ''}${plain(frame.functionName) || '(anonymous)'}  ${paint('cyan', displayPlace(frame, directory))}`)
  ]
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 */
function renderHead ({ sourceMaps, columns, paint, directory }, frame) {
  const place = sourceMaps.original(frame) ?? frame
  const number = `#${frame.index}`.padEnd(4)
  const name = cut(plain(frame.functionName) || '(anonymous)', 40)
  const where = cutStart(displayPlace(place, directory), columns - widthOf(number + name) - 2)
  const dim = frame.internal || isDependency(frame.url)
  return number + (dim ? paint('grey', `${name}  ${where}`) : `${paint('bold', name)}  ${paint('cyan', where)}`)
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 */
function renderVariables (view, frame) {
  const { dump, all } = view
  /** @type {Variable[]} */
  const variables = []
  const seen = new Set()
  for (const scope of frame.scopeChain) {
    if (!OWN_SCOPES.has(scope.type)) continue
    for (const variable of dump.scope(scope).variables) {
      // An outer variable of the same name could not be seen from the place of the throw.
      if (seen.has(variable.name) && !all) continue
      seen.add(variable.name)
      variables.push(variable)
    }
  }
  if (isWorthShowing(frame)) variables.push({ name: 'this', value: frame.this })
  return renderAligned(view, variables)
}

/**
 * `this` is shown where it says something: not undefined, not the global object, not the exports of a module.
 * @param {CallFrameRecord} frame
 */
function isWorthShowing (frame) {
  return frame.this.objectId !== undefined && !(frame.functionName === '' && frame.this.className === 'Object')
}

/**
 * Names in a column, values beside it.
 * @param {View} view
 * @param {Variable[]} variables
 * @returns {string[]}
 */
function renderAligned (view, variables) {
  const { columns, paint } = view
  const nameColumns = Math.min(MAX_NAME_COLUMNS, Math.max(0, ...variables.map(({ name }) => widthOf(plain(name)))))
  const indent = 6 + nameColumns + 2
  return variables.flatMap((variable) => {
    const name = plain(variable.name)
    const lines = variable.value === undefined
      ? [paint('grey', `<${reasonText(variable.notCapturedReason ?? 'unavailable')}>`)]
      : renderValue(variable.value, view, columns - indent)
    const gap = ' '.repeat(Math.max(0, nameColumns - widthOf(name)))
    return lines.map((line, i) => i === 0 ? `      ${name}${gap}  ${line}` : ' '.repeat(indent) + line)
  })
}

/**
 * As deep as a few lines allow, so that the shape of a big object is seen rather than the whole of its first field.
 * @param {import('../dump/format').Value} value
 * @param {View} view
 * @param {number} columns
 * @returns {string[]}
 */
function renderValue (value, { dump, paint, all }, columns) {
  if (all) return formatValue(value, dump, { columns, paint, depth: 4 }).split('\n')
  const options = { columns, paint, maxItems: 8, maxString: Math.max(20, columns - 30) }
  for (const depth of [2, 1]) {
    const lines = formatValue(value, dump, { ...options, depth }).split('\n')
    if (lines.length <= MAX_VALUE_LINES) return lines
  }
  const lines = formatValue(value, dump, { ...options, depth: 0 }).split('\n')
  if (lines.length <= MAX_VALUE_LINES + 2) return lines
  return [...lines.slice(0, MAX_VALUE_LINES), paint('grey', `… ${lines.length - MAX_VALUE_LINES} more lines`)]
}

module.exports = { renderFrames, renderAligned, OWN_SCOPES }
