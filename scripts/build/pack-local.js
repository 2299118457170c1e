'use strict'
// npm run pack:local: packs this checkout into .platforms/local/, to be installed on this machine by any package
// manager. The tarball has the addons that `npm ci` or `npm run build` has compiled, and names no packages of
// platforms, so nothing has to be in a registry. The packages of packages/ are packed beside it. At the end it prints
// what belongs into a package.json: pnpm and Yarn look for the dependencies of a tarball in the registry alone, unless
// `resolutions` say otherwise.

const fs = require('node:fs')
const path = require('node:path')

const { loadNative } = require('../../lib/addon/native')
const { OF_MAIN, packExtras, packMain } = require('../platforms/pack')
const { OUTPUT } = require('../platforms/targets')

async function packLocal () {
  const { problem } = loadNative()
  if (problem !== null) throw new Error(`there is no addon to pack (${problem}): npm run build`)
  const folder = path.join(OUTPUT, 'local')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const packed = [...(await packMain([], folder, { hasAddons: true })), ...packExtras(folder)]
  for (const { name, file } of packed) console.log(`${name}  ${file}`)
  const [main, ...extras] = packed.map(({ name, file }) => /** @type {const} */ ([name, `file:${file}`]))
  const ofMain = extras.filter(([name]) => OF_MAIN.includes(name))
  const manifest = { dependencies: Object.fromEntries([main, ...ofMain]), resolutions: Object.fromEntries(ofMain) }
  console.log('\nFor a package.json, and then `pnpm install` or `yarn install`:')
  console.log(JSON.stringify(manifest, null, 2))
}

packLocal().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
