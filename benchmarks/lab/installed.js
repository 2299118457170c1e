'use strict'
// The package as npm installs it: a checkout looks at each start whether its bundle is older than the sources, and that would be measured.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { REPOSITORY } = require('./environment')

/** @type {string | null} */
let installed = null

/** @returns {string} directory of a copy, which goes with this process */
function installedPackage () {
  if (installed !== null) return installed
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-bench-'))
  process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }))
  const copy = installed = path.join(root, 'node_modules', 'crash-collector')
  const { files } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files]) {
    const from = path.join(REPOSITORY, name)
    if (!name.includes('*') && fs.existsSync(from)) fs.cpSync(from, path.join(copy, name), { recursive: true, preserveTimestamps: true })
  }
  return copy
}

module.exports = { installedPackage }
