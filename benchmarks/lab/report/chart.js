'use strict'
// Draws lines of a summary with Vega-Lite, as an SVG that is light or dark as its page is.

const fs = require('node:fs')

const { DARK, INK, chartSpec } = require('./chart-spec')

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
  fs.writeFileSync(`${file}.svg`, `${adaptive(svg)}\n`)
}

/**
 * @param {string} svg whose colours are attributes, as Vega writes them
 * @returns {string} the same, with rules that replace what is not data in a dark page
 */
function adaptive (svg) {
  const rules = Object.entries(INK).flatMap(([name, light]) => {
    const dark = DARK[/** @type {keyof typeof DARK} */ (name)]
    return ['fill', 'stroke'].map(attribute => `[${attribute}="${light}"]{${attribute}:${dark}}`)
  })
  const style = `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
  return svg.replace(/<svg [^>]*>/, root => root + style)
}

module.exports = { adaptive, draw, drawChart }
