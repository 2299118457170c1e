'use strict'
// Shows the times of the dump as a list.

const { durationText } = require('../../../text/words')
const { timeline } = require('../model/timeline')
const { element } = require('../dom/element')

/** @param {import('../model/dump').PageDump} dump */
function timelineView ({ data }) {
  const moments = timeline(data)
  const reported = Date.parse(data.header.time)
  return element(
    'div',
    { class: 'panel' },
    element(
      'ol',
      { class: 'timeline' },
      moments.map(({ time, text, detail }) => {
        const ms = time - reported
        return element(
          'li',
          {},
          element('span', { class: 'offset' }, ms === 0 ? '0' : `${ms > 0 ? '+' : '−'}${durationText(Math.abs(ms))}`),
          element(
            'div',
            {},
            element('strong', {}, text),
            detail !== undefined && element('p', { class: 'dim' }, detail),
            element('p', { class: 'dim' }, new Date(time).toISOString().replace('T', ' ').replace('Z', ' UTC'))
          )
        )
      })
    ),
    moments.length === 0 && element('p', { class: 'missing' }, 'The dump has no times.')
  )
}

module.exports = { timelineView }
