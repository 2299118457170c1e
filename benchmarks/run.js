'use strict'
// `npm run bench -- <suite>`: measures a suite, writes the rows and prints their summary.

const path = require('node:path')

const { USAGE, parseCommandLine } = require('./lab/plan/command-line')
const { compare } = require('./lab/plan/compare')
const { sessionToContinue } = require('./lab/plan/continued')
const { environment } = require('./lab/environment')
const { checkInstalled } = require('./lab/configurations/installed')
const { installPackages } = require('./lab/configurations/packages')
const { nodeBinary, nodeVersion } = require('./lab/configurations/nodes')
const { writeReport } = require('./lab/report')
const { RESULTS, readAllRows, readRows, createRowWriter } = require('./lab/rows')
const { schedule } = require('./lab/plan/schedule')
const { summaryText } = require('./lab/report/summary-text')
const { names, suite: suiteNamed } = require('./scenarios')

/** @typedef {import('./lab/plan/command-line').Options} Options */

const PATIENCE_MS = 1000

/** @returns {Promise<void>} */
async function main () {
  const options = parseCommandLine(process.argv.slice(2))
  if (options.suite === 'report') {
    installPackages()
    return writeReport()
  }
  const interrupt = new AbortController()
  let interruptedAt = 0
  // npm and the terminal may each send the signal. Only a second one that comes later means that the user insists.
  process.on('SIGINT', () => {
    if (interrupt.signal.aborted && performance.now() - interruptedAt > PATIENCE_MS) process.exit(130)
    if (!interrupt.signal.aborted) interruptedAt = performance.now()
    interrupt.abort()
  })
  const wanted = options.suite === 'all' ? names : [options.suite]
  for (const [index, name] of wanted.entries()) {
    if (wanted.length > 1) console.error(`${name}, suite ${index + 1} of ${wanted.length}`)
    try {
      await measure(name, options, interrupt.signal)
    } catch (error) {
      if (wanted.length === 1) throw error
      // One suite may lack something that the others don't need, such as a Node.js or perf.
      console.error(`${name}: ${/** @type {Error} */ (error).message}`)
      process.exitCode = 1
    }
    if (interrupt.signal.aborted) break
  }
}

/**
 * @param {string} name
 * @param {Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function measure (name, options, signal) {
  const suite = suiteNamed(name)
  const nodes = options.nodes ?? (options.quick ? [process.versions.node.split('.')[0]] : suite.nodes)
  const binaries = Object.fromEntries(nodes.map(major => [major, nodeBinary(major)]))
  Object.values(binaries).forEach(binary => checkInstalled(binary))
  const versions = Object.fromEntries(nodes.map(major => [major, nodeVersion(binaries[major])]))
  if (suite.packages === true) installPackages()
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
  const fresh = environment({ suite: name, command, quick: options.quick, nodes: versions })
  const file = options.json ?? defaultFile(name, fresh)
  const { session, measured } = options.continue
    ? sessionToContinue(options.json === undefined ? readAllRows() : readRows(file), fresh)
    : { session: fresh.session, measured: [] }
  const rounds = schedule(suite, {
    nodes,
    configurations: options.configurations,
    only: options.only,
    quick: options.quick,
    measured,
    rounds: options.rounds ?? (options.quick ? suite.quickRounds : suite.rounds)
  })
  const write = createRowWriter(file)
  write({ ...fresh, session })
  const { ended, discarded } = await compare(
    rounds,
    {
      suite: name,
      session,
      binaries,
      quick: options.quick,
      flamegraph: options.flamegraph,
      minutes: options.minutes,
      signal
    },
    write
  )
  const rows = (options.json === undefined && options.continue ? readAllRows() : readRows(file)).flatMap(row =>
    row.kind === 'run' && row.session === session ? [row] : []
  )
  console.log(
    `${suite.title} (${ended}${discarded > 0 ? `, ${discarded} runs discarded` : ''}; ` +
      `rows in ${path.relative('', file)})`
  )
  console.log(summaryText(suite, rows))
  if (options.flamegraph && !signal.aborted) await suite.flamegraphs?.(binaries, signal)
  if (ended === 'interrupted') process.exitCode = 130
}

/**
 * @param {string} name
 * @param {import('./lab/environment').EnvironmentRow} header
 * @returns {string} path; rows of a trial run go to a folder that is not committed
 */
function defaultFile (name, { date, quick }) {
  return path.join(RESULTS, ...(quick ? ['quick'] : []), `${date.slice(0, 10)}-${name}.jsonl`)
}

main().catch(error => {
  const usage =
    error.code?.startsWith('ERR_PARSE_ARGS') ||
    /^(name one suite|no suite|no configuration|--\w+ takes )/.test(error.message)
  console.error(error.message)
  if (usage) console.error('\n' + USAGE + names.join(', '))
  process.exitCode = usage ? 2 : 1
})
