'use strict'
// Runs a program with the preload in its environment, and ends as the program does.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { readConfig } = require('crash-collector-shared/config')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { setUpLine } = require('./checks/application')
const { withPreload } = require('./preload')
const { TRIGGER, errorsAnsweredBy, webFrameworks } = require('./web-frameworks')

const SCRIPT = /\.[cm]?[jt]s$/
/** A terminal sends these to the program, too. */
const FROM_TERMINAL = new Set(['SIGINT', 'SIGQUIT'])
/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/**
 * @param {string} program a command, or a file of JavaScript or TypeScript
 * @param {string[]} args
 * @returns {Promise<number>} the program's exit code. If a signal ended it, the same signal ends this process
 * @throws {CrashCollectorError} PROGRAM_NOT_STARTED
 */
async function runPreloaded (program, args) {
  const isScript = SCRIPT.test(program) && fs.existsSync(program)
  const child = isScript ? start(process.execPath, [program, ...args]) : start(program, args)
  const stopForwarding = forwardSignals(child)
  try {
    const [exitCode, signal] = await once(child, 'exit')
    stopForwarding()
    if (signal === null) return exitCode
    process.kill(process.pid, signal)
    return await new Promise(() => setInterval(() => {}, 1000)) // until the signal is here
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new CrashCollectorError('PROGRAM_NOT_STARTED', `cannot run ${program}: ${code ?? message}`, { cause: error })
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function start (command, args) {
  const env = { ...process.env, ...failedRequests(), NODE_OPTIONS: withPreload(process.env.NODE_OPTIONS) }
  return spawn(command, args, { stdio: 'inherit', env })
}

/**
 * Who runs a service by hand wants to see the errors that it answers with status 500. A service that is preloaded has
 * this trigger off (docs/decisions/failed-requests.md).
 * @returns {Record<string, string>} for the environment of the program
 */
function failedRequests () {
  const { names, unannounced, isConfigured, isSeen, triggers } = webFrameworks()
  if (names.length === 0) return {}
  const missing = unannounced.filter(({ setup }) => setUpLine('', setup).state === 'note').map(({ name }) => name)
  if (isConfigured && !isSeen) {
    say(`${errorsAnsweredBy(names)} leave no dump (the triggers that are set lack ${TRIGGER})`)
    return {}
  }
  if (missing.length > 0) {
    say(`${errorsAnsweredBy(missing)} need a line of set-up (npx crash-collector doctor)`)
  }
  return isConfigured ? {} : { CRASH_COLLECTOR_TRIGGERS: [...triggers, TRIGGER].join(',') }
}

/** @param {string} text */
function say (text) {
  if (readConfig().config.stderr !== 'none') process.stderr.write(`crash-collector: ${text}\n`)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} gives the signals back
 */
function forwardSignals (child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (!(FROM_TERMINAL.has(signal) && process.stdin.isTTY)) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  return () => {
    for (const signal of FORWARDED) process.removeListener(signal, forward)
  }
}

module.exports = { runPreloaded }
