'use strict'
// Renders what is not in the dump, and why.

const { reasonText } = require('../values/describe-value')
const { lostObjectsText } = require('../heap-snapshot/lost-objects')
const { plain, wrap } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').NotCaptured} NotCaptured */

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderNotCaptured ({ dump, columns, paint, lostObjects }) {
  const lines = dump.notCaptured.flatMap(each => wrap(`- ${notCapturedText(each)}`, columns, '  '))
  if (dump.truncated) {
    lines.push(
      ...wrap(
        '- everything after the cut: the process was killed, or the disk was full, while this dump was written',
        columns,
        '  '
      )
    )
  }
  for (const error of dump.end?.captureErrors ?? []) {
    lines.push(...wrap(`- error in the collector: ${plain(error)}`, columns, '  '))
  }
  if (lostObjects > 0) lines.push(...wrap(`- ${lostObjectsText(lostObjects)}`, columns, '  '))
  return lines.length === 0 ? [] : [paint('yellow', 'Not captured'), ...lines]
}

/** @param {NotCaptured} missing */
function notCapturedText ({ reason, count, what, detail }) {
  const subject = [count, what === undefined ? undefined : plain(what)].filter(each => each !== undefined).join(' ')
  const text = detail === undefined ? reasonText(reason) : plain(detail)
  return subject === '' ? text : `${subject}: ${text}`
}

module.exports = { renderNotCaptured }
