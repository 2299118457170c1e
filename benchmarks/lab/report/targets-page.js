'use strict'
// Makes the page of all targets, with what decides each and what difference it can see.

const { TARGET_HEAD } = require('./suite-page')
const { filled, markdown } = require('./table')
const { DROPPED } = require('../../targets')

/** @param {import('./overview').Reported[]} reported @returns {string} Markdown */
function targetsPage (reported) {
  const rows = reported.flatMap(({ suite, targets }) => targets.map(row => [suite.name, ...row]))
  const dropped = DROPPED.map(({ what, why }) => filled(`- *${what}*: ${why}.`, '  '))
  const text = `*Can see* is how far two equal programs were apart in the same rounds: the farther end of the interval
of *without, again*. A target's interval is that of its rounds, in which the programs ran one after the other.`
  return `# Targets

[All questions](../../../docs/benchmarks.md), [how it is measured](../../README.md#how-it-is-measured)

${filled(text)}

${markdown(['Suite', ...TARGET_HEAD], rows)}

## Dropped

No measurement here can decide these:

${dropped.join('\n')}
`
}

module.exports = { targetsPage }
