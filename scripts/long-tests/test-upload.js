'use strict'
// npm run test:upload [-- --processes 1000 --at-once 100 --machines 50 --rows file]: many processes crash at once, and
// their dumps go to an S3 server that loses connections, breaks uploads off in the middle and is busy; some processes
// have the wrong credentials. A machine is a directory. Then each machine crashes once more, with the right ones, and
// every dump must be in the store, byte for byte. Prints a JSON row, and exits with 1 if one is not.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { parseArgs } = require('node:util')
const { startS3Server } = require('../../examples/fleet/s3-server')
const { version } = require('../../package.json')

const PACKAGE = path.join(__dirname, '../..')
const CLI = path.join(PACKAGE, 'bin', 'crash-collector.js')
const PROGRAM = path.join(PACKAGE, 'test', 'fixtures', 'crashes', 'uncaught', 'null-property.js')
const KEYS = { accessKeyId: 'AKIDFORTESTS', secretAccessKey: 'secret of the tests' }
/** Every so many requests has such a fault. */
const FAULTS = { lost: 10, half: 11, busy: 13 }
/** One of so many processes has the wrong credentials. */
const WRONG = 20
const PATIENCE_MS = 10 * 60 * 1000

/** @typedef {{ machine: string, endpoint: string, secret: string }} Where */

async function main () {
  const { values } = parseArgs({
    options: {
      processes: { type: 'string', default: '1000' },
      'at-once': { type: 'string', default: '100' },
      machines: { type: 'string', default: '50' },
      rows: { type: 'string' }
    }
  })
  const [processes, atOnce, count] = [values.processes, values['at-once'], values.machines].map(Number)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-'))
  const machines = Array.from({ length: count }, (_, i) => path.join(folder, `machine-${i}`))
  const faults = { lost: 0, half: 0, busy: 0 }
  const store = await startS3Server({ ...KEYS, buckets: ['crashes'], fault: faulty(faults) })
  const start = performance.now()
  try {
    const { endpoint } = store
    const numbers = Array.from({ length: processes }, (_, i) => i).values()
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (const i of numbers) {
        const secret = i % WRONG === 0 ? 'wrong' : KEYS.secretAccessKey
        await crash({ machine: machines[i % count], endpoint, secret })
      }
    }))
    await untilQuiet(machines)
    const waited = machines.flatMap(waitingFor).length
    for (const machine of machines) await crash({ machine, endpoint, secret: KEYS.secretAccessKey })
    await untilQuiet(machines)
    const { dumps, missing, differ } = compare(machines, store.objects)
    const row = {
      kind: 'upload',
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      version,
      processes: processes + count,
      atOnce,
      machines: count,
      seconds: Math.round((performance.now() - start) / 1000),
      ...faults,
      wrongCredentials: Math.ceil(processes / WRONG),
      waited,
      dumps,
      missing,
      differ
    }
    console.log(JSON.stringify(row))
    if (values.rows !== undefined) fs.appendFileSync(values.rows, JSON.stringify(row) + '\n')
    if (dumps !== processes + count || missing + differ > 0) process.exitCode = 1
  } finally {
    await store.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {typeof FAULTS} counts
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean}
 */
function faulty (counts) {
  let requests = 0
  return (request, response) => {
    requests++
    if (requests % FAULTS.lost === 0) {
      counts.lost++
      request.socket.destroy()
      return true
    }
    if (requests % FAULTS.half === 0) {
      counts.half++
      request.once('data', () => request.socket.destroy())
      return true
    }
    if (requests % FAULTS.busy !== 0) return false
    counts.busy++
    request.resume().on('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
    return true
  }
}

/** @param {Where} where */
async function crash ({ machine, endpoint, secret }) {
  fs.mkdirSync(machine, { recursive: true })
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: machine,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: `--require ${JSON.stringify(PACKAGE)}`,
      CRASH_COLLECTOR_DIR: path.join(machine, 'crashes'),
      CRASH_COLLECTOR_RETAIN_SAME: '0',
      CRASH_COLLECTOR_RETAIN_COUNT: '1000000',
      CRASH_COLLECTOR_ON_DUMP: `'${process.execPath}' '${CLI}' upload`,
      CRASH_COLLECTOR_UPLOAD_TO: `s3://crashes/long?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_REGION: 'us-east-1'
    }
  })
  const [exitCode] = await once(child, 'exit')
  if (exitCode !== 1) throw new Error(`a process ended with ${exitCode}`)
}

/**
 * Waits until `onDump` has nothing more to do: each dump has been tried, and no command runs.
 * @param {string[]} machines
 */
async function untilQuiet (machines) {
  const end = performance.now() + PATIENCE_MS
  while (!machines.every(isQuiet)) {
    if (performance.now() > end) throw new Error('the uploads do not end')
    await sleep(200)
  }
}

/** @param {string} machine */
function isQuiet (machine) {
  const spool = path.join(machine, 'crashes', '.on-dump')
  const marks = fs.existsSync(spool) ? fs.readdirSync(spool) : []
  const tried = marks.filter(name => /\.(?:done|failed|waiting)$/.test(name)).length
  return !marks.includes('lock') && tried === dumpsOf(machine).length
}

/** @param {string} machine */
function dumpsOf (machine) {
  return fs.readdirSync(path.join(machine, 'crashes')).filter(name => name.endsWith('.ccdump'))
}

/** @param {string} machine */
function waitingFor (machine) {
  const spool = path.join(machine, 'crashes', '.upload')
  const names = fs.existsSync(spool) ? /** @type {string[]} */ (fs.readdirSync(spool, { recursive: true })) : []
  return names.filter(name => name.endsWith('.ccdump'))
}

/**
 * @param {string[]} machines
 * @param {Map<string, Buffer>} objects
 */
function compare (machines, objects) {
  const stored = new Map([...objects].map(([key, content]) => [path.posix.basename(key), content]))
  const files = machines.flatMap(machine => dumpsOf(machine).map(name => path.join(machine, 'crashes', name)))
  const contents = files.map(file => stored.get(path.basename(file)))
  return {
    dumps: files.length,
    missing: contents.filter(content => content === undefined).length,
    differ: files.filter((file, i) => contents[i] !== undefined && !fs.readFileSync(file).equals(contents[i])).length
  }
}

main()
