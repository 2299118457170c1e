'use strict'
// npm run fleet: 20 services crash 500 times; their dumps go, encrypted, to a store, from which they are asked. The
// store is a small S3 server in this process, which now and then loses a connection. `npm run fleet -- 40` for fewer.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { startS3Server } = require('./s3-server')

const PACKAGE = path.join(__dirname, '..', '..')
const CLI = path.join(PACKAGE, 'bin', 'crash-collector.js')
const SERVICES = [
  'accounts', 'adverts', 'billing', 'cart', 'catalog', 'checkout', 'coupons', 'delivery', 'gateway', 'inventory',
  'invoices', 'mail', 'orders', 'payments', 'prices', 'returns', 'reviews', 'search', 'stock', 'tickets'
]
const CRASHES = 500
/** One of so many connections is lost. */
const LOST = 25
const AT_ONCE = os.availableParallelism() * 2

const STORE = 's3://crashes/demo'
const KEYS = { accessKeyId: 'fleet', secretAccessKey: 'secret of the fleet' }

async function main () {
  const crashes = Number(process.argv[2] ?? CRASHES)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-'))
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const key = await generateX25519Identity()
  fs.writeFileSync(path.join(folder, 'public.txt'), await identityToRecipient(key))
  fs.writeFileSync(path.join(folder, 'key.txt'), key, { mode: 0o600 })
  fs.mkdirSync(path.join(folder, 'cache'), { mode: 0o700 })

  let connections = 0
  let lost = 0
  const store = await startS3Server({
    ...KEYS,
    buckets: ['crashes'],
    fault (request) {
      if (++connections % LOST !== 0) return false
      lost++
      request.socket.destroy()
      return true
    }
  })
  try {
    const start = performance.now()
    console.log(`${SERVICES.length} services crash ${crashes} times, ${AT_ONCE} processes at once`)
    await crashAll(crashes, folder, store.endpoint)
    await untilUploaded(folder, store.endpoint)
    if (store.objects.size !== crashes) throw new Error(`${store.objects.size} dumps are in the store`)
    const seconds = Math.round((performance.now() - start) / 1000)
    const { size } = store.objects
    console.log(`${size} encrypted dumps are in the store; connections lost on the way: ${lost} (${seconds} s)`)
    await ask(folder, store.endpoint)
  } finally {
    await store.close()
  }
}

/**
 * @param {number} crashes
 * @param {string} folder
 * @param {string} endpoint
 */
async function crashAll (crashes, folder, endpoint) {
  const numbers = Array.from({ length: crashes }, (_, i) => i).values()
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const number of numbers) {
      const release = number < crashes * 0.7 ? '2.3.1' : '2.4.0'
      await crash(SERVICES[number % SERVICES.length], [String(number), release], { folder, endpoint })
    }
  }))
}

/**
 * @param {string} service
 * @param {string[]} args
 * @param {{ folder: string, endpoint: string }} where
 */
async function crash (service, args, { folder, endpoint }) {
  const directory = path.join(folder, service)
  fs.mkdirSync(directory, { recursive: true })
  const child = spawn(process.execPath, [path.join(__dirname, 'service.js'), service, ...args], {
    cwd: directory,
    stdio: 'ignore',
    env: {
      ...environment(folder, endpoint),
      NODE_OPTIONS: `--require ${JSON.stringify(PACKAGE)}`,
      CRASH_COLLECTOR_ON_DUMP: `'${process.execPath}' '${CLI}' upload --recipient '${path.join(folder, 'public.txt')}'`,
      CRASH_COLLECTOR_UPLOAD_TO: STORE,
      CRASH_COLLECTOR_DIR: path.join(directory, 'crashes'),
      CRASH_COLLECTOR_FILE_LABEL: service,
      // All crashes are uploaded here, also equal ones.
      CRASH_COLLECTOR_RETAIN_SAME: '0'
    }
  })
  const [exitCode] = await once(child, 'exit')
  if (exitCode !== 1) throw new Error(`${service} ended with ${exitCode}`)
}

/**
 * @param {string} folder
 * @param {string} endpoint
 */
function environment (folder, endpoint) {
  return {
    ...process.env,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    CRASH_COLLECTOR_PRIVATE_KEY: path.join(folder, 'key.txt')
  }
}

/**
 * @param {string} folder
 * @param {string} endpoint
 */
async function untilUploaded (folder, endpoint) {
  const directories = SERVICES.map(service => path.join(folder, service, 'crashes')).filter(each => fs.existsSync(each))
  for (const directory of directories) {
    while (!isTried(directory)) await sleep(100)
    // On a very busy machine an upload may have ended too early. The next one of that service would send the dump, too.
    const hasFailed = fs.readdirSync(path.join(directory, '.on-dump')).some(name => name.endsWith('.waiting'))
    const args = ['upload', '--to', STORE, '--recipient', path.join(folder, 'public.txt')]
    if (hasFailed) await command(folder, endpoint, args, directory)
  }
}

/** @param {string} directory of dumps @returns {boolean} true if `onDump` has run for each, and does not run now */
function isTried (directory) {
  const dumps = fs.readdirSync(directory).filter(name => name.endsWith('.ccdump'))
  const folder = path.join(directory, '.on-dump')
  const marks = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  const hasEnded = (/** @type {string} */ name) => ['done', 'waiting'].some(end => marks.includes(`${name}.${end}`))
  return !marks.includes('lock') && dumps.every(hasEnded)
}

/**
 * @param {string} folder
 * @param {string} endpoint
 */
async function ask (folder, endpoint) {
  const from = ['--from', STORE]
  const page = path.join(folder, 'crashes.html')
  const groups = 'select crashes, releases, left(message, 60) as message from groups limit 8'
  await command(folder, endpoint, ['sql', groups, ...from])
  const fresh = "select crashes, left(headline, 80) as new from introduced where release = '2.4.0'"
  await command(folder, endpoint, ['sql', fresh, ...from])
  const countries = 'select message, text as country, count(*) as crashes from variables join crashes on id = crash ' +
    "where path = 'customer.country' and frame = 0 and top_function = 'deliveryDate' group by all order by 1, 2"
  await command(folder, endpoint, ['sql', countries, ...from])
  await command(folder, endpoint, ['report', STORE, '--html', page, '--pages', '5'])
}

/**
 * @param {string} folder
 * @param {string} endpoint
 * @param {string[]} args
 * @param {string} [directory] of dumps
 */
async function command (folder, endpoint, args, directory = folder) {
  console.log(`\n$ crash-collector ${args.map(arg => (/[^\w:/.=-]/.test(arg) ? `"${arg}"` : arg)).join(' ')}`)
  const env = { ...environment(folder, endpoint), CRASH_COLLECTOR_DIR: directory }
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: 'inherit' })
  const [exitCode] = await once(child, 'exit')
  if (exitCode !== 0) throw new Error(`crash-collector ${args[0]} ended with ${exitCode}`)
}

main()
