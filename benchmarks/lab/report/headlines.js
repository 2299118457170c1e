'use strict'
// Lists the questions of docs/benchmarks.md, each with a picture and its figures. Their values come from the rows.

const { recalledText } = require('../../scenarios/recall/report')
const { TOGETHER } = require('../conclusions/pooled')

/** @typedef {import('../rows').RunRow} RunRow */

/**
 * @typedef {object} Headline
 * @property {string} what
 * @property {string} [metric] a metric of the suite
 * @property {string} [configuration] missing: the default one
 * @property {RegExp} [only] matches names of scenarios
 * @property {number} [digits] number of digits after the point
 * @property {(runs: RunRow[]) => string} [figure] makes the figure from the rows of one Node.js, instead of a metric
 *
 * @typedef {object} Question
 * @property {string} suite
 * @property {string} question
 * @property {string} [chart] name of the suite's chart
 * @property {Headline[]} figures
 */

const ALL = new RegExp(TOGETHER)

/** @type {Question[]} */
const QUESTIONS = [
  {
    suite: 'start',
    question: 'How much later does a program start, and how much memory does it need?',
    chart: 'wall',
    figures: [
      { what: '`node -e 0`, later', metric: 'wallMs', only: /^node -e 0$/, digits: 1 },
      { what: "with a server's modules, later", metric: 'wallMs', only: /modules$/, digits: 1 },
      { what: 'resident memory, more', metric: 'rssMb', digits: 1 }
    ]
  },
  {
    suite: 'promise',
    question: 'Is promise-heavy code slower?',
    chart: 'debugger',
    figures: [
      { what: 'instructions, before any error', metric: 'instructions', only: ALL, digits: 3 },
      { what: 'instructions, after 100 captured errors', metric: 'instructionsAfterErrors', only: ALL, digits: 3 }
    ]
  },
  {
    suite: 'services',
    question: 'Do services without errors work more for a request?',
    chart: 'instructions',
    figures: [{ what: 'instructions for each request', metric: 'instructionsPerRequest', digits: 3 }]
  },
  {
    suite: 'fastify',
    question: 'How many requests do web frameworks answer?',
    chart: 'requests',
    figures: [
      { what: 'requests, no errors', metric: 'requestsPerSecond', only: /^(?!.* errors$)/ },
      { what: 'requests, 1 % of which fail', metric: 'requestsOneIn100' }
    ]
  },
  {
    suite: 'capture-cost',
    question: 'What does an error cost that is captured?',
    chart: 'repeated',
    figures: [
      {
        what: 'CPU of a copy, warm, 3 to 20 frames',
        metric: 'stackUs',
        configuration: 'copies',
        only: /(interpreted|baseline)$/,
        digits: 0
      },
      {
        what: "the same of functions that V8's optimisers have compiled, or that wait",
        metric: 'stackUs',
        configuration: 'copies',
        only: /(maglev|turbofan|awaiting functions)$/,
        digits: 0
      },
      { what: 'kept of it', metric: 'heldKb', configuration: 'copies', digits: 1 },
      { what: 'CPU if it is read at once', metric: 'cpuMs', digits: 2 },
      { what: 'the first of a process', metric: 'firstMs', digits: 1 },
      { what: 'longest stop of the event loop', metric: 'stopMs', digits: 1 }
    ]
  },
  {
    suite: 'handled',
    question: 'What do errors cost that a service handles all day?',
    figures: [
      { what: '10 errors a second', metric: 'cpuPercent', only: /^10 /, digits: 2 },
      { what: '100 errors a second', metric: 'cpuPercent', only: /^100 /, digits: 2 },
      { what: '1,000 errors a second', metric: 'cpuPercent', only: /^1,000/, digits: 1 },
      { what: '10,000 errors a second', metric: 'cpuPercent', only: /^10,000/, digits: 1 }
    ]
  },
  {
    suite: 'soak',
    question: 'Does memory grow with the number of captures?',
    figures: [{ what: 'in the second half of the captures', metric: 'rssLaterMb', digits: 1 }]
  },
  {
    suite: 'recall',
    question: 'Does the dump show the variables of the error that killed the service?',
    figures: [
      { what: 'with all variables', figure: recalledText },
      { what: 'with a wrong variable', figure: wrong }
    ]
  },
  {
    suite: 'checkout',
    question: 'How much later does a real application die?',
    chart: 'exit',
    figures: [{ what: '`examples/checkout`, later', metric: 'exitMs', digits: 1 }]
  },
  {
    suite: 'crash',
    question: 'And a large one?',
    chart: 'exit',
    figures: [
      { what: 'with 50 MB of heap, later', metric: 'exitMs', only: /^usual$|scripts$|frames$/, digits: 0 },
      { what: 'with 2 GB, later', metric: 'exitMs', only: /^2,000 MB/, digits: 0 }
    ]
  },
  {
    suite: 'programs',
    question: 'How much longer do eslint, mocha, webpack and npm take?',
    figures: [{ what: 'CPU', metric: 'cpuMs' }]
  },
  {
    suite: 'test-runs',
    question: 'And runs of tests?',
    figures: [{ what: 'CPU', metric: 'cpuMs' }]
  },
  {
    suite: 'critical-path',
    question: 'What does it cost to record what each request executes?',
    chart: 'cpu',
    figures: [
      { what: 'CPU for each 1,000 lines at the start', metric: 'startPer1000LinesMs', digits: 1 },
      { what: 'the collector without paths, CPU per request', metric: 'cpuPerRequestUs' }
    ]
  },
  {
    suite: 'ticketing',
    question: 'One process or child processes?',
    chart: 'lost',
    figures: [{ what: 'searches', metric: 'searchesPerSecond' }]
  },
  {
    suite: 'peers',
    question: 'What do other tools show of a crash?',
    chart: 'shown',
    figures: [{ what: 'named values of ten crashes', metric: 'shown', digits: 0 }]
  }
]

/** @param {RunRow[]} runs */
function wrong (runs) {
  const cells = runs.flatMap(({ details }) => /** @type {{ runs: number, wrong: number }[]} */ (details?.cells ?? []))
  const sum = (/** @type {'runs' | 'wrong'} */ name) => cells.reduce((total, cell) => total + cell[name], 0)
  return `${sum('wrong')} of ${sum('runs')}`
}

module.exports = { QUESTIONS }
