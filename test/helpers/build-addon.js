'use strict'
// Builds a small addon of the fixtures with node-gyp, once for each state of its sources. One build serves every
// Node.js because of Node-API.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { nodeGyp } = require('../../scripts/build/node-gyp')
const { NODE, testedVersion } = require('./run-node')

const ADDONS = path.resolve(__dirname, '../fixtures/addons')
/** The sources of the collector's own addon. The fixtures compile some of them, too. */
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
  // With the headers that came with this Node.js, nothing is downloaded.
  const headers = fs.existsSync(path.join(installed, 'include/node/node_api.h')) ? [`--nodedir=${installed}`] : []
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js')
  // The addon is built in another folder and then renamed, because several test files may build it at the same time.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  // An earlier build is not copied, because another test file may be replacing it.
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
 * Builds an addon that uses V8's own API, for the Node.js under test only.
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
 * @returns {boolean} false if the file does not exist or a source has changed since, so that no outdated build is
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
