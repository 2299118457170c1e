'use strict'
// Draws lines of a summary with Vega-Lite, as an SVG and a PNG.

const fs = require('node:fs')

const { chartSpec } = require('./chart-spec')

/**
 * Loads a package from benchmarks/node_modules, which only drawing needs. vega is an ES module with top-level await, so
 * require() can't load it.
 *
 * @param {string} name
 */
const load = name => import(name)

/**
 * @param {import('../suite').ChartRequest} request
 * @param {import('../suite').Suite} suite
 * @param {import('../conclusions/summary').Line[]} lines
 * @param {string} file path without extension
 * @returns {Promise<boolean>} false if the rows have nothing to draw
 */
async function drawChart (request, suite, lines, file) {
  const spec = chartSpec(request, suite, lines)
  if (spec === null) return false
  await draw(spec, file)
  return true
}

/**
 * @param {object} spec
 * @param {string} file path without extension
 * @returns {Promise<void>}
 */
async function draw (spec, file) {
  const vega = await load('vega')
  const { compile } = await load('vega-lite')
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  fs.writeFileSync(`${file}.svg`, svg + '\n')
  const { Resvg } = await load('@resvg/resvg-js')
  fs.writeFileSync(
    `${file}.png`,
    new Resvg(svg, { fitTo: { mode: 'zoom', value: 2 }, background: 'white' }).render().asPng()
  )
}

module.exports = { draw, drawChart }
