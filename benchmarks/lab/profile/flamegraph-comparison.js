'use strict'
// Draws flamegraphs of one program in several configurations side by side in one SVG, by Linux perf.

const fs = require('node:fs')
const path = require('node:path')

const { configuration } = require('../configurations')
const { flamegraphsSideBySide } = require('./flamegraph')
const { addStacks, perfWorks, profile } = require('./perf')
const { show } = require('../plan/progress')
const { inDirectory } = require('../suite')

/** @typedef {import('./perf').Stacks} Stacks */

/**
 * @typedef {object} Comparison
 * @property {string} file path of the SVG, which is replaced
 * @property {string} title title of each graph, before the configuration's label
 * @property {string[]} configurations names
 * @property {string[]} args arguments of Node.js, after those of the configuration
 * @property {RegExp} highlight matches frames that stand out
 * @property {number} [times] number of processes, whose samples are added
 * @property {boolean} [mapsCode] true: V8 describes its code to perf. Its flags for that make V8 refuse code caches, so
 *   graphs about code caches need false.
 */

/**
 * @param {Comparison} comparison
 * @param {string} node binary
 * @param {AbortSignal} signal
 * @returns {Promise<Stacks[]>} in the order of the configurations
 * @throws {Error} if there is no Linux perf, or if the program fails
 */
async function drawComparison (
  { file, title, configurations, args, highlight, times = 1, mapsCode = true },
  node,
  signal
) {
  if (!perfWorks()) throw new Error('flamegraphs need Linux perf, which is not to be had here')
  show(`flamegraphs of ${title}`)
  /** @type {Stacks[]} */
  const all = configurations.map(() => new Map())
  for (let time = 0; time < times; time++) {
    for (const [index, name] of configurations.entries()) {
      const { stacks } = await inDirectory(
        configuration(name),
        node,
        { quick: false, signal },
        ({ configuration, directory, env }) =>
          profile([node, ...configuration.nodeArgs, ...args], { cwd: directory, env, signal, mapsCode })
      )
      addStacks(all[index], stacks)
    }
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const graphs = all.map((stacks, index) => ({
    stacks,
    title: `${title}, ${configuration(configurations[index]).label}`
  }))
  fs.writeFileSync(file, flamegraphsSideBySide(graphs, { width: 800, highlight }))
  return all
}

module.exports = { drawComparison }
