'use strict'
// Builds a small addon of the fixtures with node-gyp, once for each state of its sources; Node-API lets one build serve
// every Node.js.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { nodeGyp } = require('../../scripts/node-gyp')
const { NODE, testedVersion } = require('./run-node')

const ADDONS = path.resolve(__dirname, '../fixtures/addons')
/** Of the collector's own addon, some of which the fixtures compile, too. */
const SOURCES = path.resolve(__dirname, '../../src')

/**
 * @param {string} name folder below test/fixtures/addons
 * @returns {string} path of the built addon
 */
function buildAddon (name) {
  const folder = path.join(ADDONS, name)
  const built = path.join(folder, 'build', 'Release', `${name}.node`)
  if (isNewer(built, [folder])) return built
  const installed = path.resolve(process.execPath, '../..')
  // With the headers that came with this Node.js nothing has to be downloaded.
  const headers = fs.existsSync(path.join(installed, 'include/node/node_api.h')) ? [`--nodedir=${installed}`] : []
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js')
  // Somewhere else, and renamed to its place: several test files, which run at once, may want it.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  // Without what was built, into which another may be putting its own just now.
  fs.cpSync(folder, copy, { recursive: true, filter: source => path.basename(source) !== 'build' })
  execFileSync(process.execPath, [nodeGyp, 'rebuild', '--directory', copy, ...headers], {
    stdio: ['ignore', 'pipe', 'pipe']
  })
  fs.mkdirSync(path.dirname(built), { recursive: true })
  fs.copyFileSync(path.join(copy, 'build', 'Release', `${name}.node`), `${built}.${process.pid}`)
  fs.renameSync(`${built}.${process.pid}`, built)
  fs.rmSync(copy, { recursive: true, force: true })
  return built
}

/**
 * One that uses V8's own API, for the Node.js under test alone.
 * @param {string} name folder below test/fixtures/addons
 * @returns {Promise<string>} path of the built addon
 */
async function buildAddonForNode (name) {
  const folder = path.join(ADDONS, name)
  const built = path.join(folder, 'build', 'Release', `${name}.node`)
  const mark = path.join(folder, 'build', await testedVersion())
  if (isNewer(mark, [folder, SOURCES])) return built
  const { ok, output } = nodeGyp(['rebuild'], { node: NODE, directory: folder, quiet: true })
  if (!ok) throw new Error(output)
  fs.writeFileSync(mark, '')
  return built
}

/**
 * @param {string} file
 * @param {string[]} folders
 * @returns {boolean} false when it is not there, or a source has changed since: what was built of the old ones would be
 *   tested
 */
function isNewer (file, folders) {
  const builtMs = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = folders.flatMap(folder => {
    const names = /** @type {string[]} */ (fs.readdirSync(folder, { recursive: true }))
    return names
      .filter(name => /\.(?:c|cc|h|gyp)$/.test(name) && !name.startsWith('build'))
      .map(name => path.join(folder, name))
  })
  return sources.every(source => fs.statSync(source).mtimeMs < builtMs)
}

module.exports = { buildAddon, buildAddonForNode }
