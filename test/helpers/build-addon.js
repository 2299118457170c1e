'use strict'
// Builds a small addon of the fixtures with node-gyp, once; Node-API lets one build serve every Node.js.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { nodeGyp } = require('../../scripts/node-gyp')
const { NODE, testedVersion } = require('./run-node')

const ADDONS = path.resolve(__dirname, '../fixtures/addons')

/**
 * @param {string} name folder below test/fixtures/addons
 * @returns {string} path of the built addon
 */
function buildAddon (name) {
  const folder = path.join(ADDONS, name)
  const built = path.join(folder, 'build', 'Release', `${name}.node`)
  if (fs.existsSync(built)) return built
  const installed = path.resolve(process.execPath, '../..')
  // With the headers that came with this Node.js nothing has to be downloaded.
  const headers = fs.existsSync(path.join(installed, 'include/node/node_api.h')) ? [`--nodedir=${installed}`] : []
  const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js')
  // Somewhere else, and renamed to its place: several test files, which run at once, may want it.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  fs.cpSync(folder, copy, { recursive: true })
  execFileSync(process.execPath, [nodeGyp, 'rebuild', '--directory', copy, ...headers], { stdio: ['ignore', 'pipe', 'pipe'] })
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
  if (fs.existsSync(mark)) return built
  const { ok, output } = nodeGyp(['rebuild'], { node: NODE, directory: folder, quiet: true })
  if (!ok) throw new Error(output)
  fs.writeFileSync(mark, '')
  return built
}

module.exports = { buildAddon, buildAddonForNode }
