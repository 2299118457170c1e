'use strict'
// npm run agent:loop [-- --count 20 --seed 1 --cases <folder>]: measures, without a model, whether the answers that an
// agent gets can be relied on. A scripted client of the Model Context Protocol triages a folder of crashes whose fix
// is known, looks at each, has it reproduced, and has the real fix and three wrong ones judged: by the reproduction,
// and where that says unknown, by running the program. Prints JSON lines: where it ran, the triage, the crashes, the
// sums. A token is counted as four characters.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { Client } = require('@modelcontextprotocol/sdk/client/index.js')
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js')
const { environment } = require('../environment')
const { crashesOf } = require('./cases')
const { wrongFixes } = require('./wrong-fixes')

const CLI = path.join(__dirname, '../../../bin/crash-collector.js')
/** The answers' bounds: what the client gives as maxTokens. */
const BUDGET = { triage: 2000, show_crash: 4000, frame_variables: 500, reproduce: 1000, verify: 500 }
const CALL_MS = 180_000

/** @typedef {{ text: string, tokens: number, ms: number }} Answer */
/** @typedef {(tool: keyof typeof BUDGET, args?: Record<string, unknown>) => Promise<Answer>} Ask */

/**
 * @param {string} cwd
 * @param {string} dumps
 * @returns {Promise<{ ask: Ask, close: () => Promise<void> }>}
 */
async function connect (cwd, dumps) {
  const client = new Client({ name: 'agent-loop', version: '1' })
  const env = { PATH: String(process.env.PATH), HOME: os.homedir(), CRASH_COLLECTOR_DIR: dumps }
  const args = [CLI, 'mcp', '--allow-run']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'inherit' }))
  return {
    close: () => client.close(),
    async ask (name, given = {}) {
      const start = performance.now()
      const call = { name, arguments: { ...given, maxTokens: BUDGET[name] } }
      const { content } = /** @type {any} */ (await client.callTool(call, undefined, { timeout: CALL_MS }))
      const whole = content[0].text
      const text = /<crash-dump-data>\n([^]*?)\n<\/crash-dump-data>/.exec(whole)?.[1] ?? whole
      return { text, tokens: Math.ceil(whole.length / 4), ms: Math.round(performance.now() - start) }
    }
  }
}

/** @param {string} text @returns {string} the first word of what verify said */
function verdictOf (text) {
  return /^(gone|same|other|unknown)\b/.exec(text)?.[1] ?? `failed: ${text.split('\n', 1)[0]}`
}

/**
 * @param {import('./cases').Crash} crash whose fix is known
 * @param {Ask} ask
 */
async function play ({ one: { name, fix, run }, dump, stderr, project }, ask) {
  const screen = await ask('show_crash', { dump })
  const variables = await ask('frame_variables', { dump })
  const reproduced = await ask('reproduce', { dump, out: path.join(project, 'reproduction') })
  const command = ['node', ...run].join(' ')
  const verify = async (/** @type {string} */ patch) => {
    const byTest = await ask('verify', { dump, project, patch })
    if (verdictOf(byTest.text) !== 'unknown') return { ...byTest, byTest: verdictOf(byTest.text) }
    return { ...(await ask('verify', { dump, project, patch, run: command })), byTest: 'unknown' }
  }
  const real = await verify(String(fix))
  /** @type {Record<string, string>} */
  const wrong = {}
  let wrongTokens = 0
  for (const [kind, patch] of Object.entries(await wrongFixes(dump, project))) {
    const answer = await verify(patch)
    wrong[kind] = verdictOf(answer.text)
    wrongTokens = Math.max(wrongTokens, answer.tokens)
  }
  const headline = screen.text.split('\n', 1)[0]
  return {
    name,
    headline: headline.includes('`') ? headline : null,
    reproduced: /^(?:not )?reproduced\b|^not proven/m.exec(reproduced.text)?.[0] ?? 'no test',
    fixByTest: real.byTest,
    fix: verdictOf(real.text),
    why: verdictOf(real.text) === 'gone' ? undefined : real.text.split('\n', 1)[0].slice(0, 300),
    wrong,
    tokens: {
      stack: Math.ceil(stderr.length / 4),
      screen: screen.tokens,
      variables: variables.tokens,
      reproduce: reproduced.tokens,
      verify: Math.max(real.tokens, wrongTokens)
    },
    ms: { screen: screen.ms, reproduce: reproduced.ms, verify: real.ms }
  }
}

async function main () {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      cases: { type: 'string' }
    }
  })
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'agent-loop-')))
  console.log(JSON.stringify({ ...environment(), seed: Number(values.seed), cases: values.cases ?? 'seeded' }))
  try {
    const options = { count: Number(values.count), seed: Number(values.seed), folder: values.cases }
    const { crashes, tried, dumps } = await crashesOf(options, home)
    const { ask, close } = await connect(home, dumps)
    const triage = await ask('triage')
    const kinds = triage.text.match(/^ *\d+ × /gm)?.length ?? 0
    console.log(JSON.stringify({ what: 'triage', tried, crashes: crashes.length, kinds, tokens: triage.tokens }))
    const rows = []
    for (const crash of crashes.filter(({ one }) => one.fix !== null)) {
      const row = await play(crash, ask)
      rows.push(row)
      console.log(JSON.stringify(row))
    }
    await close()
    console.log(JSON.stringify(sumsOf(rows)))
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** @param {Awaited<ReturnType<typeof play>>[]} rows */
function sumsOf (rows) {
  const wrong = rows.flatMap(row => Object.values(row.wrong))
  const counts = (/** @type {string[]} */ list) =>
    Object.fromEntries([...new Set(list)].sort().map(each => [each, list.filter(other => other === each).length]))
  const tokens = Object.fromEntries(Object.keys(rows[0]?.tokens ?? {}).map(key => {
    const sorted = rows.map(row => row.tokens[/** @type {'stack'} */ (key)]).sort((a, b) => a - b)
    return [key, { median: sorted[Math.floor((sorted.length - 1) / 2)], most: sorted.at(-1) }]
  }))
  const reproduced = rows.filter(row => row.reproduced === 'reproduced').length
  const fix = counts(rows.map(row => row.fix))
  const fixByTest = counts(rows.map(row => row.fixByTest))
  return { what: 'sums', crashes: rows.length, reproduced, fixByTest, fix, wrong: counts(wrong), tokens }
}

main()
