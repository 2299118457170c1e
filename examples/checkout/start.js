'use strict'
// npm start: the order service under crash-collector, three good orders, the one that kills it, and what is left to
// read.

const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const readline = require('node:readline')

const PACKAGE = path.join(__dirname, '..', '..')

const ORDERS = [
  {
    customer: 'Ada',
    lines: [
      { sku: 'tea', quantity: 2 },
      { sku: 'cup', quantity: 4 }
    ],
    coupon: 'WELCOME'
  },
  { customer: 'Grace', lines: [{ sku: 'tray', quantity: 1 }] },
  { customer: 'Linus', lines: [{ sku: 'cup', quantity: 8 }], coupon: 'FRIENDS' },
  {
    customer: 'Mallory',
    lines: [
      { sku: 'tea', quantity: 1 },
      { sku: 'teapot', quantity: 1 }
    ],
    coupon: 'WELCOME'
  }
]

async function main () {
  buildIfNeeded()
  command('node --require crash-collector server.js')
  const server = spawn(process.execPath, ['--require', PACKAGE, 'server.js'], {
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const closed = once(server, 'close')
  const [line] = await Promise.race([once(readline.createInterface({ input: server.stdout }), 'line'), closed])
  const port = /^listening on port (\d+)$/.exec(String(line))?.[1]
  if (port === undefined) {
    console.error(`The service did not start: ${line}`)
    process.exitCode = 1
    return
  }
  console.log(line)
  for (const order of ORDERS) await send(`http://127.0.0.1:${port}/orders`, order)
  const [exitCode] = await closed
  console.log(`\nThe service is dead, exit code ${exitCode}. This is what it knew:\n`)
  command('crash-collector show')
  const shown = spawnSync(process.execPath, [path.join(PACKAGE, 'bin', 'crash-collector.js'), 'show'], {
    cwd: __dirname,
    stdio: 'inherit'
  })
  process.exitCode = shown.status ?? 1
  console.log("\nFor example, here: npx crash-collector eval 'line.sku'")
}

/** `npm install` has built as a rule; without a compiler the collector works in mode `always`. */
function buildIfNeeded () {
  const target = path.join(
    PACKAGE,
    'prebuilds',
    `${process.platform}-${process.arch}`,
    `node-v${process.versions.modules}.node`
  )
  if ([target, path.join(PACKAGE, 'build', 'Release', 'crash_collector.node')].some(file => fs.existsSync(file))) return
  spawnSync(process.execPath, [path.join(PACKAGE, 'scripts', 'install.js')], { stdio: 'inherit' })
}

/**
 * @param {string} url
 * @param {typeof ORDERS[number]} order
 */
async function send (url, order) {
  const what =
    `${order.customer} orders ${order.lines.map(({ sku, quantity }) => `${quantity} ${sku}`).join(', ')}`.padEnd(34)
  try {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(order), headers: { connection: 'close' } })
    const { id, total } = /** @type {{ id: number, total: number }} */ (await response.json())
    console.log(`${what} ${response.status}  order ${id}, total ${total.toFixed(2)}`)
  } catch (error) {
    const { cause } = /** @type {Error & { cause?: Error }} */ (error)
    console.log(`${what} no answer: ${cause?.message ?? error}`)
  }
}

/** @param {string} text */
function command (text) {
  console.log(process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m$ ${text}\u001b[0m` : `$ ${text}`)
}

main()
