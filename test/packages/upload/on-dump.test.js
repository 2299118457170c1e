'use strict'
// Real crashes whose dumps `onDump` uploads after the process has gone.

const fs = require('node:fs')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { CRASHES, PATIENT, ROOT, temporaryDirectory } = require('../../helpers/crash')
const { runNode } = require('../../helpers/run-node')
const { ENVIRONMENT, cliAt, startStore, waitingFor } = require('../../helpers/upload-store')

const PROGRAM = path.join(CRASHES, 'uncaught', 'null-property.js')
const CLI = path.join(ROOT, 'bin', 'crash-collector.js')
const PROCESSES = 10

const skip = process.platform === 'win32' ? 'the addon starts no program on Windows' : undefined

/** @param {() => boolean} isTrue */
async function until (isTrue) {
  while (!isTrue()) await sleep(20)
}

/**
 * @param {string} crashes
 * @param {string} address
 * @param {Record<string, string>} [env]
 */
function crash (crashes, address, env = {}) {
  return runNode([PROGRAM], {
    cwd: path.dirname(crashes),
    env: {
      ...ENVIRONMENT,
      ...PATIENT,
      NODE_OPTIONS: `--require ${ROOT}`,
      CRASH_COLLECTOR_DIR: crashes,
      CRASH_COLLECTOR_RETAIN_SAME: '1000',
      CRASH_COLLECTOR_UPLOAD_TO: address,
      CRASH_COLLECTOR_ON_DUMP: `'${process.execPath}' '${CLI}' upload`,
      ...env
    }
  })
}

/** @param {string} crashes @param {string} end */
function marks (crashes, end) {
  const spool = path.join(crashes, '.on-dump')
  const names = fs.existsSync(spool) ? fs.readdirSync(spool) : []
  return names.includes('lock') ? [] : names.filter(name => name.endsWith(end))
}

t.test('many processes at once, some of them on one volume', { skip }, async t => {
  const cwd = temporaryDirectory(t)
  const { address, objects } = await startStore(t)
  const machines = Array.from({ length: PROCESSES }, (_, i) => `machine-${i % 2 === 0 ? 0 : i}`)
  const directories = machines.map(each => path.join(cwd, each, 'crashes'))
  for (const directory of directories) fs.mkdirSync(path.dirname(directory), { recursive: true })
  const runs = await Promise.all(directories.map(each => crash(each, address)))
  for (const run of runs) t.match(run, { exitCode: 1, stderr: /crash-collector: dump written to/ })
  const each = [...new Set(directories)]
  const done = () => each.flatMap(directory => marks(directory, '.done'))
  await until(() => done().length === PROCESSES)
  const names = done().map(mark => mark.slice(0, -'.done'.length))
  t.same([...objects.keys()].map(key => path.posix.basename(key)).sort(), names.sort())
  t.same(each.flatMap(waitingFor), [])
})

t.test('the wrong credentials at first', { skip }, async t => {
  const cwd = temporaryDirectory(t)
  const crashes = path.join(cwd, 'crashes')
  const { address, objects } = await startStore(t)
  await crash(crashes, address, { AWS_SECRET_ACCESS_KEY: 'wrong' })
  await until(() => marks(crashes, '.waiting').length === 1)
  const [{ onDump }] = JSON.parse((await cliAt(cwd)(['list', '--json'])).stdout)
  t.match(onDump, { state: 'waiting', attempts: 1 })
  t.match(onDump.reason, /^exit code 1: crash-collector: s3:\/\/crashes\/prod does not accept these credentials: /)
  t.match(onDump.reason, /credentials: 403 Signature/)
  t.equal(objects.size, 0)
  t.equal(waitingFor(crashes).length, 1)

  await crash(crashes, address)
  await until(() => marks(crashes, '.done').length === 1)
  t.equal(objects.size, 2, 'what had waited went with the next dump')
  t.same(waitingFor(crashes), [])
})
