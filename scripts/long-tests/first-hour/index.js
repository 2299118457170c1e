'use strict'
// npm run test:first-hour [-- newcomer on-call team] [--out <file>] [--rows <file>]: plays three people from nothing
// to the cause, and prints each command with its time and its output on a terminal of 80 by 40, to be looked at. A
// newcomer installs what `npm run pack:local` has made; somebody on call gets a dump of a service; a team's tests fail
// in a container without a compiler, with the addon of a platform's package and without one. It fails if a step does
// not say what it must, or not on the screen.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { environment } = require('../../measure/environment')
const { widthOf } = require('../../../packages/inspect/text/terminal-text')
const { playNewcomer } = require('./newcomer')
const { playOnCall } = require('./on-call')
const { playTeam } = require('./team')

const COLUMNS = 80
const ROWS = 40
const MAX_SHOWN_LINES = 120

/**
 * @typedef {object} Ended
 * @property {number | null} exitCode
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs one step, prints it, and checks what it says.
 * @callback Step
 * @param {string} command as the person types it
 * @param {() => Ended} run
 * @param {{ says?: RegExp[], exitCode?: number, isOneScreen?: boolean, isOurs?: boolean }} [expected] says: in this
 *   order; isOurs: false if other programs print, or what is cut on a terminal only
 * @returns {Ended}
 */

/** @typedef {{ command: string, seconds: number, exitCode: number|null, complaints: string[] }} StepRow */

/** @type {Record<string, (step: Step, directory: string) => void>} */
const PEOPLE = { newcomer: playNewcomer, 'on-call': playOnCall, team: playTeam }

/**
 * @param {(text: string) => void} print
 * @param {StepRow[]} rows gets what is kept of each step
 * @returns {Step}
 */
function stepWith (print, rows) {
  return (command, run, { says = [], exitCode = 0, isOneScreen = false, isOurs = true } = {}) => {
    const start = performance.now()
    const ended = run()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const output = (ended.stdout + ended.stderr).trimEnd()
    const lines = output.split('\n')
    const more = lines.length > MAX_SHOWN_LINES ? [`[${lines.length - MAX_SHOWN_LINES} more lines]`] : []
    const head = `$ ${command}  [${seconds} s, exit code ${ended.exitCode}]`
    print([head, ...lines.slice(0, MAX_SHOWN_LINES), ...more, ''].join('\n'))
    /** @type {string[]} */
    const complaints = []
    rows.push({ command, seconds: Number(seconds), exitCode: ended.exitCode, complaints })
    const complain = (/** @type {string} */ text) => {
      complaints.push(text)
      print(`!! ${text}\n`)
      process.exitCode = 1
    }
    if (ended.exitCode !== exitCode) complain(`exit code ${ended.exitCode}, not ${exitCode}`)
    let rest = output.replace(/\n\s*/g, ' ')
    for (const expected of says) {
      const at = rest.search(expected)
      if (at === -1) complain(`it does not say ${expected}`)
      else rest = rest.slice(at)
    }
    // A command is not wrapped, so that it can be copied.
    const long = isOurs ? lines.filter(line => widthOf(line) > COLUMNS && !/NODE_OPTIONS|`npm /.test(line)) : []
    if (long.length > 0) complain(`${long.length} lines are longer than ${COLUMNS} columns: ${long[0]}`)
    if (isOneScreen && lines.length > ROWS) complain(`it has ${lines.length} lines, ${ROWS} fit`)
    return ended
  }
}

function main () {
  const options = /** @type {const} */ ({ out: { type: 'string' }, rows: { type: 'string' } })
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const names = positionals.length > 0 ? positionals : Object.keys(PEOPLE)
  if (values.out !== undefined) fs.writeFileSync(values.out, '')
  const print = (/** @type {string} */ text) => {
    console.log(text)
    if (values.out !== undefined) fs.appendFileSync(values.out, `${text}\n`)
  }
  for (const name of names) {
    const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'first-hour-')))
    const start = performance.now()
    /** @type {StepRow[]} */
    const steps = []
    print(`== ${name}\n`)
    try {
      PEOPLE[name](stepWith(print, steps), directory)
    } finally {
      fs.rmSync(directory, { recursive: true, force: true })
    }
    const seconds = Number(((performance.now() - start) / 1000).toFixed(1))
    print(`${name}: from nothing to the cause in ${seconds} s\n`)
    const row = { ...environment(), what: 'first hour', person: name, seconds, steps }
    if (values.rows !== undefined) fs.appendFileSync(values.rows, `${JSON.stringify(row)}\n`)
  }
}

main()
