'use strict'
// node benchmarks/experiments/view-flamegraph.js [--seconds=N]: the real 0x on the service that renders a view, without
// its cache of templates (development) and with it (production). Each flamegraph is an HTML page; the path is printed.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { installPackages } = require('../lab/configurations/packages')
const { cannon } = require('./with-service')

const APP = path.join(__dirname, '..', 'scenarios', 'http', 'express-app.js')
const ZERO_X = path.join(__dirname, '..', 'node_modules', '0x', 'cmd.js')

/** @param {string} mode of NODE_ENV @param {string} directory */
async function profile (mode, directory) {
  const output = path.join(directory, mode)
  const child = spawn(process.execPath, [ZERO_X, '--output-dir', output, '--', process.execPath, APP], {
    cwd: directory,
    env: { ...process.env, NODE_ENV: mode, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true
  })
  try {
    let printed = ''
    for await (const text of child.stdout) {
      printed += text
      if (/port \d+/.test(printed)) break
    }
    const port = Number(/port (\d+)/.exec(printed)?.[1])
    const { requests } = await cannon(/** @type {any} */ ({ port }), { url: `http://127.0.0.1:${port}/view` })
    // 0x hands the signal on, and makes the page when the service has ended.
    process.kill(-Number(child.pid), 'SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
    console.log(`${mode}: ${Math.round(requests.average)} requests/s under 0x, ${path.join(output, 'flamegraph.html')}`)
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

async function main () {
  installPackages()
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-0x-'))
  for (const mode of ['development', 'production']) await profile(mode, directory)
}

main()
