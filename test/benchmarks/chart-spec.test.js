'use strict'
// In every chart of the lab's suites, each configuration has its own colour.

const t = require('tap')
const { chartSpec } = require('../../benchmarks/lab/report/chart-spec')
const { names, suite: suiteNamed } = require('../../benchmarks/scenarios')

const ESTIMATE = { median: 1, low: 0.9, high: 1.1, count: 15 }

for (const name of names) {
  const suite = suiteNamed(name)
  for (const chart of suite.charts ?? []) {
    t.test(`${name}, ${chart.name}: each configuration has a colour of its own`, async t => {
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
      const colours = JSON.parse(range)
      t.equal(colours.length, JSON.parse(domain).length)
      t.equal(new Set(colours).size, colours.length, range)
    })
  }
}
