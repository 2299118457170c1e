'use strict'
// Shows the variables of a frame beside those of other runs of the same code.

const { codeParts } = require('../../../text/words')
const { element } = require('../dom/element')

/** @typedef {import('../../../usual/compare-runs').ComparedSource} ComparedSource */
/** @typedef {import('../../../usual/compare-runs').ComparedValue} ComparedValue */

/** @param {ComparedSource[]} sources */
function comparedView (sources) {
  const isUnlike = sources.some(({ values }) => values.some(each => each.isUnlike))
  return element(
    'details',
    { class: 'scope compared', ...(isUnlike && { open: '' }) },
    element('summary', {}, 'Beside other runs'),
    sources.map(({ words, values }) => tableOf(words, values))
  )
}

/**
 * @param {string} words what the others are
 * @param {ComparedValue[]} values
 */
function tableOf (words, values) {
  const hasThen = values.some(({ then }) => then !== null)
  const heads = ['', 'here', hasThen && 'then', 'usually']
  return element(
    'table',
    {},
    words !== '' && element('caption', {}, 'Usually: in ', codeParts(words).map(({ text, isCode }) =>
      (isCode ? element('code', {}, text) : text)
    )),
    element('thead', {}, element('tr', {}, heads.filter(head => head !== false).map(head =>
      element('th', { scope: 'col', ...(head === 'then' && { title: 'in other dumps of this crash' }) }, head)
    ))),
    element('tbody', {}, values.map(({ name, here, then, usually, isUnlike }) =>
      element(
        'tr',
        isUnlike ? { class: 'unlike' } : {},
        element('th', { scope: 'row' }, name),
        element('td', {}, here),
        hasThen && element('td', {}, then ?? ''),
        element('td', {}, usually ?? '')
      )
    ))
  )
}

module.exports = { comparedView }
