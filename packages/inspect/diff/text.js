'use strict'

const { placeText } = require('../execution-path/compare-paths')
const { cut, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('./compare-dumps').DumpDifference} DumpDifference */
/** @typedef {import('./compare-values').Difference} Difference */
/** @typedef {import('../text/colours').Paint} Paint */

const MIN_COLUMNS = 10

/**
 * @param {DumpDifference} difference
 * @param {{ columns: number, paint: Paint }} options
 * @returns {string}
 */
function diffText ({ sameCrash, fingerprints, crash, frames, framesCut, paths, process }, { columns, paint }) {
  const lines = [
    sameCrash
      ? paint('green', `The same crash (${fingerprints.a})`)
      : paint('yellow', `Different crashes (${fingerprints.a}, ${fingerprints.b})`)
  ]
  lines.push(...renderAll(crash, columns, paint, '  '))
  const different = frames.filter(({ differences }) => differences.length > 0)
  lines.push('', paint('bold', 'Variables'))
  if (frames.length === 0) lines.push('  the dumps have no frame in common')
  else if (different.length === 0) {
    lines.push(`  the same, in ${frames.length} frame${frames.length === 1 ? '' : 's'} that both have`)
  }
  for (const { functionName, a, b, differences } of different) {
    lines.push(`  ${a === b ? `#${a}` : `#${a} / #${b}`}  ${paint('bold', plain(functionName) || '(anonymous)')}`)
    lines.push(...renderAll(differences, columns, paint, '      '))
  }
  if (framesCut) lines.push(paint('grey', '  … more differences were not looked for'))
  if (paths !== null) lines.push('', paint('bold', 'Execution paths'), ...renderPaths(paths, columns, paint))
  lines.push('', paint('bold', 'Environment and versions'))
  lines.push(...(process.length === 0 ? ['  the same'] : renderAll(process, columns, paint, '  ')))
  return lines.join('\n') + '\n'
}

/**
 * @param {import('../execution-path/compare-paths').PathDifference} paths
 * @param {number} columns
 * @param {Paint} paint
 */
function renderPaths ({ a, b, parting, changed }, columns, paint) {
  const side = (/** @type {string} */ sign, /** @type {typeof a} */ { name, steps, onlyHere, next }) => [
    `  ${sign} ${cut(`${plain(name)} took ${steps} steps, ${onlyHere} of them alone`, columns - 4)}`,
    `    ${cut(next === null ? 'ran nothing else' : `went on at ${placeText(next)}`, columns - 4)}`
  ]
  const isSame = a.onlyHere === 0 && b.onlyHere === 0
  const where = isSame ? 'the same steps' : parting === null ? 'part at once' : `part after ${placeText(parting)}`
  return [
    `  ${cut(where, columns - 2)}`,
    ...(isSame ? [] : [...side(paint('red', '-'), a), ...side(paint('green', '+'), b)]),
    ...changed.map(file => paint('grey', `  ${file} is left out: the dumps do not have the same text of it`))
  ]
}

/**
 * Prints both values on one line if they fit, and otherwise on two lines.
 * @param {Difference[]} differences
 * @param {number} columns
 * @param {Paint} paint
 * @param {string} indent
 */
function renderAll (differences, columns, paint, indent) {
  return differences.flatMap(({ path, a, b }) => {
    const label = `${indent}${plain(path)}: `
    if (a === null || b === null) return renderOne(label, a, b, columns, paint)
    const [left, right] = [plain(a), plain(b)]
    if (widthOf(label + left + right) + 4 <= columns) {
      return [`${label}${paint('red', left)} -> ${paint('green', right)}`]
    }
    const width = columns - indent.length - 4
    return [
      cut(label.trimEnd(), columns),
      `${indent}  ${paint('red', `- ${cut(left, width)}`)}`,
      `${indent}  ${paint('green', `+ ${cut(right, width)}`)}`
    ]
  })
}

/**
 * Prints a value that only one of the dumps has, on one line.
 * @param {string} label
 * @param {string|null} a
 * @param {string|null} b
 * @param {number} columns
 * @param {Paint} paint
 */
function renderOne (label, a, b, columns, paint) {
  const where = a === null ? ' (only in the second)' : ' (only in the first)'
  const text = cut(plain(a ?? b ?? 'nothing'), Math.max(MIN_COLUMNS, columns - widthOf(label) - where.length))
  return [`${label}${paint(a === null ? 'green' : 'red', text)}${where}`]
}

module.exports = { diffText }
