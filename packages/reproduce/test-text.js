'use strict'
// The text of a test: for node:test, vitest, jest or mocha.

const path = require('node:path')
const { messageOf } = require('./check/expected')
const { displayPlace, displayUrl, workingDirectory } = require('crash-collector-inspect/source/location')
const { cut, plain, quote, wrap } = require('crash-collector-inspect/text/terminal-text')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */

const COLUMNS = 100
const MAX_NOTES = 12

/**
 * @typedef {object} Parts
 * @property {boolean} isModule the code is an ES module
 * @property {string} functionName
 * @property {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @property {string[]} notes
 * @property {boolean} isCopy the test calls a copy of the code
 * @property {boolean} throwsByStub
 * @property {import('./types').Import[]} imports
 * @property {string[]} classes of errors that the test needs
 * @property {string[]} body statements
 */

/**
 * @param {Dump} dump
 * @param {import('./types').Options} options
 * @param {Parts} parts
 * @returns {string}
 */
function testText (dump, { runner }, parts) {
  const isModule = parts.isModule || runner === 'vitest'
  const error = errorText(dump)
  const lines = [
    ...(isModule ? [] : ["'use strict'"]),
    ...comment(headerLines(dump, error, parts)),
    '',
    ...importLines(isModule, runner, parts.imports),
    '',
    ...parts.classes.flatMap(name => [`class ${name} extends Error {}`, '']),
    `test(${quote(cut(`${parts.functionName}: ${error}`, COLUMNS))}, async () => {`,
    ...parts.body.map(line => (line === '' ? '' : `  ${line.replaceAll('\n', '\n  ')}`)),
    '})',
    ''
  ]
  return lines.join('\n').replace(/\n{3,}/g, '\n\n').replace(/(async \(\) => \{\n)\n+/, '$1')
}

/**
 * @param {boolean} isModule
 * @param {import('./types').Runner} runner
 * @param {import('./types').Import[]} imports
 */
function importLines (isModule, runner, imports) {
  const own = { node: "'node:test'", vitest: "'vitest'", jest: "'@jest/globals'", mocha: "'mocha'" }[runner]
  const names = runner === 'mocha' ? '{ it: test }' : '{ test }'
  if (!isModule) {
    return [
      runner === 'node' ? `const test = require(${own})` : `const ${names} = require(${own})`,
      ...imports.map(({ name, from }) => `const ${name} = require(${quote(from)})`)
    ]
  }
  return [
    runner === 'node' ? `import test from ${own}` : `import ${names.replace(':', ' as')} from ${own}`,
    ...imports.map(({ name, from, isEsm }) => `import ${isEsm ? '* as ' : ''}${name} from ${quote(from)}`)
  ]
}

/**
 * @param {Dump} dump
 * @param {string} error
 * @param {Parts} parts
 * @returns {string[]}
 */
function headerLines (dump, error, { functionName, frame, notes, isCopy, throwsByStub }) {
  const directory = workingDirectory(dump)
  const lines = [
    `Written by crash-collector from ${path.basename(dump.file)}.`,
    'It calls the function with what it had, and should fail with this error until the code is fixed:',
    `  ${error}`,
    `  at ${functionName} (${displayPlace(frame, directory).replace(/:\d+$/, '')})`
  ]
  if (isCopy) {
    const file = displayUrl(frame.url, directory)
    lines.push(`It calls a copy of the code. To keep it, export what it calls from ${file}, and import that instead.`)
  }
  if (throwsByStub) lines.push('What it calls is replaced by a stand-in, which throws the error of the crash.')
  if (notes.length > 0) {
    lines.push('Not as it was:')
    lines.push(...notes.slice(0, MAX_NOTES).map(note => `- ${note}`))
    if (notes.length > MAX_NOTES) lines.push(`- and ${notes.length - MAX_NOTES} more`)
  }
  return lines
}

/**
 * @param {string[]} lines texts of the dump among them: none of their characters ends the comment
 */
function comment (lines) {
  return lines.flatMap(line => {
    const indent = /^(?:- | *)/.exec(line)?.[0].length ?? 0
    return wrap(plain(line).trimStart(), COLUMNS - indent).map((each, i) => {
      const before = line.startsWith('- ') && i === 0 ? '' : ' '.repeat(indent)
      return `// ${before}${each}`
    })
  })
}

/**
 * @param {Dump} dump
 * @returns {string} the error in one line
 */
function errorText ({ exception }) {
  if (exception === null) return 'an error'
  const message = messageOf(exception).split('\n', 1)[0]
  return exception.message === undefined ? message : `${exception.className ?? 'Error'}: ${message}`
}

module.exports = { testText }
