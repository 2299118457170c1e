'use strict'
// Says in words how a function has scheduled another.

const { plain } = require('../text/terminal-text')

/**
 * @param {import('./index').SchedulingFrame} frame
 * @returns {string} such as `scheduled by (setTimeout, 50 ms, calls #0; variables as at the error):`
 */
function schedulingText ({ schedules: { index, call, delayMs, event } }) {
  const details = [
    ...(call === '' ? [] : [plain(call)]),
    ...(delayMs === undefined ? [] : [`${delayMs} ms`]),
    ...(event === undefined ? [] : [`'${plain(event)}'`])
  ]
  return `scheduled by (${details.join(', ')}, calls #${index}; variables as at the error):`
}

module.exports = { schedulingText }
