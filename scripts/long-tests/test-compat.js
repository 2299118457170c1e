'use strict'
// npm run test:compat -- node-tests --checkout directory [--every 6 --from 0] [--jobs 2] [--minutes 25] [--options=…]
// npm run test:compat -- beside [--only name]
// npm run test:compat -- tools [--only name] [--through 'nice -n 19']
// npm run test:compat -- projects --checkouts directory [--only name [--files 'test/a*.js']] [--through 'nice -n 19']
// Each with [--node 24] [--rows file] [--package directory]. Runs programs of others without and with the preload:
// Node.js's own tests, a small application beside other packages and under flags of Node.js, tools that build and test
// a small project, and the tests of other projects. What differs is repeated three times each way. Prints what differs
// firmly, and exits with 1 if any of that is not explained. With --files, a project that names its files runs those of
// the given patterns (with spaces between them) instead. The preload is that of an installed package; without
// --package, this one is packed and installed, which needs `npm run build:platform` before.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { version } = require('../../package.json')
const { compareBeside, makeApplication } = require('../../test/compat/beside')
const { WITHOUT_PACKAGES, WITH_PACKAGES } = require('../../test/compat/beside-cases')
const { explanationOf } = require('../../test/compat/explained')
const { installedPackage } = require('../../test/compat/installed')
const { ANY_PRELOAD, compareTest, nodeTests } = require('../../test/compat/node-tests')
const { PROJECTS, compareProject, prepareProject } = require('../../test/compat/projects')
const { LINE_ON_STDERR } = require('../../test/compat/run-both')
const { TOOLS } = require('../../test/compat/tool-cases')
const { compareTool } = require('../../test/compat/tools')
const { MATRIX, matrixNode } = require('../build/matrix-node')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string' },
    only: { type: 'string', default: '' },
    rows: { type: 'string' },
    package: { type: 'string' },
    checkout: { type: 'string' },
    checkouts: { type: 'string' },
    files: { type: 'string' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '2' },
    options: { type: 'string', default: '' },
    through: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' }
  }
})

/** @typedef {import('../../test/compat/run-both').Difference} Difference */

const RUNNING = process.versions.node.split('.', 1)[0]
const MAJOR = values.node ?? RUNNING
const NODE = MAJOR === RUNNING ? process.execPath : matrixNode(MAJOR)
const THROUGH = values.through.split(' ').filter(Boolean)

/** @param {object} details */
function addRow (details) {
  const row = {
    kind: 'compat',
    what: positionals[0],
    date: new Date().toISOString().slice(0, 10),
    node: MAJOR === RUNNING ? process.version : `v${MATRIX[MAJOR].version}`,
    platform: `${process.platform} ${process.arch}`,
    version,
    ...details
  }
  console.log(JSON.stringify(row))
  if (values.rows !== undefined) fs.appendFileSync(values.rows, `${JSON.stringify(row)}\n`)
}

/**
 * @param {string} name
 * @param {Difference[]} differences
 * @param {string} [cause] '' if it is not known
 * @returns {{ firm: number, unexplained: number, unsteady: number }}
 */
function tell (name, differences, cause) {
  const explanation = cause || explanationOf(name)
  const firm = differences.filter(({ isFirm }) => isFirm)
  for (const { what, without, with: collected } of firm) {
    console.log(`${name}, ${what}: ${explanation ?? 'NOT EXPLAINED'}`)
    console.log(`- ${shortened(without)}\n+ ${shortened(collected)}`)
    if (explanation === undefined) process.exitCode = 1
  }
  const unexplained = explanation === undefined ? firm.length : 0
  return { firm: firm.length, unexplained, unsteady: differences.length - firm.length }
}

/** @param {string} text */
const shortened = text => (text.length <= 2000 ? text : `${text.slice(0, 1000)}\n…\n${text.slice(-1000)}`)

/**
 * Runs all tests, or one of each so many, and counts those of which the exit status or only the output differs firmly.
 * The row names the checkout, whose tests may be those of another version, which may need options of Node.js.
 * @param {string} preload
 */
async function runNodeTests (preload) {
  const checkout = path.resolve(required('checkout'))
  const all = nodeTests(checkout).filter(test => test.includes(values.only))
  const chosen = all.filter((_, index) => index % Number(values.every) === Number(values.from))
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-compat-'))
  process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }))
  const empty = path.join(scratch, 'empty.js')
  fs.writeFileSync(empty, '')
  const endMs = Date.now() + Number(values.minutes) * 60_000
  const counts = { run: 0, pass: 0, status: 0, output: 0, unexplained: 0, unsteady: 0 }
  let next = 0
  const work = async (/** @type {number} */ job) => {
    const dumps = path.join(scratch, `dumps-${job}`)
    while (next < chosen.length && Date.now() < endMs) {
      const test = chosen[next++]
      const surroundings = { checkout, node: NODE, preload, dumps, empty, options: values.options, job }
      const { passes, differences, cause } = await compareTest(test, surroundings)
      fs.rmSync(dumps, { recursive: true, force: true })
      counts.run++
      if (passes) counts.pass++
      if (differences.length === 0) continue
      const isKnown = cause === ANY_PRELOAD || cause === LINE_ON_STDERR
      const { firm, unexplained } = tell(test, differences, isKnown ? cause : '')
      if (unexplained > 0) counts.unexplained++
      if (firm === 0) counts.unsteady++
      else if (differences.some(({ what, isFirm }) => what === 'status' && isFirm)) counts.status++
      else counts.output++
      addRow({ test, cause, differences: differences.map(({ what, isFirm }) => ({ what, isFirm })) })
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, (_, job) => work(job)))
  const tests = path.basename(checkout)
  const [every, from] = [Number(values.every), Number(values.from)]
  addRow({ tests, options: values.options || undefined, every, from, of: all.length, ...counts })
}

/** @param {string} preload */
async function runBeside (preload) {
  const named = [...WITHOUT_PACKAGES, ...WITH_PACKAGES].filter(
    ({ name, since = 0, until = Infinity }) =>
      name.includes(values.only) && since <= Number(MAJOR) && Number(MAJOR) <= until
  )
  const cases = named.filter(({ needs }) => needs === undefined || process.env[needs] !== undefined)
  for (const { name, needs } of named.filter(each => !cases.includes(each))) {
    console.log(`not run: ${name}, without ${needs} in the environment`)
  }
  const application = makeApplication(Object.assign({}, ...cases.map(({ packages }) => packages)), NODE)
  process.on('exit', () => fs.rmSync(application, { recursive: true, force: true }))
  for (const each of cases) {
    for (const { order, differences } of await compareBeside(each, { application, preload, node: NODE })) {
      addRow({ beside: each.name, packages: each.packages, order, ...tell(each.name, differences) })
    }
  }
}

/** @param {string} preload */
async function runTools (preload) {
  for (const tool of TOOLS) {
    if (!tool.name.includes(values.only) || (tool.since ?? 0) > Number(MAJOR)) continue
    const application = makeApplication(tool.packages, NODE)
    try {
      const where = { application, preload, node: NODE, through: THROUGH }
      const { compared, differences, cause } = await compareTool(tool, where)
      addRow({ tool: tool.name, packages: tool.packages, compared, cause, ...tell(tool.name, differences, cause) })
    } finally {
      fs.rmSync(application, { recursive: true, force: true })
    }
  }
}

/** @param {string} preload */
async function runProjects (preload) {
  const checkouts = path.resolve(required('checkouts'))
  for (const project of PROJECTS) {
    const checkout = path.join(checkouts, project.name)
    if (!project.name.includes(values.only) || (project.since ?? 0) > Number(MAJOR)) continue
    if (!fs.existsSync(checkout)) {
      console.log(`not run: ${project.name}, of which there is no checkout`)
      continue
    }
    prepareProject(project, checkout)
    const where = { checkout, node: NODE, preload, through: THROUGH }
    const { repository, commit } = project
    const files = project.files === undefined ? undefined : values.files
    const part = files === undefined ? project : { ...project, files: files.split(' ') }
    const { tests, failed, differences, cause } = await compareProject(part, where)
    if (tests === 0) {
      console.log(`${project.name} has run no test`)
      process.exitCode = 1
      continue
    }
    addRow({ repository, commit, files, tests, failed, cause, ...tell(project.name, differences, cause) })
  }
}

/** @param {'checkout' | 'checkouts'} name */
function required (name) {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} is missing`)
  return value
}

async function main () {
  const runs = { 'node-tests': runNodeTests, beside: runBeside, tools: runTools, projects: runProjects }
  const run = runs[/** @type {keyof typeof runs} */ (positionals[0])]
  if (run === undefined) throw new Error('what is to be compared? node-tests, beside, tools or projects')
  await run(values.package ?? (await installedPackage()))
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
