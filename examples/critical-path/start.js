'use strict'
// npm run critical-path: the shop under crash-collector, three searches at once, and what each of them has executed.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const readline = require('node:readline')

const PACKAGE = path.join(__dirname, '..', '..')
const SEARCHES = ['/search', '/search?text=cup', '/search?sort=rating']

async function main () {
  console.log('$ CRASH_COLLECTOR_EXECUTION_PATH=request node --require crash-collector server.js')
  const server = spawn(process.execPath, ['--require', PACKAGE, 'server.js'], {
    cwd: __dirname,
    env: { ...process.env, CRASH_COLLECTOR_EXECUTION_PATH: 'request' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [line] = await once(readline.createInterface({ input: server.stdout }), 'line')
  const port = /\d+$/.exec(line)?.[0]
  try {
    const answers = await Promise.all(SEARCHES.map(search => answerOf(`http://127.0.0.1:${port}${search}`)))
    SEARCHES.forEach((search, i) => {
      console.log(`\n$ curl 'http://127.0.0.1:${port}${search}'`)
      console.log(answers[i].products.join(' · '))
      for (const [file, lines] of Object.entries(answers[i].executed)) console.log(`  ${file}: ${lines.join(' ')}`)
    })
  } finally {
    server.kill()
  }
}

/**
 * @param {string} url
 * @returns {Promise<{ products: string[], executed: Record<string, number[]> }>}
 */
async function answerOf (url) {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return /** @type {any} */ (await response.json())
}

main()
