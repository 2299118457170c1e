'use strict'
// npm run release [-- --dry-run]: packs this package, those of the platforms and those in packages/ into
// .platforms/packed/, with the extension for VS Code, notes, provenance and checksums. Installs what was packed in an
// empty folder, without a network, and lets a program crash there on each Node.js of the matrix. Needs `npm run
// build:platform`, for each platform; with --dry-run, those that were not built are left out. Publishes nothing:
// .github/workflows/release.yml does.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('../build/node-gyp')
const { faultsOf } = require('../platforms/check-addon')
const { packVsix } = require('./pack-vsix')
const { writeReleaseFiles } = require('./release-files')
const { packExtras, packMain, packPlatform } = require('../platforms/pack')
const { ABIS, OUTPUT, TARGETS, addonPath, addonsOf, missingAddons, packageName } = require('../platforms/targets')
const { installedDependencies, tryPacked } = require('../platforms/try-packed')

const MANIFEST = require('../../package.json')

const PACKED = path.join(OUTPUT, 'packed')
const BESIDE = ['sbom.cdx.json', 'notes.md', 'provenance.intoto.json', 'SHA256SUMS']

/** @param {boolean} isDryRun @returns {string[]} targets */
function builtTargets (isDryRun) {
  const incomplete = Object.keys(TARGETS).filter(target => missingAddons(target).length > 0)
  if (!isDryRun && incomplete.length > 0) {
    const missing = incomplete.map(target => `${target} (Node.js' ABI ${missingAddons(target).join(', ')})`)
    throw new Error(`there are no addons for ${missing.join('; ')}: npm run build:platform`)
  }
  const targets = Object.keys(TARGETS).filter(target => !incomplete.includes(target))
  if (targets.length === 0) throw new Error('there is no platform with addons for all Node.js: npm run build:platform')
  const faults = targets.flatMap(target => {
    const addons = ABIS.flatMap(abi => addonsOf(target).map(name => addonPath(target, abi, name)))
    return addons.flatMap(addon => faultsOf(target, addon).map(fault => `${addon} ${fault}`))
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return targets
}

/**
 * Writes which packages an installation brings, with their licenses, in the form of CycloneDX. They are chosen here,
 * because `npm sbom --omit dev` leaves most of them out (npm 11.19).
 */
function writeSbom () {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces=false']
  const text = execFileSync('npm', args, { cwd: PACKAGE, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const sbom = JSON.parse(text)
  const own = sbom.metadata.component
  own.name = MANIFEST.name // npm takes the name of the folder
  const refs = [own['bom-ref'], ...installedDependencies([MANIFEST])]
  const isIncluded = (/** @type {string} */ ref) => refs.includes(ref)
  sbom.components = sbom.components.filter((/** @type {any} */ component) => isIncluded(component['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter((/** @type {any} */ { ref }) => isIncluded(ref))
    .map((/** @type {any} */ { ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded) }))
  if (sbom.components.length !== refs.length - 1) throw new Error(`the SBOM lacks some of ${refs}`)
  fs.writeFileSync(path.join(PACKED, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

/** @param {boolean} isDryRun */
async function release (isDryRun) {
  const targets = builtTargets(isDryRun)
  fs.rmSync(PACKED, { recursive: true, force: true })
  fs.mkdirSync(PACKED, { recursive: true })
  const platforms = targets.map(target => packPlatform(target, PACKED))
  const [main, preload] = await packMain(targets, PACKED)
  const extras = packExtras(PACKED)
  writeSbom()
  const vsix = packVsix(PACKED)
  writeReleaseFiles(PACKED, { version: MANIFEST.version, targets })
  for (const { name, bytes, unpackedBytes } of [...platforms, main, preload, ...extras]) {
    console.log(`${name}  ${kilobytes(bytes)}, unpacked ${kilobytes(unpackedBytes)}`)
  }
  console.log(`${path.basename(vsix)}  ${kilobytes(fs.statSync(vsix).size)}`)
  console.log(`beside them: ${BESIDE.join(', ')}`)
  for (const line of tryPacked({ platforms, main, preload, extras }, targets)) console.log(line)
  const left = Object.keys(TARGETS).filter(target => !targets.includes(target))
  if (left.length > 0) console.log(`not built, so not packed: ${left.map(packageName).join(', ')}`)
  console.log(`nothing was published; the packages are in ${path.relative('', PACKED)}`)
}

/** @param {number} bytes */
function kilobytes (bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`
}

release(process.argv.includes('--dry-run')).catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
