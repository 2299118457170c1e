'use strict'
// Makes the Vega-Lite specification of a comparison: a dot for each median, a line for its 95 % interval if there is
// one, and a rule where nothing differs.

const { BASELINE, CONFIGURATIONS, NOISE, configuration } = require('../configurations')

/** Colours of configurations without the collector. */
const GREYS = ['#808080', '#a8a8a8']
/**
 * A suite compares at most as many configurations, because a colour used twice would name two lines. The first five
 * can be told apart without colour vision and in grey.
 */
const COLOURS = [
  '#2878c0',
  '#d9622b',
  '#8464c4',
  '#2a8a55',
  '#c8487a',
  '#97742c',
  '#1296a5',
  '#b08f00',
  '#7b8f10',
  '#a35cc0'
]
/** What is not data. In a dark page these become others; the colours of data can be told from both backgrounds. */
const INK = { text: '#222222', grid: '#e6e6e6', frame: '#cccccc', rule: '#444444', background: '#ffffff' }
const DARK = { text: '#e6e6e6', grid: '#333333', frame: '#555555', rule: '#bbbbbb', background: '#16191d' }
/** A longer legend is broken into pairs, because in one line it would be wider than the chart. */
const LEGEND_LINE = 3

/**
 * @param {import('../suite').ChartRequest} request
 * @param {import('../suite').Suite} suite
 * @param {import('../conclusions/summary').Line[]} lines
 * @returns {object | null} null if there is nothing to show
 */
function chartSpec (request, suite, lines) {
  const metric = suite.metrics.find(({ name }) => name === request.metric)
  if (metric === undefined) throw new Error(`suite ${suite.name} has no metric ${request.metric}`)
  const absolute = metric.compare === 'value'
  const values = lines.flatMap(line => {
    const estimate = absolute ? line.value : line.compared
    const wanted =
      line.metric === metric.name &&
      (request.only === undefined || new RegExp(request.only).test(line.scenario)) &&
      (request.configurations?.includes(line.configuration) ?? line.configuration !== BASELINE)
    if (!wanted || estimate === undefined) return []
    const { median, low, high } = estimate
    return [
      {
        scenario: line.scenario,
        node: `Node.js ${line.node}`,
        configuration: configuration(line.configuration).label,
        median,
        low,
        high
      }
    ]
  })
  if (values.length === 0) return null
  const shown = new Set(values.map(value => value.configuration))
  const ordered = CONFIGURATIONS.filter(({ label }) => shown.has(label))
  const order = ordered.map(({ label }) => label)
  const baselines = ordered.filter(({ name }) => name === BASELINE || name === NOISE).length
  const range = ordered.map((_, index) =>
    index < baselines ? GREYS[index] : COLOURS[(index - baselines) % COLOURS.length]
  )
  const title =
    metric.compare === 'ratio'
      ? `${metric.label}, ratio to without`
      : `${metric.label}${absolute ? '' : ', more than without'}, ${metric.unit}`
  const x = {
    type: 'quantitative',
    title,
    scale: request.log === true ? { type: 'log', nice: false, padding: 12 } : { zero: metric.compare !== 'ratio' }
  }
  const y = { field: 'scenario', type: 'nominal', sort: null, title: null, axis: { labelLimit: 600 } }
  const color = {
    field: 'configuration',
    type: 'nominal',
    sort: order,
    title: null,
    scale: { domain: order, range },
    legend: { orient: 'bottom', columns: order.length > LEGEND_LINE ? 2 : LEGEND_LINE, labelLimit: 400 }
  }
  const yOffset = { field: 'configuration', type: 'nominal', sort: order }
  const neutral = metric.compare === 'ratio' ? 1 : 0
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: { text: request.title, anchor: 'start' },
    data: { values },
    facet: { row: { field: 'node', type: 'nominal', title: null, header: { labelAngle: 0, labelAlign: 'left' } } },
    spec: {
      width: 520,
      height: { step: 12, for: 'offset' },
      layer: [
        ...(absolute
          ? []
          : [{ mark: { type: 'rule', color: INK.rule, strokeDash: [3, 3] }, encoding: { x: { datum: neutral } } }]),
        {
          transform: [{ filter: 'isValid(datum.low)' }],
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, yOffset, color }
        },
        {
          mark: { type: 'point', filled: true, size: 45, opacity: 1 },
          encoding: { x: { ...x, field: 'median' }, y, yOffset, color }
        }
      ]
    },
    config: {
      background: INK.background,
      font: 'DejaVu Sans, Verdana, sans-serif',
      title: { color: INK.text },
      axis: {
        labelFontSize: 11,
        titleFontSize: 11,
        labelColor: INK.text,
        titleColor: INK.text,
        domainColor: INK.frame,
        tickColor: INK.frame,
        grid: true,
        gridColor: INK.grid
      },
      legend: { labelColor: INK.text },
      header: { labelColor: INK.text },
      view: { stroke: INK.frame }
    }
  }
}

module.exports = { DARK, INK, chartSpec }
