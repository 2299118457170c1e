'use strict'
// Renders the scopes that frames share (closures and modules), each once and in short form.

const { describeValue, missingText } = require('../values/describe-value')
const { displayUrl } = require('../source/location')
const { formatValue } = require('../values/format-value')
const { MODULE_WRAPPER, NEW_TARGET, placesOf } = require('../source/scope-places')
const { SHORT } = require('../values/read-later')
const { allSchedulingFrames } = require('../scheduling')
const { OWN_SCOPES } = require('./frames')
const { renderVariableLines } = require('./variables')
const { cut, cutStart, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

const MAX_SCOPE_LINES = 4
const MAX_SHORT_COLUMNS = 36

/**
 * @param {View} view
 * @param {number} [maxLines] of each scope
 * @returns {string[]}
 */
function renderScopes (view, maxLines = MAX_SCOPE_LINES) {
  const { dump, columns, paint, all } = view
  /** @type {Map<string, { scope: Scope, url: string, frames: number[] }>} */
  const shared = new Map()
  const inFrames = new Set(all
    ? []
    : allSchedulingFrames(dump).flatMap(({ scopeChain }) =>
      scopeChain.filter(({ type }) => OWN_SCOPES.has(type)).map(({ scopeId }) => scopeId)
    ))
  for (const frame of dump.allCallFrames) {
    if (frame.internal && !all) continue
    placesOf(dump, frame).scopeChain.forEach((scope, i) => {
      if (OWN_SCOPES.has(scope.type) || (scope.scopeId !== undefined && inFrames.has(scope.scopeId))) return
      const key = scope.scopeId ?? `${frame.index}.${i}`
      const entry = shared.get(key) ?? {
        scope: { ...dump.scope(scope), startLocation: scope.startLocation },
        url: frame.url,
        frames: []
      }
      entry.frames.push(frame.index)
      shared.set(key, entry)
    })
  }
  /** @type {Map<string, { title: string, contents: string, frames: number[] }>} */
  const byContents = new Map()
  for (const { scope, url, frames } of shared.values()) {
    const variables = scope.variables.filter(({ name }) => all || !MODULE_WRAPPER.has(name))
    if (variables.length === 0) continue
    const title = scopeTitle(scope, url, view.directory)
    const items = all ? [] : shortItems(view, variables)
    const shown = all ? renderVariableLines(view, variables, '') : inLines(view, items, maxLines)
    const contents = shown.join('\n')
    // V8 tells less about the closures of a suspended function, so scopes with equal contents are shown as one.
    const key = all ? contents : withoutClasses(items)
    const known = byContents.get(key)
    if (known === undefined) byContents.set(key, { title, contents, frames: [...frames] })
    else {
      known.frames = [...new Set([...known.frames, ...frames])].sort((a, b) => a - b)
      if (known.title === 'closure') known.title = title
    }
  }
  const lines = []
  for (const { title, contents, frames } of byContents.values()) {
    const numbers = `(${frameNumbers(frames)})`
    lines.push(`  ${fitTitle(title, columns - 3 - numbers.length)} ${paint('grey', numbers)}`, contents)
  }
  return lines.length === 0 ? [] : [paint('bold', 'Closures and modules'), ...lines]
}

/**
 * Where a class was read with fewer of its properties, it is a function.
 * @param {string[]} items
 */
function withoutClasses (items) {
  return items.join(', ').replaceAll(/\bclass ([^\s,]+)/g, '$1()')
}

const MODULE = 'module '

/**
 * @param {string} title
 * @param {number} columns
 */
function fitTitle (title, columns) {
  return title.startsWith(MODULE)
    ? MODULE + cutStart(title.slice(MODULE.length), columns - MODULE.length)
    : cut(title, columns)
}

/** @param {number[]} frames */
function frameNumbers (frames) {
  const numbers = frames.map(index => `#${index}`)
  return numbers.length <= 6 ? numbers.join(' ') : `${numbers.slice(0, 3).join(' ')} … ${numbers[numbers.length - 1]}`
}

/**
 * @param {Scope} scope
 * @param {string} url
 * @param {string} [directory]
 */
function scopeTitle (scope, url, directory) {
  // The function that Node.js wraps around a CommonJS module has no name and begins at the start of the file.
  const isWrapper =
    scope.type === 'closure' &&
    !scope.name &&
    scope.startLocation?.lineNumber === 0 &&
    scope.startLocation.columnNumber === 0
  const isModule = scope.type === 'module' || isWrapper
  if (isModule) return MODULE + displayUrl(url, directory)
  if (scope.type === 'closure') return scope.name ? `closure of ${plain(scope.name)}` : 'closure'
  if (scope.type === 'script') return 'script variables'
  return scope.readAt === undefined ? plain(scope.type) : `${plain(scope.type)} ${SHORT}`
}

/**
 * `name: value` separated by commas, over a few lines. Functions come last and by name only, since a module has many.
 * @param {View} view
 * @param {Variable[]} variables
 * @param {number} [maxLines]
 */
function renderShort (view, variables, maxLines = MAX_SCOPE_LINES) {
  return inLines(view, shortItems(view, variables), maxLines)
}

/**
 * @param {View} view
 * @param {Variable[]} variables
 */
function shortItems ({ dump }, variables) {
  const isFunction = (/** @type {Variable} */ { name, value }) => value?.type === 'function' && name !== NEW_TARGET
  return [...variables.filter(each => !isFunction(each)), ...variables.filter(isFunction)].map(
    variable => {
      const { name, value, notCapturedReason } = variable
      if (value === undefined) return `${plain(name)}: ${missingText(notCapturedReason)}`
      const text = describeValue(value, dump)
      if (!isFunction(variable)) return `${plain(name)}: ${shortValue(value, dump)}`
      return text === `[class ${plain(name)}]` ? `class ${plain(name)}` : `${plain(name)}()`
    }
  )
}

/**
 * @param {View} view
 * @param {string[]} items
 * @param {number} maxLines
 */
function inLines ({ columns, paint }, items, maxLines) {
  const lines = []
  let line = ''
  let shown = 0
  for (const item of items) {
    const text = cut(item, columns - 8)
    if (line !== '' && 7 + widthOf(line) + widthOf(text) > columns) {
      lines.push(line.trimEnd())
      line = ''
      if (lines.length === maxLines) break
    }
    shown++
    line += shown < items.length ? `${text}, ` : text
  }
  if (line !== '') lines.push(line)
  if (shown < items.length) lines.push(paint('grey', `… ${items.length - shown} more (--all shows them)`))
  return lines.map(each => '      ' + each)
}

/**
 * The text of a value: the whole text if it is short, otherwise only the head.
 * @param {import('crash-collector-shared/dump/format').Value} value
 * @param {import('../reader').Dump} dump
 */
function shortValue (value, dump) {
  const text = formatValue(value, dump, {
    columns: MAX_SHORT_COLUMNS,
    depth: 0,
    maxString: MAX_SHORT_COLUMNS,
    notes: 'short'
  })
  return text.length <= MAX_SHORT_COLUMNS && !text.includes('\n') ? text : describeValue(value, dump)
}

module.exports = { renderScopes, renderShort }
