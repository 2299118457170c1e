'use strict'
// `npm run bench -- <suite>`: measures a suite, writes the rows and prints their summary.

const { COMMANDS, USAGE, parseCommandLine } = require('./lab/plan/command-line')
const { measure } = require('./lab/plan/measure')
const { TimeBudget } = require('./lab/plan/time-budget')
const { installPackages } = require('./lab/configurations/packages')
const { checkFigures } = require('./lab/report/check')
const { printTables, writeReport } = require('./lab/report')
const { names, suite: suiteNamed } = require('./scenarios')

/** @typedef {import('./lab/plan/command-line').Options} Options */

const PATIENCE_MS = 1000

/** @returns {Promise<void>} */
async function main () {
  const options = parseCommandLine(process.argv.slice(2))
  if (options.suite === 'help') return console.log(helpText())
  if (options.suite === 'check') return checkFigures()
  if (options.suite === 'report') {
    installPackages()
    return writeReport()
  }
  if (options.tables) return printTables(options.suite)
  const signal = interrupted()
  if (options.suite === 'all') return measureAll(options, signal)
  const { ended } = await measure(suiteNamed(options.suite), options, signal)
  if (ended === 'interrupted') process.exitCode = 130
}

/**
 * @param {Options} options
 * @param {AbortSignal} signal
 */
async function measureAll (options, signal) {
  const { only } = options
  const chosen = names.map(suiteNamed).filter(
    ({ scenarios }) => only === undefined || scenarios.some(({ name }) => new RegExp(only).test(name))
  )
  if (chosen.length === 0) throw new Error(`no scenario of any suite matches "${only}"`)
  const budget = new TimeBudget(chosen, options.quick, options.minutes)
  for (const [index, suite] of chosen.entries()) {
    const begin = performance.now()
    const minutes = budget.minutesFor(suite.name)
    console.error(`${suite.name}, suite ${index + 1} of ${chosen.length}, ${minutes.toFixed(1)} minutes at most`)
    try {
      const laterMs = budget.leftMs - minutes * 60_000
      const { ended } = await measure(suite, { ...options, minutes, laterMs, resume: !options.quick }, signal)
      if (ended === 'interrupted') process.exitCode = 130
    } catch (error) {
      // One suite may lack something that the others don't need, such as a Node.js or perf.
      console.error(`${suite.name}: ${/** @type {Error} */ (error).message}`)
      process.exitCode = 1
    }
    if (signal.aborted) break
    budget.spend(performance.now() - begin)
  }
}

/** @returns {AbortSignal} aborted by ctrl-C */
function interrupted () {
  const interrupt = new AbortController()
  let interruptedAt = 0
  // npm and the terminal may each send the signal. Only a second one that comes later means that the user insists.
  process.on('SIGINT', () => {
    if (interrupt.signal.aborted && performance.now() - interruptedAt > PATIENCE_MS) process.exit(130)
    if (!interrupt.signal.aborted) interruptedAt = performance.now()
    interrupt.abort()
  })
  return interrupt.signal
}

function helpText () {
  const width = Math.max(...names.map(({ length }) => length))
  const suites = names.map(name => `  ${name.padEnd(width)}  ${suiteNamed(name).question}`)
  return `${USAGE}\nSuites, and what each answers:\n${suites.join('\n')}`
}

main().catch(error => {
  const usage =
    error.code?.startsWith('ERR_PARSE_ARGS') ||
    /^(name one suite|no suite|no scenario|no configuration|--\w+ takes )/.test(error.message)
  console.error(error.message)
  if (usage) console.error(`\n${USAGE}\nSuites: ${[...names, ...COMMANDS].join(', ')}`)
  process.exitCode = usage ? 2 : 1
})
