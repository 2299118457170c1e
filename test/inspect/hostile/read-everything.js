'use strict'
// Reads a dump in every way in which a person or a program can read one, and says what went wrong: an error that is
// none of ours, or text that means something to a terminal or a browser.

const fs = require('node:fs')
const path = require('node:path')

const reader = require('../../../packages/inspect')
const { CrashCollectorError } = require('../../../packages/shared/errors')
const { startSession } = require('../../../packages/inspect/cdp/session')
const { targetsOf } = require('../../../packages/inspect/cdp/targets')
const { runCommand } = require('../../../packages/inspect/cli/command-line')
const { asData } = require('../../../packages/inspect/agent/as-data')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { evaluate } = require('../../../packages/inspect/evaluate')
const { planEvaluation } = require('../../../packages/inspect/evaluate/plan')
const { Session } = require('../../../packages/inspect/repl/session')
const { createPaint, noPaint } = require('../../../packages/inspect/text/colours')
const { readRows } = require('../../../packages/fleet/tables/read-rows')
const { TOOLS } = require('../../../packages/mcp/tools')

/** Everything but the line end that moves a cursor, changes the order of text or is no character. */
const UNSAFE = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/u
/** What V8 says if code meets a value that it does not expect. */
const OF_V8 = /^Cannot |is not (?:a function|iterable|a constructor|defined)|^Invalid |undefined \(|null \(/
const MOST_HANDLES = 40
const MOST_ERROR_TEXT = 1000
/** Tokens that an agent asks for, the characters of these, and those of the words around them. */
const [TOKENS, MOST_ANSWER] = [500, 500 * 4 + 600]

/** @param {string} text @param {string} what */
function checkText (text, what) {
  const at = text.search(UNSAFE)
  if (at !== -1) throw new Error(`${what} has ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 10))}`)
}

/**
 * @param {string[]} argv of a command
 * @returns {Promise<string>} what it printed
 */
async function run (...argv) {
  let text = ''
  let errors = ''
  await runCommand(argv, {
    write: more => {
      text += more
    },
    writeError: more => {
      errors += more
    },
    isTerminal: false,
    columns: 80
  })
  checkText(errors, `stderr of ${argv[0]}`)
  if (!argv.includes('--html')) checkText(text, `crash-collector ${argv[0]}`)
  return text
}

/** @param {string[]} argv of a command that prints JSON */
async function runJson (...argv) {
  const text = await run(...argv)
  if (text !== '') JSON.parse(text)
}

/** @param {string} page */
function checkPage (page) {
  if (page === '') return
  const [scripts, ends] = [page.split('<script').length, page.split('</script').length]
  // Three are ours. The text of the page's own script has none.
  if (scripts !== 4 || ends !== 4) throw new Error(`the page has ${scripts - 1} scripts and ${ends - 1} ends`)
}

/** @param {string} file */
async function askDevTools (file) {
  const dump = await openDump(file)
  /** @type {string[]} */
  const unexpected = []
  for (const target of targetsOf(dump, []).slice(0, 3)) {
    /** @type {string[]} */
    const handles = []
    /** @type {string[]} */
    const scripts = []
    const session = startSession(target, { allowFunctions: false }, async text => {
      const { method, params, error } = JSON.parse(text)
      if (error?.code === -32603 && OF_V8.test(error.message)) unexpected.push(error.message)
      if (method === 'Debugger.scriptParsed') scripts.push(params.scriptId)
      for (const [, id] of text.matchAll(/"objectId":("(?:[^"\\]|\\.)*")/g)) handles.push(JSON.parse(id))
    })
    let id = 0
    const ask = (/** @type {string} */ method, params = {}) =>
      session.receive(JSON.stringify({ id: ++id, method, params }))
    for (const method of ['Runtime.enable', 'Debugger.enable', 'Profiler.startPreciseCoverage']) await ask(method)
    for (const scriptId of scripts.slice(0, 3)) {
      await ask('Debugger.getScriptSource', { scriptId })
      await ask('Debugger.searchInContent', { scriptId, query: 'a' })
    }
    for (let i = 0; i < handles.length && i < MOST_HANDLES; i++) {
      for (const accessorPropertiesOnly of [false, true]) {
        await ask('Runtime.getProperties', { objectId: handles[i], ownProperties: true, accessorPropertiesOnly })
      }
    }
    await ask('Profiler.takePreciseCoverage')
    await ask('Runtime.globalLexicalScopeNames')
    session.end()
  }
  if (unexpected.length > 0) throw new Error(`DevTools is told: ${unexpected[0]}`)
}

/** @param {string} file */
async function typeAtPrompt (file) {
  const session = new Session(await openDump(file), { columns: 80, paint: createPaint(false) })
  const lines = ['bt', 'vars', 'l', 'tasks', 'up', 'vars', 'down', 'frame 1', 'frame t1', 'reset', 'frame']
  for (const line of lines) checkText(await session.execute(line), `repl's ${line}`)
  for (const start of ['', 'a', 'this.', 'order.', 'error.']) session.complete(start)
  session.goesOn('{')
  session.end()
}

/** @param {string} file */
async function readByProgram (file) {
  const dump = await reader.open(file)
  for (const place of [...dump.callFrames, ...dump.asyncTasks]) {
    dump.original(place)
    for (const { value } of dump.variables(place).values()) if (value !== undefined) dump.format(value)
  }
  for (const record of dump.objects()) dump.object(record.objectId)
  return dump
}

/**
 * Asks as an agent does, but for `evaluate`, which is among the slow ways.
 * @param {string} file
 */
async function askAsAgent (file) {
  const frames = (await openDump(file)).callFrames.slice(0, 2)
  const source = {
    version: '0.0.0',
    asData,
    ask: async (/** @type {string[]} */ argv) => ({ text: await run(...argv), failed: false }),
    /** @type {import('../../../packages/mcp/tools').Source['inFrame']} */
    inFrame: async (dump, frame, line) => {
      const session = new Session(await openDump(dump ?? file), { columns: 100, paint: noPaint })
      if (frame !== undefined) await session.execute(`frame ${frame}`)
      return { text: await session.execute(line), failed: false }
    }
  }
  for (const { name, answer } of TOOLS.filter(tool => tool.name !== 'evaluate')) {
    for (const frame of name.startsWith('frame_') ? frames.map(({ index }) => String(index)) : [undefined]) {
      const args = { dump: file, frame, directory: path.dirname(file), text: 'e', first: file, second: file }
      const text = asData((await answer(source, args)).text, TOKENS)
      checkText(text, `mcp's ${name}`)
      if (text.length > MOST_ANSWER) throw new Error(`mcp's ${name} has ${text.length} characters`)
      if (text.split('crash-dump-data').length !== 3) throw new Error(`mcp's ${name} ends its data early`)
    }
  }
}

/**
 * Writes the test of a dump, and nothing but it.
 * @param {Input} input
 */
async function reproduce ({ file, directory }) {
  const out = path.join(directory, 'reproduced')
  const before = fs.readdirSync(directory).length
  fs.mkdirSync(out)
  try {
    await run('reproduce', file, '--out', out)
    const written = fs.readdirSync(out, { recursive: true, withFileTypes: true })
    if (written.some(entry => entry.isSymbolicLink())) throw new Error('reproduce has made a link')
    if (fs.readdirSync(directory).length !== before + 1) throw new Error('reproduce has written beside its directory')
  } finally {
    fs.rmSync(out, { recursive: true, force: true })
  }
}

/**
 * @typedef {object} Input
 * @property {string} file
 * @property {string} directory holds nothing but the file
 * @property {string} golden a good dump
 */

/** @type {Record<string, (input: Input) => Promise<unknown>>} */
const WAYS = {
  reader: ({ file }) => readByProgram(file),
  list: ({ directory }) => run('list', directory),
  listGroups: ({ directory }) => run('list', directory, '--group'),
  listJson: ({ directory }) => runJson('list', directory, '--json'),
  show: ({ file }) => run('show', file),
  showAll: ({ file }) => run('show', file, '--all'),
  showTasks: ({ file }) => run('show', file, '--tasks'),
  showPath: ({ file }) => run('show', file, '--path'),
  showForAgent: ({ file }) => run('show', file, '--for-agent'),
  showJson: ({ file }) => runJson('show', file, '--json'),
  sentry: ({ file }) => run('show', file, '--format', 'sentry'),
  otlp: ({ file }) => run('show', file, '--format', 'otlp'),
  junit: ({ file }) => run('show', file, '--format', 'junit'),
  github: ({ file }) => run('show', file, '--format', 'github'),
  page: async ({ file, directory }) => {
    const page = path.join(directory, 'page.html')
    try {
      await run('show', file, '--html', page)
      if (fs.existsSync(page)) checkPage(fs.readFileSync(page, 'utf8'))
    } finally {
      fs.rmSync(page, { force: true })
    }
  },
  search: ({ file }) => run('search', 'e', file),
  searchRegExp: ({ directory }) => run('search', '/\\bid\\b/', directory),
  diff: ({ file, golden }) => run('diff', golden, file),
  diffJson: ({ file, golden }) => runJson('diff', file, golden, '--json'),
  common: async ({ directory }) => {
    for (const { fingerprint } of JSON.parse(await run('list', directory, '--group', '--json')).groups) {
      await run('common', fingerprint, directory)
    }
  },
  path: ({ file }) => run('path', file),
  pathUnion: ({ directory }) => run('path', directory, '--union'),
  lcov: ({ file }) => run('path', file, '--format', 'lcov'),
  heap: ({ file, directory }) => run('heap', file, '--out', path.join(directory, 'heap')),
  repl: ({ file }) => typeAtPrompt(file),
  devTools: ({ file }) => askDevTools(file),
  reproduce,
  sqlRows: ({ file }) => readRows(file, path.basename(file)),
  agent: ({ file }) => askAsAgent(file),
  planEvaluation: async ({ file }) => {
    const dump = await openDump(file)
    for (const frame of dump.callFrames.slice(0, 3)) planEvaluation(dump, new Map([[String(frame.index), frame]]))
  }
}

/** These start a process, so few inputs go through them. @type {Record<string, (input: Input) => Promise<unknown>>} */
const SLOW_WAYS = {
  evaluate: async ({ file }) => {
    const dump = await openDump(file)
    const frame = String(dump.callFrames[0]?.index ?? dump.asyncTasks[0]?.taskId ?? 0)
    const result = await evaluate(dump, 'typeof this + Object.keys(this ?? {})', { frame })
    JSON.stringify(result)
  },
  sql: async ({ directory }) => {
    for (const table of ['crashes', 'frames', 'variables', 'tasks', 'process']) {
      await runJson('sql', `SELECT * FROM ${table}`, '--dir', directory, '--json')
    }
  }
}

/**
 * @param {string} way
 * @param {Input} input
 * @returns {Promise<string | null>} what went wrong
 */
async function readBy (way, input) {
  try {
    await (WAYS[way] ?? SLOW_WAYS[way])(input)
    return null
  } catch (error) {
    if (error instanceof CrashCollectorError) return null
    return String(error instanceof Error ? error.stack : error).slice(0, MOST_ERROR_TEXT)
  }
}

module.exports = { SLOW_WAYS: Object.keys(SLOW_WAYS), WAYS: Object.keys(WAYS), readBy }
