'use strict'
// Packs the package, and those of the platforms, from folders that are made for it.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PREBUILDS, addonFile } = require('../../lib/addon/native')
const { DIGEST_LENGTH, PARTS, bundlePath, readText } = require('../../lib/addon/preload-bundle')
const { bundleTexts, folderOf, makeBundle } = require('../build/bundle')
const { makePage } = require('../build/bundle-page')
const { MATRIX, matrixNode } = require('../build/matrix-node')
const { PACKAGE, copyOwnAddons } = require('../build/node-gyp')
const { withPackedLinks } = require('../build/packed-links')
const { ABIS, OUTPUT, TARGETS, addonPath, addonsOf, missingAddons, packageName } = require('./targets')
const { TYPES, rollUpTypes } = require('./roll-up-types')

const MANIFEST = require('../../package.json')

/** @typedef {{ name: string, file: string, bytes: number, unpackedBytes: number, files: string[] }} Packed */

/** What only a checkout needs. */
const OF_CHECKOUT = ['devDependencies', 'overrides', 'workspaces']
const SCRIPTS = ['install', 'build']
/** Packages of their own. */
const EXTRAS = path.join(PACKAGE, 'packages')

/**
 * @param {string} target
 * @param {string} folder of the tarball
 * @param {number[]} [abis] the addons that must be there
 * @returns {Packed}
 * @throws {Error} if one of them is missing
 */
function packPlatform (target, folder, abis = ABIS) {
  const missing = missingAddons(target).filter(abi => abis.includes(abi))
  if (missing.length > 0) throw new Error(`${packageName(target)} lacks the addons for ABI ${missing.join(', ')}`)
  const { os, cpu, libc, title } = TARGETS[target]
  const stage = freshFolder(packageName(target))
  const addons = path.join(stage, MANIFEST.version)
  fs.mkdirSync(addons)
  for (const abi of abis) {
    for (const name of addonsOf(target)) {
      fs.copyFileSync(addonPath(target, abi, name), path.join(addons, addonFile(name, abi)))
    }
  }
  fs.copyFileSync(path.join(PACKAGE, 'LICENSE'), path.join(stage, 'LICENSE'))
  fs.writeFileSync(
    path.join(stage, 'README.md'),
    `# ${packageName(target)}\n\nThe addon of [${MANIFEST.name}](https://www.npmjs.com/package/${MANIFEST.name}) for ` +
      `${title}. Install \`${MANIFEST.name}\`, which brings it.\n`
  )
  writeManifest(stage, {
    name: packageName(target),
    version: MANIFEST.version,
    description: `The addon of ${MANIFEST.name} for ${title}`,
    license: MANIFEST.license,
    ...repository(),
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    engines: MANIFEST.engines,
    // Yarn keeps packages in archives, from which no addon can be loaded.
    preferUnplugged: true,
    files: [`${MANIFEST.version}/`]
  })
  return pack(stage, folder)
}

/** The packages that people who install `crash-collector` get with it. */
const TOOLS = ['crash-collector-inspect', 'crash-collector-reproduce', 'crash-collector-execution-path']
/** All packages that these bring. */
const OF_MAIN = ['crash-collector-shared', ...TOOLS]
/** The same package without tools, for production. */
const PRELOAD_NAME = 'crash-collector-preload'

/**
 * Packs the checkout's root twice: as crash-collector, which brings the tools, and as crash-collector-preload, which
 * brings nothing.
 *
 * @param {string[]} targets platforms that have a package
 * @param {string} folder of the tarballs
 * @param {{ hasAddons?: boolean }} [options] hasAddons: those for the Node.js that runs this are packed as well
 * @returns {Promise<Packed[]>}
 */
async function packMain (targets, folder, { hasAddons = false } = {}) {
  await rollUpTypes(TYPES)
  makePage()
  await makeBundleIfStale(hasAddons ? [] : Object.keys(MATRIX))
  const tools = Object.fromEntries(TOOLS.map(name => [name, MANIFEST.version]))
  return [
    packRoot(MANIFEST.name, { ...MANIFEST.dependencies, ...tools }, targets, folder, hasAddons),
    packRoot(PRELOAD_NAME, MANIFEST.dependencies, targets, folder, hasAddons)
  ]
}

/**
 * @param {string} name
 * @param {Record<string, string>} dependencies
 * @param {string[]} targets
 * @param {string} folder
 * @param {boolean} hasAddons
 * @returns {Packed}
 */
function packRoot (name, dependencies, targets, folder, hasAddons) {
  const stage = freshFolder(name)
  const files = filesOf(PACKAGE).filter(file => !file.startsWith('prebuilds/') || isPacked(file))
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(stage, file)), { recursive: true })
    fs.copyFileSync(path.join(PACKAGE, file), path.join(stage, file))
  }
  for (const file of files.filter(each => each.endsWith('.md'))) {
    const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8')
    fs.writeFileSync(path.join(stage, file), withPackedLinks(text, file, new Set(files), sourceAddress()))
  }
  if (hasAddons) copyOwnAddons(path.join(stage, path.relative(PACKAGE, PREBUILDS)))
  const scripts = Object.fromEntries(SCRIPTS.map(name => [name, /** @type {any} */ (MANIFEST.scripts)[name]]))
  const optionalDependencies = Object.fromEntries(targets.map(target => [packageName(target), MANIFEST.version]))
  const manifest = { ...MANIFEST, name, ...repository(), scripts, dependencies, optionalDependencies }
  for (const key of OF_CHECKOUT) delete (/** @type {Record<string, unknown>} */ (manifest)[key])
  writeManifest(stage, manifest)
  return pack(stage, folder)
}

/**
 * @param {string} folder of the tarballs
 * @returns {Packed[]} the packages in packages/; packMain() must have written the types
 */
function packExtras (folder) {
  return fs.readdirSync(EXTRAS).map(name => {
    const source = path.join(EXTRAS, name)
    const manifest = require(path.join(source, 'package.json'))
    const stage = freshFolder(manifest.name)
    for (const file of filesOf(source)) fs.cpSync(path.join(source, file), path.join(stage, file))
    const types = path.join(TYPES, 'packages', name)
    if (fs.existsSync(types)) fs.cpSync(types, stage, { recursive: true })
    fs.copyFileSync(path.join(PACKAGE, 'LICENSE'), path.join(stage, 'LICENSE'))
    writeManifest(stage, { ...manifest, ...repository() })
    return pack(stage, folder)
  })
}

/**
 * @param {string[]} targets
 * @param {string} folder
 * @returns {Promise<Packed[]>} crash-collector and the packages that it brings
 */
async function packWithTools (targets, folder) {
  const [main] = await packMain(targets, folder)
  return [main, ...packExtras(folder).filter(({ name }) => OF_MAIN.includes(name))]
}

/**
 * To make the code caches takes a while, so they are not made again if they fit.
 * @param {string[]} majors versions of Node.js that have to have one, besides the running one
 */
async function makeBundleIfStale (majors) {
  const texts = await bundleTexts()
  const isFresh = PARTS.every(part => {
    const folder = folderOf(part)
    return fs.existsSync(bundlePath(part, folder)) && readText(part, folder) === texts[part]
  })
  const caches = filesOf(PACKAGE).filter(file => file.endsWith('.cache') && isPacked(file))
  if (isFresh && caches.length >= majors.length) return
  await makeBundle([process.execPath, ...majors.filter(isOther).map(matrixNode)])
}

/**
 * Of the code caches, that of the start is packed, because it pays at each start of a process. That of the report pays
 * at a crash only, and that of the paths where they are recorded. The install script makes all of them for the Node.js
 * that runs it.
 *
 * @param {string} file in prebuilds/
 */
function isPacked (file) {
  if (/^prebuilds\/(preload|report|fallback|options|trial|paths-door|without-addon)\.js$/.test(file)) return true
  if (!/^prebuilds\/preload-.+\.(cache|preimage)$/.test(file)) return false
  const cache = path.join(PACKAGE, file.replace(/preimage$/, 'cache'))
  if (!fs.existsSync(cache)) return false
  const digest = fs.readFileSync(cache).toString('latin1', 0, DIGEST_LENGTH)
  return digest === readText('preload').slice(0, DIGEST_LENGTH)
}

/** @param {string} major */
function isOther (major) {
  return major !== process.versions.node.split('.', 1)[0]
}

/** npm's proof of origin names the repository from which a workflow has published. */
function repository () {
  const name = process.env.GITHUB_REPOSITORY
  return name === undefined ? {} : { repository: { type: 'git', url: `git+https://github.com/${name}.git` } }
}

/** @returns {string | undefined} address of this version's files in the repository */
function sourceAddress () {
  const name = process.env.GITHUB_REPOSITORY
  return name === undefined ? undefined : `https://github.com/${name}/blob/v${MANIFEST.version}`
}

/** @param {string} name */
function freshFolder (name) {
  const stage = path.join(OUTPUT, 'stage', name)
  fs.rmSync(stage, { recursive: true, force: true })
  fs.mkdirSync(stage, { recursive: true })
  return stage
}

/**
 * @param {string} stage
 * @param {object} manifest
 */
function writeManifest (stage, manifest) {
  fs.writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @param {string} directory @returns {string[]} what npm would pack */
function filesOf (directory) {
  return npmPack(directory, '--dry-run').files.map((/** @type {{ path: string }} */ { path: file }) => file)
}

/**
 * @param {string} stage
 * @param {string} folder of the tarball
 * @returns {Packed}
 */
function pack (stage, folder) {
  const { name, filename, size, unpackedSize, files } = npmPack(stage, '--pack-destination', folder)
  return {
    name,
    file: path.join(folder, filename),
    bytes: size,
    unpackedBytes: unpackedSize,
    files: files.map((/** @type {{ path: string }} */ { path: file }) => file)
  }
}

/**
 * @param {string} directory
 * @param {...string} args
 */
function npmPack (directory, ...args) {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...args], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const answer = JSON.parse(output)
  return Array.isArray(answer) ? answer[0] : Object.values(answer)[0]
}

module.exports = { OF_MAIN, PRELOAD_NAME, pack, packExtras, packMain, packPlatform, packWithTools }
