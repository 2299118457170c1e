'use strict'
// The package as npm installs it: a checkout looks at each start whether its bundle is older than the sources, and that
// would be measured.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { REPOSITORY } = require('./environment')

const BUILT = path.join(__dirname, 'built.js')

/** @type {string | null} */
let installed = null

/** @returns {string} directory of a copy, which goes with this process */
function installedPackage () {
  if (installed !== null) return installed
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench-'))
  process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }))
  const copy = (installed = path.join(root, 'node_modules', 'crash-collector'))
  const { files } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files]) {
    const from = path.join(REPOSITORY, name)
    if (!name.includes('*') && fs.existsSync(from)) {
      fs.cpSync(from, path.join(copy, name), { recursive: true, preserveTimestamps: true })
    }
  }
  return copy
}

/**
 * What `npm run build` compiles stays in build/, which no installed package has: the copy would fall back to another
 * mode.
 *
 * @param {string} node binary that is to be measured
 * @param {NodeJS.ProcessEnv} [env] beside the lab's own
 * @throws when the copy would not work there as an installed package does
 */
function checkInstalled (node, env = { NODE_OPTIONS: '', CRASH_COLLECTOR_ADDON: '' }) {
  const problem = execFileSync(node, [BUILT], { encoding: 'utf8', env: { ...process.env, ...env } }).trim()
  if (problem !== '') throw new Error(`${problem}: run \`npm run build:matrix\``)
}

module.exports = { checkInstalled, installedPackage }
