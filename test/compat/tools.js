'use strict'
// Tools build, check and test a small project, and servers of frameworks serve it, without and with the collector:
// what they print, how they end and the files they write must be the same.

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { causeOf, compare, normalised, run } = require('./run-both')

const PROJECTS = path.join(__dirname, '..', 'fixtures', 'tools')
const TIMEOUT_MS = 280_000

/** @typedef {import('./tool-cases').Tool} Tool */

/**
 * @param {Tool} tool
 * @param {{ application: string, preload: string, node: string, through: string[] }} where application: directory that
 *   has the packages; preload: path of the package; through: a command that runs each process
 * @returns {Promise<{ compared: number, differences: import('./run-both').Difference[], cause: string }>}
 *   compared: statuses, streams and files of the first run without the preload; cause: that of the firm differences,
 *   '' if not known
 */
async function compareTool (tool, { application, preload, node, through }) {
  let compared = 0
  const collected = { application, node, through, nodeOptions: `--require ${preload}` }
  const differences = await compare(async collects => {
    const outcome = await runTool(tool, collects ? collected : { ...collected, nodeOptions: '' })
    compared ||= Object.keys(outcome).length
    return outcome
  })
  const cause = await causeOf(differences, settings => runTool(tool, { ...collected, settings }))
  return { compared, differences, cause }
}

/**
 * Runs the tool in a fresh copy of its project, which has the same path each time.
 * @param {Tool} tool
 * @param {{
 *   application: string, node: string, through: string[], nodeOptions: string, settings?: Record<string, string>
 * }} how settings: of the collector
 * @returns {Promise<import('./run-both').Outcome>}
 */
async function runTool ({ project, sources, runs, env, outputs = [] }, how) {
  const { application, node, through, nodeOptions, settings } = how
  const cwd = path.join(application, 'project')
  fs.rmSync(cwd, { recursive: true, force: true })
  fs.cpSync(path.join(PROJECTS, project), cwd, { recursive: true })
  if (sources !== undefined) {
    fs.cpSync(path.join(application, 'node_modules', sources), path.join(cwd, 'src'), { recursive: true })
  }
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-tool-')))
  /** @type {import('./run-both').Outcome} */
  const outcome = {}
  try {
    for (const args of runs) {
      const { status, stdout, stderr } = await run({
        argv: [node, ...args],
        cwd,
        env: {
          PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
          HOME: home,
          TMPDIR: home,
          LANG: 'C.UTF-8',
          CI: 'true',
          ...env,
          NODE_OPTIONS: nodeOptions,
          CRASH_COLLECTOR_DIR: path.join(home, 'dumps'),
          ...settings
        },
        timeoutMs: TIMEOUT_MS,
        through
      })
      const name = args.join(' ')
      Object.assign(outcome, {
        [`${name}, status`]: status,
        [`${name}, stdout`]: normalised(stdout),
        [`${name}, stderr`]: normalised(stderr)
      })
    }
    for (const output of outputs) Object.assign(outcome, hashesBelow(cwd, output))
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
  return outcome
}

/**
 * @param {string} directory
 * @param {string} folder in it
 * @returns {Record<string, string>} path of each file below the folder, with a hash of its content
 */
function hashesBelow (directory, folder) {
  const top = path.join(directory, folder)
  if (!fs.existsSync(top)) return { [folder]: 'missing' }
  const names = /** @type {string[]} */ (fs.readdirSync(top, { recursive: true }))
  const paths = names.map(name => path.join(folder, name))
  const files = paths.filter(name => fs.statSync(path.join(directory, name)).isFile())
  return Object.fromEntries(
    files.map(name => {
      const content = fs.readFileSync(path.join(directory, name))
      return [name, `${content.length} bytes, ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`]
    })
  )
}

module.exports = { compareTool }
