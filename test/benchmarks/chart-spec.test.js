'use strict'
// In every chart of the lab's suites, each configuration has its own colour.

const t = require('tap')
const { adaptive } = require('../../benchmarks/lab/report/chart')
const { DARK, INK, chartSpec } = require('../../benchmarks/lab/report/chart-spec')
const { names, suite: suiteNamed } = require('../../benchmarks/scenarios')

const ESTIMATE = { median: 1, low: 0.9, high: 1.1, count: 15 }

/**
 * @param {import('../../benchmarks/lab/suite').ChartRequest} chart
 * @param {import('../../benchmarks/lab/suite').Suite} suite
 * @returns {{ domain: string[], range: string[] }} of a chart of all configurations
 */
function colourScale (chart, suite) {
  const lines = suite.scenarios.flatMap(({ name: scenario }) =>
    suite.configurations.map(
      configuration =>
        /** @type {import('../../benchmarks/lab/conclusions/summary').Line} */ (
          /** @type {unknown} */ ({
            scenario,
            node: '24',
            configuration,
            metric: chart.metric,
            value: ESTIMATE,
            compared: ESTIMATE
          })
        )
    )
  )
  const text = JSON.stringify(chartSpec(chart, suite, lines))
  const [, domain, range] = /** @type {RegExpExecArray} */ (/"domain":(\[[^\]]*\]),"range":(\[[^\]]*\])/.exec(text))
  return { domain: JSON.parse(domain), range: JSON.parse(range) }
}

t.test('what is not data has other colours in a dark page, and data none of them', async t => {
  const svg = `<svg a="b"><path fill="${INK.text}"/></svg>`
  t.match(adaptive(svg), '<svg a="b"><style>@media (prefers-color-scheme:dark){')
  t.match(adaptive(svg), `[fill="${INK.text}"]{fill:${DARK.text}}`)
  t.same(Object.keys(DARK), Object.keys(INK))
  for (const name of names) {
    for (const chart of suiteNamed(name).charts ?? []) {
      const { range } = /** @type {any} */ (colourScale(chart, suiteNamed(name)))
      t.same(range.filter((/** @type {string} */ colour) => Object.values(INK).includes(colour)), [])
    }
  }
})

for (const name of names) {
  const suite = suiteNamed(name)
  for (const chart of suite.charts ?? []) {
    t.test(`${name}, ${chart.name}: each configuration has a colour of its own`, async t => {
      const { domain, range } = colourScale(chart, suite)
      t.equal(range.length, domain.length)
      t.equal(new Set(range).size, range.length, String(range))
    })
  }
}
