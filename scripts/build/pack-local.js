'use strict'
// npm run pack:local: packs this checkout into .platforms/local/, to be installed on this machine by any package
// manager. The tarball has the addon that `npm ci` or `npm run build` has compiled, and names no packages of platforms,
// so nothing has to be in a registry. The packages of packages/ are packed beside it.

const fs = require('node:fs')
const path = require('node:path')

const { PREBUILT, loadNative } = require('../../lib/addon/native')
const { packExtras, packMain } = require('../platforms/pack')
const { OUTPUT } = require('../platforms/targets')
const { PACKAGE } = require('./node-gyp')

async function packLocal () {
  const { problem } = loadNative()
  if (problem !== null) throw new Error(`there is no addon to pack (${problem}): npm run build`)
  const compiled = path.join(PACKAGE, 'build', 'Release', 'crash_collector.node')
  const addon = fs.existsSync(PREBUILT) ? PREBUILT : compiled
  const folder = path.join(OUTPUT, 'local')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const packed = [...(await packMain([], folder, { addon })), ...packExtras(folder)]
  for (const { name, file } of packed) console.log(`${name}  ${file}`)
}

packLocal().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
