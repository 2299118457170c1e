'use strict'
// npm run agent:arms -- --agent '<command>' [--arms stack,screen,mcp --count 20 --seed 1 --cases <folder>
// --timeout <ms>]: how many crashes an agent mends by what it is told. In each arm it gets the program, and the error's
// stack alone; the stack and the first screen of `show`; or the stack and the tools of the Model Context Protocol.
//
// The command is run by the shell in a copy of the crashed program, with the task on stdin. It edits the files, or
// prints a unified diff. `AGENT_ARM` names the arm, and in the arm `mcp` `AGENT_MCP_CONFIG` a file with the server. A
// crash is mended if the program's own test passes and `verify` says gone, or unknown. Prints JSON lines.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { environment } = require('../environment')
const { runNode } = require('../run-program')
const { PROGRAM_MS, crashesOf, diffOf } = require('./cases')
const { applyPatch } = require('../../../packages/reproduce/verify/patch')

const CLI = path.join(__dirname, '../../../bin/crash-collector.js')
const ARMS = ['stack', 'screen', 'mcp']
const MAX_ANSWER = 4 * 1024 * 1024
/** Longer than the limit that `verify` has by itself. */
const VERIFY_MS = 90_000

/** @typedef {import('./cases').Crash} Crash */

/**
 * @param {Crash} crash
 * @param {string} arm
 * @returns {Promise<string>} the task
 */
async function promptOf ({ one, dump, stderr, project }, arm) {
  const stack = stderr.split('\n').filter(line => !line.startsWith('crash-collector: ')).join('\n').trim()
  const parts = [
    `The program in the current directory crashed when \`node ${one.run.join(' ')}\` was run. Find the cause and ` +
      'mend it in the code of the program, so that it does what it was meant to do. Edit the files, or answer with a ' +
      'unified diff.',
    stack
  ]
  if (arm === 'screen') {
    const { stdout } = await runNode([CLI, 'show', '--for-agent', dump], { cwd: project, timeoutMs: PROGRAM_MS })
    parts.push(stdout)
  }
  if (arm === 'mcp') parts.push(`The tools of crash-collector read what the process knew. The dump is ${dump}.`)
  return `${parts.join('\n\n')}\n`
}

/**
 * @param {string} command
 * @param {string} prompt
 * @param {{ cwd: string, env: Record<string, string>, timeoutMs: number }} options
 * @returns {Promise<string>} what it prints
 */
function answerOf (command, prompt, { cwd, env, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd,
      env: { ...process.env, ...env },
      shell: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: timeoutMs
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', piece => {
      if (text.length < MAX_ANSWER) text += piece
    })
    child.stdin.on('error', () => {}) // an agent need not read its task
    child.on('error', reject)
    child.on('close', () => resolve(text))
    child.stdin.end(prompt)
  })
}

/**
 * @param {string} answer
 * @returns {string} the last diff in it; '' if there is none
 */
function diffIn (answer) {
  const fenced = [...answer.matchAll(/^```(?:diff|patch)\n([^]*?)^```/gm)].at(-1)?.[1]
  return fenced ?? /^(?:diff --git|--- )[^]*/m.exec(answer)?.[0] ?? ''
}

/**
 * @param {Crash} crash
 * @param {string} patch a unified diff; '' if the agent gave none
 * @param {string} folder that exists
 * @returns {Promise<{ verdict: string, test: 'passes'|'fails' }>}
 */
async function judge ({ one, dump, project }, patch, folder) {
  if (patch === '') return { verdict: 'no patch', test: 'fails' }
  const file = path.join(folder, 'answer.patch')
  const mended = path.join(folder, 'mended')
  fs.writeFileSync(file, patch)
  fs.cpSync(project, mended, { recursive: true, verbatimSymlinks: true })
  try {
    applyPatch(mended, file)
  } catch {
    return { verdict: 'refused', test: 'fails' }
  }
  const { exitCode } = await runNode(one.test, { cwd: mended, timeoutMs: PROGRAM_MS })
  const words = [CLI, 'verify', dump, '--project', project, '--patch', file, '--json']
  const { stdout, stderr } = await runNode(words, { cwd: project, timeoutMs: VERIFY_MS })
  const verdict = stdout === '' ? stderr.trim() : JSON.parse(stdout).verdict
  return { verdict, test: exitCode === 0 ? 'passes' : 'fails' }
}

/**
 * @param {Crash} crash
 * @param {string} arm
 * @param {{ agent: string, timeoutMs: number, home: string }} options
 */
async function play (crash, arm, { agent, timeoutMs, home }) {
  const folder = fs.mkdtempSync(path.join(home, 'arm-'))
  for (const side of ['a', 'b']) {
    fs.cpSync(crash.project, path.join(folder, side), { recursive: true, verbatimSymlinks: true })
  }
  const config = path.join(folder, 'mcp.json')
  const server = { command: process.execPath, args: [CLI, 'mcp', '--allow-run'] }
  if (arm === 'mcp') fs.writeFileSync(config, JSON.stringify({ mcpServers: { 'crash-collector': server } }))
  const prompt = await promptOf(crash, arm)
  const env = { AGENT_ARM: arm, ...(arm === 'mcp' && { AGENT_MCP_CONFIG: config }) }
  const start = performance.now()
  const answer = await answerOf(agent, prompt, { cwd: path.join(folder, 'b'), env, timeoutMs })
  const ms = Math.round(performance.now() - start)
  const patch = diffOf(folder) || diffIn(answer)
  const { verdict, test } = await judge(crash, patch, folder)
  // What the reproductions do not run, the program's test has to prove alone.
  const isMended = (verdict === 'gone' || verdict === 'unknown') && test === 'passes'
  fs.rmSync(folder, { recursive: true, force: true })
  return { name: crash.one.name, arm, isMended, verdict, test, promptTokens: Math.ceil(prompt.length / 4), ms }
}

async function main () {
  const { values } = parseArgs({
    options: {
      agent: { type: 'string' },
      arms: { type: 'string', default: ARMS.join() },
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      cases: { type: 'string' },
      timeout: { type: 'string', default: '600000' }
    }
  })
  const { agent } = values
  if (agent === undefined) throw new Error("--agent '<command>' is missing")
  const arms = values.arms.split(',')
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'agent-arms-')))
  console.log(JSON.stringify({ ...environment(), agent, seed: Number(values.seed), cases: values.cases ?? 'seeded' }))
  try {
    const options = { count: Number(values.count), seed: Number(values.seed), folder: values.cases }
    const { crashes } = await crashesOf(options, home)
    const rows = []
    for (const crash of crashes) {
      // A test that passes with the mistake says nothing.
      const { exitCode } = await runNode(crash.one.test, { cwd: crash.project, timeoutMs: PROGRAM_MS })
      if (exitCode === 0) throw new Error(`${crash.one.name}: its test passes before anything is mended`)
      for (const arm of arms) {
        const row = await play(crash, arm, { agent, timeoutMs: Number(values.timeout), home })
        rows.push(row)
        console.log(JSON.stringify(row))
      }
    }
    for (const arm of arms) {
      const ofArm = rows.filter(row => row.arm === arm)
      const mended = ofArm.filter(({ isMended }) => isMended).length
      console.log(JSON.stringify({ what: 'rate', arm, crashes: ofArm.length, mended }))
    }
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

main()
