'use strict'
// Measures how long a big dump takes to open, and how much memory. It makes a dump of 200 MB (unpacked), opens it with
// each command, and prints a row of JSON for each. The first argument is another size in MB; with a file as the second
// argument, it only makes the dump. Needs Chromium and, for the memory, Linux.

const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { pathToFileURL } = require('node:url')
const zlib = require('node:zlib')
const { startChromium } = require('../../test/helpers/chromium')
const { HEADER, end, num, object, ref, str, vars } = require('../../test/helpers/make-dump')

const CLI = path.join(__dirname, '../..', 'bin', 'crash-collector.js')
const MB = 1e6
const SOURCE = Array.from(
  { length: 2000 },
  (_, i) => `function work${i} (job) { return job.items[${i}].value } // line ${i + 1}`
).join('\n')
const WORDS = 'order line product catalogue price quantity customer street invoice delivered pending refunded'.split(
  ' '
)

/**
 * Makes the dump of a service with a cache: a list of orders, each with a few properties, a shared owner, a text and a
 * list of lines.
 * @param {string} file
 * @param {number} megabytes
 * @returns {{ bytes: number, objects: number }}
 */
function makeBigDump (file, megabytes) {
  const compressed = fs.openSync(file, 'w', 0o600)
  let bytes = 0
  let records = 0
  let pending = ''
  const flush = () => {
    fs.writeSync(compressed, zlib.gzipSync(pending, { level: 1 })) // a gzip file may have several members
    pending = ''
  }
  const write = (/** @type {object} */ record) => {
    const line = `${JSON.stringify(record)}\n`
    bytes += line.length
    records++
    pending += line
    if (pending.length > 4 * MB) flush()
  }
  write({ ...HEADER, trigger: 'uncaughtException' })
  write({
    kind: 'exception',
    value: ref('error', 'Error', 'error'),
    className: 'Error',
    message: 'big',
    description: 'Error: big\n    at work0 (/srv/app/big.js:1:30)',
    stack: []
  })
  for (let index = 0; index < 10; index++) {
    write({
      kind: 'callFrame',
      index,
      functionName: `work${index}`,
      url: '/srv/app/big.js',
      scriptId: '1',
      lineNumber: index,
      columnNumber: 29,
      internal: false,
      this: { type: 'undefined' },
      scopeChain: [
        {
          type: 'local',
          scopeId: `s${index}`,
          startLocation: { scriptId: '1', lineNumber: index, columnNumber: 0 },
          endLocation: { scriptId: '1', lineNumber: index, columnNumber: 60 },
          variables: vars({ job: ref(`order${index}`), orders: ref('orders', 'Array', 'array') })
        }
      ]
    })
  }
  write(object('error', { message: str('big') }, { className: 'Error', subtype: 'error' }))
  write({ kind: 'process', cwd: '/srv/app', uptimeMs: 1000 })
  write({ kind: 'script', scriptId: '1', url: '/srv/app/big.js', length: SOURCE.length, source: SOURCE })
  let orders = 0
  const isFull = () => bytes >= megabytes * MB * 0.97
  for (; !isFull(); orders++) {
    const note = Array.from(
      { length: 40 },
      (_, i) => WORDS[(orders * 7 + i * i) % WORDS.length] + ((orders * i) % 97)
    ).join(' ')
    write(
      object(
        `order${orders}`,
        {
          id: num(orders),
          customer: ref(`owner${orders % 1000}`),
          note: str(note),
          lines: ref(`lines${orders}`, 'Array', 'array'),
          open: { type: 'boolean', value: orders % 3 === 0 }
        },
        { className: 'Order', depth: 2 }
      )
    )
    write(
      object(
        `lines${orders}`,
        { 0: str(`sku-${orders % 500}`), 1: num(orders % 13) },
        { subtype: 'array', className: 'Array', length: 2, depth: 3 }
      )
    )
    if (orders < 1000) {
      write(object(`owner${orders}`, { name: str(`customer ${orders}`) }, { className: 'Customer', depth: 3 }))
    }
  }
  write(
    object('orders', Object.fromEntries(Array.from({ length: orders }, (_, i) => [i, ref(`order${i}`, 'Order')])), {
      subtype: 'array',
      className: 'Array',
      length: orders,
      depth: 0
    })
  )
  write(end(records))
  flush()
  fs.closeSync(compressed)
  return { bytes, objects: orders * 2 + 1000 }
}

/**
 * @param {string[]} args arguments of the command line
 * @returns {{ child: import('node:child_process').ChildProcess, peakMb: () => number|null }}
 */
function start (args) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let peak = /** @type {number|null} */ (null)
  const read = () => {
    try {
      peak = Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000 || peak
    } catch {} // the process has ended, or this is not Linux
    return peak === null ? null : Math.round(peak)
  }
  const timer = setInterval(read, 20)
  child.on('close', () => clearInterval(timer))
  return { child, peakMb: read }
}

/** @param {string} file */
async function devtoolsRow (file) {
  const { page, close } = await startChromium()
  const begin = performance.now()
  const { child, peakMb } = start(['open', file, '--json'])
  const text = await new Promise(resolve => {
    let output = ''
    child.stdout?.on('data', chunk => {
      if ((output += chunk).endsWith('}\n')) resolve(output)
    })
  })
  const servedMs = performance.now() - begin
  await page.goto(JSON.parse(text).devtoolsUrl)
  await page.locator('.call-frame-item').first().waitFor()
  const framesMs = performance.now() - begin
  const row = page
    .locator('li')
    .filter({ hasText: /^orders: / })
    .first()
  await row.waitFor()
  const variablesMs = performance.now() - begin
  await row.click({ position: { x: 3, y: 6 } })
  await page
    .locator('li')
    .filter({ hasText: /^\[0 … / })
    .first()
    .waitFor()
  const expandedMs = performance.now() - begin
  await close()
  const peak = peakMb()
  child.kill()
  return { what: 'DevTools', servedMs, framesMs, variablesMs, expandedMs, peakMb: peak }
}

/** @param {string} file @param {string} directory */
async function pageRow (file, directory) {
  const html = path.join(directory, 'big.html')
  const { page, close } = await startChromium()
  const begin = performance.now()
  const { child, peakMb } = start(['show', file, '--html', html])
  await new Promise(resolve => child.once('close', resolve))
  const writtenMs = performance.now() - begin
  const opened = performance.now()
  await page.goto(pathToFileURL(html).href, { waitUntil: 'commit' })
  await page.locator('.line.marked').waitFor()
  const openMs = performance.now() - opened
  await close()
  return { what: 'page', writtenMs, openMs, htmlBytes: fs.statSync(html).size, peakMb: peakMb() }
}

async function main () {
  if (process.argv[3] !== undefined) return makeBigDump(process.argv[3], Number(process.argv[2]))
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'big-dump-'))
  try {
    const file = path.join(directory, 'big.ccdump')
    const made = makeBigDump(file, Number(process.argv[2] ?? 200))
    const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: __dirname,
      encoding: 'utf8'
    }).stdout.trim()
    const about = {
      date: new Date().toISOString(),
      commit,
      node: process.version,
      cpu: os.cpus()[0].model,
      cpus: os.cpus().length,
      os: `${os.type()} ${os.release()}`,
      load: os.loadavg()[0],
      ...made,
      fileBytes: fs.statSync(file).size
    }
    for (const measure of [devtoolsRow, pageRow]) {
      const row = await measure(file, directory)
      console.log(
        JSON.stringify({
          ...Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? Math.round(value) : value])
          ),
          ...about
        })
      )
    }
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
