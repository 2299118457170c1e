'use strict'
// Renders what is not in the dump, and why.

const { reasonText } = require('../values/describe-value')
const { plain, wrap } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').NotCaptured} NotCaptured */

/** What people call what is missing without the addon. @type {Record<string, string>} */
const WITHOUT_ADDON = {
  callFrames: 'variables',
  asyncStores: 'contents of AsyncLocalStorage',
  title: 'title of the process',
  argv: 'arguments of the command line',
  execArgv: 'options of Node.js',
  env: 'environment',
  httpRequests: 'HTTP requests under way',
  asyncTasks: 'suspended functions'
}

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderNotCaptured ({ dump, columns, paint }) {
  const lines = grouped(dump).flatMap(text => wrap(`- ${text}`, columns, '  '))
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
  return lines.length === 0 ? [] : [paint('yellow', 'Not captured'), ...lines]
}

/**
 * @param {import('../reader').Dump} dump
 * @returns {string[]} what is missing for want of the addon in one line, and each other one in its own
 */
function grouped ({ notCaptured: missing, header }) {
  const isOfAddon = (/** @type {NotCaptured} */ { reason, count, detail }) =>
    reason === 'noAddon' && count === undefined && detail === undefined
  const names = missing.filter(isOfAddon).map(({ what = '' }) => plain(WITHOUT_ADDON[what] ?? what))
  const others = missing.filter(each => !isOfAddon(each)).map(notCapturedText)
  if (names.length === 0) return others
  if (header.request !== undefined && header.request.url === undefined) names.push('URL of the request')
  if (header.test !== undefined && header.test.name === undefined) names.push('name of the test')
  const what = new Intl.ListFormat('en-GB').format(names)
  return [`${what}: ${reasonText('noAddon')} (npx crash-collector doctor says what to do)`, ...others]
}

/** @param {NotCaptured} missing */
function notCapturedText ({ reason, count, what, detail }) {
  const subject = [count, what === undefined ? undefined : plain(what)].filter(each => each !== undefined).join(' ')
  const text = detail === undefined ? reasonText(reason) : plain(detail)
  return subject === '' ? text : `${subject}: ${text}`
}

module.exports = { renderNotCaptured }
