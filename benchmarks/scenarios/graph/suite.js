'use strict'
// Measures how fast an object graph is walked and written, compared with walks in JavaScript and over the inspector.

const path = require('node:path')

const { configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { launch } = require('../../lab/process/launch')
const { estimate } = require('../../lab/conclusions/stats')
const { perRound, valuesByRound } = require('../../lab/conclusions/summary')
const { interval, markdown } = require('../../lab/report/table')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const CONTESTANT = path.join(__dirname, 'contestant.js')
const CONTESTANTS = ['native', 'native-redacting', 'javascript', 'inspector']

/** Gives slightly more than 100,000 objects. */
const OBJECTS = 116_000

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown: how many times as fast, within each round
 */
function report (runs) {
  const counted = runs.filter(run => run.round > 0 && run.discarded === undefined)
  const rows = [...grouped(counted, run => run.node)].flatMap(([node, cell]) => {
    const rates = (/** @type {string} */ name) =>
      valuesByRound(cell.filter(run => run.configuration === name), 'objectsPerSecond')
    return CONTESTANTS.slice(1).map(name => [
      node,
      configuration(name).label,
      interval(estimate(perRound(rates(name), rates('native'), 'ratio')), 2)
    ])
  })
  return rows.length === 0
    ? ''
    : '**The graph writer is so many times as fast**, within each round\n\n' +
      `${markdown(['Node.js', 'as', 'objects per second'], rows)}\n`
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'graph',
  title: 'The graph writer',
  question: 'How fast is the walk over the objects?',
  minutes: 3,
  text: `A graph of a little over 100,000 objects of mixed shapes is walked and written as records, in a pause of the
debugger and for the first time in a process, as in a capture. *The same in JavaScript*: a careful walk that runs no
getter and no Proxy trap, keeps identity and writes the same records. *Runtime.getProperties*: object by object, as
debuggers read values, written as the same records; it cannot keep identity, and reads 20,000 objects, since its rate
does not depend on their number. *Peak memory*: most that the process ever held, less what it held before the walk.`,
  nodes: ['24'],
  configurations: CONTESTANTS,
  rounds: 8,
  quickRounds: 1,
  charts: [{ name: 'rate', title: 'Objects walked and written per second', metric: 'objectsPerSecond', log: true }],
  metrics: [
    { name: 'objectsPerSecond', label: 'objects', unit: '/s', compare: 'value', digits: 0 },
    { name: 'megabytesPerSecond', label: 'records', unit: 'MB/s', compare: 'value', digits: 1 },
    { name: 'ms', label: 'the walk', unit: 'ms', compare: 'value', digits: 0 },
    { name: 'cpuMs', label: 'CPU', unit: 'ms', compare: 'value', digits: 0 },
    { name: 'peakMegabytes', label: 'peak memory', unit: 'MB', compare: 'value', digits: 0 }
  ],
  scenarios: [
    {
      name: '100,000 objects',
      async run ({ configuration: { name }, node, directory, env, signal }) {
        const { usage, stdout, stderr } = await launch([node, '--expose-gc', CONTESTANT, name, String(OBJECTS)], {
          cwd: directory,
          env,
          timeoutMs: 120_000,
          signal
        })
        if (usage.exitCode !== 0) {
          return { metrics: {}, discarded: `exit code ${usage.exitCode}`, details: { stderr: stderr.slice(-1000) } }
        }
        const { objects, bytes, ...metrics } = JSON.parse(stdout)
        if (objects < 20_000) return { metrics: {}, discarded: `${objects} objects` }
        return { metrics, details: { objects, bytes } }
      }
    }
  ],
  report
}
