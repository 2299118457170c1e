'use strict'
// Lists the figures in the conclusions of docs/benchmarks.md, in their order. Their values come from the rows.

/** @typedef {import('../rows').RunRow} RunRow */

/**
 * @typedef {object} Headline
 * @property {string} suite
 * @property {string} what
 * @property {string} [metric] a metric of the suite
 * @property {RegExp} [only] matches names of scenarios; without it, the figure covers the scenarios that have a target
 *   together, or else all
 * @property {number} [digits] number of digits after the point
 * @property {(runs: RunRow[]) => string} [figure] makes the figure from the rows of one Node.js, instead of a metric
 */

/** @type {Headline[]} */
const HEADLINES = [
  { suite: 'promise', what: 'Promise-heavy code, before any error: time', metric: 'runMs' },
  { suite: 'promise', what: 'The same after 100 captured errors', metric: 'afterErrorsMs' },
  { suite: 'promise', what: "The same, measured as V8's suite is published", metric: 'publishedAfterErrorsMs' },
  { suite: 'start', what: 'Start of `node -e 0`: later', metric: 'wallMs', only: /^node -e 0$/, digits: 1 },
  { suite: 'start', what: "Start with a server's modules: later", metric: 'wallMs', only: /modules$/, digits: 1 },
  { suite: 'start', what: 'Idle process: resident memory', metric: 'rssMb', digits: 1 },
  { suite: 'capture-cost', what: 'A captured error, 20 frames: CPU', metric: 'cpuMs', digits: 2 },
  { suite: 'capture-cost', what: 'The first of a process: wall', metric: 'firstMs', digits: 1 },
  { suite: 'capture-cost', what: 'The first: longest stop of the event loop', metric: 'stopMs', digits: 1 },
  { suite: 'handled', what: '1,000 handled errors a second: CPU', metric: 'cpuPercent', only: /^1,000/, digits: 1 },
  { suite: 'handled', what: '10,000 handled errors a second: CPU', metric: 'cpuPercent', only: /^10,000/, digits: 1 },
  { suite: 'soak', what: 'Memory, in half a million captures', metric: 'rssLaterMb', only: /^1,000,000/, digits: 1 },
  { suite: 'recall', what: 'Fatal errors with all variables', figure: recalled },
  { suite: 'recall', what: 'Fatal errors with a wrong variable', figure: wrong },
  { suite: 'checkout', what: '`examples/checkout`: dies later', metric: 'exitMs' },
  { suite: 'crash', what: 'With 50 MB of heap: dies later', metric: 'exitMs', only: /^usual$|scripts$|frames$/ },
  { suite: 'crash', what: 'With 2 GB of heap: dies later', metric: 'exitMs', only: /^2,000 MB/ },
  { suite: 'programs', what: 'eslint, mocha, webpack, npm: time', metric: 'wallMs' },
  { suite: 'fastify', what: 'Web services, no errors: requests', metric: 'requestsPerSecond', only: /^(?!.* errors$)/ },
  { suite: 'fastify', what: 'The same, 1 % of the requests fail', metric: 'requestsOneIn100' },
  { suite: 'http', what: 'Services that were tuned: requests', metric: 'requestsPerSecond' },
  { suite: 'ticketing', what: 'A service with child processes: searches', metric: 'searchesPerSecond' },
  { suite: 'peers', what: 'Of 50 named values of ten crashes, shown', metric: 'shown', digits: 0 }
]

/**
 * @typedef {{ runs: number, recalled: number, wrong: number }} Cell a cell of the suite `recall`
 *
 * @param {RunRow[]} runs
 * @returns {Cell} the sum of all cells
 */
function deathsOf (runs) {
  return runs
    .flatMap(({ details }) => /** @type {Cell[]} */ (details?.cells ?? []))
    .reduce(
      (sum, cell) => ({
        runs: sum.runs + cell.runs,
        recalled: sum.recalled + cell.recalled,
        wrong: sum.wrong + cell.wrong
      }),
      { runs: 0, recalled: 0, wrong: 0 }
    )
}

/** @param {RunRow[]} runs */
function recalled (runs) {
  const deaths = deathsOf(runs)
  return `${deaths.recalled} of ${deaths.runs}`
}

/** @param {RunRow[]} runs */
function wrong (runs) {
  const deaths = deathsOf(runs)
  return `${deaths.wrong} of ${deaths.runs}`
}

module.exports = { HEADLINES }
