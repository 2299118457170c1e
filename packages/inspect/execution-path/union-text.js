'use strict'

const { count } = require('./describe-path')
const { cut, plain, wrap } = require('../text/terminal-text')

/** @typedef {import('./union').PathUnion} PathUnion */
/** @typedef {import('../text/colours').Paint} Paint */

const MAX_REQUESTS = 10

/**
 * @param {PathUnion} union
 * @param {{ columns: number, paint: Paint }} options
 * @returns {string}
 */
function unionText ({ requests, files, neverExecuted, changed, packages, truncated }, { columns, paint }) {
  const total = requests.reduce((sum, each) => sum + each.count, 0)
  const heading = (/** @type {string} */ text) => ['', paint('bold', text)]
  const list = (/** @type {string} */ title, /** @type {string[]} */ names) =>
    names.length === 0 ? [] : [...heading(title), ...names.map(name => `  ${cut(plain(name), columns - 2)}`)]
  const lines = [
    paint('bold', `${count(total, 'request or job', 'requests and jobs')} ran code of ${count(files.length, 'file')}`),
    ...requests
      .slice(0, MAX_REQUESTS)
      .map(each => `  ${String(each.count).padStart(4)} × ${cut(plain(each.name), columns - 9)}`),
    ...(requests.length > MAX_REQUESTS ? [`  … ${requests.length - MAX_REQUESTS} more (--json has them)`] : []),
    ...heading('Executed'),
    ...files.flatMap(file => renderFile(file, columns, paint)),
    ...list('Loaded and never executed', neverExecuted),
    ...list('Packages: executed', packages.executed),
    ...list('Packages: loaded and never executed', packages.neverExecuted),
    ...list('Dependencies of package.json: not loaded', packages.neverLoaded)
  ]
  const notes = []
  if (packages.notRecorded.length > 0) {
    notes.push(
      'Nothing is known about these dependencies; CRASH_COLLECTOR_EXECUTION_PATH_PACKAGES=* records packages, too: ' +
        packages.notRecorded.map(plain).join(', ')
    )
  }
  if (changed.length > 0) notes.push(`In several versions, the newest counts: ${changed.join(', ')}`)
  if (truncated) notes.push('A path was cut at 4,096 parts: what seems never executed may have run')
  lines.push(...notes.flatMap(note => ['', ...wrap(note, columns).map(line => paint('grey', line))]), '')
  return lines.join('\n')
}

/**
 * @param {import('./union').ExecutedFile} file
 * @param {number} columns
 * @param {Paint} paint
 */
function renderFile ({ file, functions, executed, neverExecuted }, columns, paint) {
  const never = neverExecuted.map(({ functionName, lineNumber }) =>
    `${plain(functionName) || '(anonymous)'}${lineNumber === null ? '' : `:${lineNumber + 1}`}`)
  return [
    `  ${cut(`${file}  ${executed} of ${count(functions, 'function')}`, columns - 2)}`,
    ...(never.length === 0 ? [] : wrap(`never: ${never.join(', ')}`, columns - 6)).map(line =>
      paint('grey', `      ${line}`)
    )
  ]
}

module.exports = { unionText }
