'use strict'
// Measures one suite: plans its rounds, runs them, and prints what they show.

const path = require('node:path')

const { compare } = require('./compare')
const { sessionToContinue } = require('./continued')
const { matching, schedule } = require('./schedule')
const { checkInstalled } = require('../configurations/installed')
const { nodeBinary, nodeVersion } = require('../configurations/nodes')
const { installPackages } = require('../configurations/packages')
const { environment } = require('../environment')
const { summaryText } = require('../report/summary-text')
const { RESULTS, createRowWriter, readAllRows, readRows } = require('../rows')

/** @typedef {import('../suite').Suite} Suite */
/** @typedef {import('../environment').EnvironmentRow} EnvironmentRow */
/** @typedef {import('./command-line').Options & { laterMs?: number, resume?: boolean }} MeasureOptions resume: continue
 *   if there is something that can be continued, and otherwise begin anew */

/**
 * @param {Suite} suite
 * @param {MeasureOptions} options
 * @param {AbortSignal} signal
 * @returns {Promise<{ ended: string }>}
 */
async function measure (suite, options, signal) {
  const { quick } = options
  matching(suite, options.only)
  const nodes = options.nodes ?? (quick ? [usualNode(suite)] : suite.nodes)
  const binaries = Object.fromEntries(nodes.map(major => [major, nodeBinary(major)]))
  Object.values(binaries).forEach(binary => checkInstalled(binary))
  if (suite.packages === true) installPackages()
  if (options.flamegraph) return drawFlamegraphs(suite, binaries, signal)
  const versions = Object.fromEntries(nodes.map(major => [major, nodeVersion(binaries[major])]))
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
  const fresh = environment({ suite: suite.name, command, quick, nodes: versions })
  const file = options.json ?? defaultFile(suite.name, fresh)
  const rowsSoFar = () => (options.json === undefined ? readAllRows() : readRows(file))
  const { session, measured } = toContinue(options, rowsSoFar, fresh)
  const rounds = schedule(suite, { ...options, nodes, measured })
  const { ended, discarded } = await compare(
    rounds,
    {
      suite,
      session,
      binaries,
      quick,
      measured,
      usual: options.rounds ?? (quick ? suite.quickRounds : suite.rounds),
      isFixed: options.rounds !== undefined,
      minutes: options.minutes,
      laterMs: options.laterMs,
      signal
    },
    createRowWriter(file, { ...fresh, session })
  )
  const rows = (quick || options.json !== undefined ? readRows(file) : readAllRows()).flatMap(row =>
    row.kind === 'run' && row.session === session ? [row] : []
  )
  console.log(
    `${suite.title} (${ended}${discarded > 0 ? `, ${discarded} runs discarded` : ''}; ` +
      `rows in ${path.relative('', file)})`
  )
  console.log(summaryText(suite, rows))
  return { ended }
}

/**
 * @param {MeasureOptions} options
 * @param {() => import('../rows').Row[]} rowsSoFar
 * @param {EnvironmentRow} fresh
 */
function toContinue (options, rowsSoFar, fresh) {
  const nothing = { session: fresh.session, measured: [] }
  if (options.continue) return sessionToContinue(rowsSoFar(), fresh)
  if (options.resume !== true) return nothing
  try {
    return sessionToContinue(rowsSoFar(), fresh)
  } catch {
    return nothing
  }
}

/**
 * @param {Suite} suite
 * @param {Record<string, string>} binaries
 * @param {AbortSignal} signal
 */
async function drawFlamegraphs (suite, binaries, signal) {
  if (suite.flamegraphs === undefined) throw new Error(`${suite.name} has no flamegraphs`)
  await suite.flamegraphs(binaries, signal)
  return { ended: signal.aborted ? 'interrupted' : 'complete' }
}

/** @param {Suite} suite @returns {string} the Node.js of its other figures, if this is one of them */
function usualNode ({ nodes }) {
  const running = process.versions.node.split('.')[0]
  return nodes.includes(running) ? running : nodes[0]
}

/**
 * @param {string} name
 * @param {EnvironmentRow} header
 * @returns {string} path; rows of a trial run go to a folder that is not committed
 */
function defaultFile (name, { date, quick }) {
  return path.join(RESULTS, ...(quick ? ['quick'] : []), `${date.slice(0, 10)}-${name}.jsonl`)
}

module.exports = { measure }
