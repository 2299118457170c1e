'use strict'
// Measures how often `show` names the statement that made a value wrong: makes one value of a service wrong, lets the
// service crash with execution paths on, and compares. Prints JSON lines: where it ran, the crashes, then the sums.
//
//   node scripts/measure/measure-origins.js [--services shop,desk] [--count 100] [--seed 1] [--all]
//       [--keep <folder>] [--from <folder>]

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { valueOrigin } = require('../../packages/inspect/origin')
const { EXTENSION } = require('../../packages/shared/dump/terms')
const { environment } = require('./environment')
const { FIXTURES, mutatedServices, serviceNames } = require('./mutated-services')
const { ROOT } = require('./run-program')

const { values } = parseArgs({
  options: {
    services: { type: 'string', default: serviceNames().join() },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    keep: { type: 'string' },
    from: { type: 'string' }
  }
})

/** @typedef {import('./mutated-services').Mutation} Mutation */
/** @typedef {import('./mutated-services').MutatedService} Case */

/** @template T @param {T[]} list @param {number} seed */
function shuffled (list, seed) {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    const other = Math.floor((seed / 2 ** 32) * (i + 1))
    ;[copy[i], copy[other]] = [copy[other], copy[i]]
  }
  return copy
}

/** @param {Case} one */
async function run ({ service, file, source, mutation }) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'origins-'))
  try {
    fs.cpSync(FIXTURES, directory, { recursive: true })
    fs.symlinkSync(path.join(ROOT, 'test/ecosystem/node_modules'), path.join(directory, 'node_modules'))
    const text = source.slice(0, mutation.start) + mutation.text + source.slice(mutation.end)
    fs.writeFileSync(path.join(directory, service, file), text)
    const dumps = path.join(directory, 'dumps')
    await new Promise(resolve => {
      execFile(process.env.ORIGINS_NODE ?? process.execPath, ['--require', ROOT, path.join(service, 'main.js')], {
        cwd: directory,
        timeout: 20_000,
        env: {
          PATH: process.env.PATH,
          XDG_CACHE_HOME: path.join(os.tmpdir(), 'origins-cache'),
          CRASH_COLLECTOR_EXECUTION_PATH: 'request',
          CRASH_COLLECTOR_DIR: dumps
        }
      }, resolve)
    })
    const [dump] = dumpsIn(dumps)
    if (dump === undefined) return undefined
    if (values.keep !== undefined) {
      const kept = `${service}-${file}-${mutation.start}-${mutation.kind}`.replace(/[^\w.-]/g, '_')
      fs.mkdirSync(values.keep, { recursive: true })
      fs.copyFileSync(dump, path.join(values.keep, kept + EXTENSION))
      fs.writeFileSync(path.join(values.keep, `${kept}.json`), JSON.stringify({ service, file, mutation }))
    }
    return judge(await openDump(dump), `/${service}/${file}`, mutation)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {Awaited<ReturnType<typeof openDump>>} dump
 * @param {string} target
 * @param {Mutation} mutation
 */
function judge (dump, target, { line, statement: [from, to] }) {
  const top = dump.callFrames.find(({ url }) => /\/origins-\w+\/(?!node_modules)/.test(url))
  if (dump.exception === null || top === undefined || dump.executionPath === null) return undefined
  const isIn = (/** @type {{ url: string, lineNumber: number }} */ at, first = from, last = to) =>
    at.url.endsWith(target) && at.lineNumber + 1 >= first && at.lineNumber + 1 <= last
  // The statement crashes itself: that needs no search.
  if (isIn(top)) return undefined
  const origin = valueOrigin(dump)
  const isExact = origin !== null && (isIn(origin, line, line) || (origin.how === 'absent' && isIn(origin)))
  const verdict = origin === null ? 'none' : isExact ? 'exact' : 'wrong'
  return { verdict, message: dump.exception.message, text: origin?.text ?? null }
}

async function main () {
  const wanted = values.all ? Infinity : Number(values.count)
  console.log(JSON.stringify(environment()))
  /** @type {Record<string, number>} */
  const sums = { exact: 0, none: 0, wrong: 0 }
  let count = 0
  const cases = shuffled(mutatedServices(values.services.split(',')), Number(values.seed))
  while (cases.length > 0 && count < wanted) {
    const some = cases.splice(0, 2)
    const results = await Promise.all(some.map(run))
    for (const [i, found] of results.entries()) {
      if (found === undefined || count === wanted) continue
      count++
      sums[found.verdict]++
      const { service, file, mutation: { kind, line } } = some[i]
      console.log(JSON.stringify({ service, file, line, kind, ...found }))
    }
  }
  console.log(JSON.stringify({ what: 'sums', crashes: count, ...sums }))
}

/** @param {string} folder of dumps that were kept: judges them again */
async function again (folder) {
  console.log(JSON.stringify(environment()))
  /** @type {Record<string, number>} */
  const sums = { exact: 0, none: 0, wrong: 0 }
  for (const name of fs.readdirSync(folder).filter(each => each.endsWith('.json'))) {
    const { service, file, mutation } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
    const dump = await openDump(path.join(folder, name.replace('.json', EXTENSION)))
    const found = judge(dump, `/${service}/${file}`, mutation)
    if (found === undefined) continue
    sums[found.verdict]++
    const { start, line, kind } = mutation
    console.log(JSON.stringify({ service, file, start, line, kind, ...found }))
  }
  console.log(JSON.stringify({ what: 'sums', crashes: sums.exact + sums.none + sums.wrong, ...sums }))
}

if (values.from === undefined) main()
else again(values.from)
