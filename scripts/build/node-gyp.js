'use strict'
// Runs node-gyp for one Node.js, with the headers that came with it, so that a build downloads nothing.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { ADDONS, PREBUILDS, addonFile } = require('../../lib/addon/native')

const PACKAGE = path.join(__dirname, '../..')
/** Where node-gyp puts what it builds. */
const BUILT = path.join(PACKAGE, 'build', 'Release')

/**
 * @typedef {object} GypRun
 * @property {string} [node] the executable to build for; this Node.js if not given
 * @property {string} [directory] the folder with binding.gyp
 * @property {boolean} [quiet] output is returned and not shown
 * @property {boolean} [unity] sources of a folder are compiled together (scripts/build/unity.js)
 * @property {Record<string, string>} [variables] more for the environment
 */

/**
 * @param {string[]} args
 * @param {GypRun} [options]
 * @returns {{ ok: boolean, output: string }}
 */
function nodeGyp (args, options = {}) {
  const { node = process.execPath, directory = PACKAGE, quiet = false, unity = false, variables = {} } = options
  const headers = headersOf(node)
  const all = [findNodeGyp(), ...args, ...(headers === null ? [] : [`--nodedir=${headers}`])]
  const { status, error, stdout, stderr } = spawnSync(node, all, {
    cwd: directory,
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
    env: { ...environment(node), ...(unity && { GYP_DEFINES: 'unity=1' }), ...variables },
    maxBuffer: 64 * 1024 * 1024
  })
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` }
}

/** Flags of the compiler and the linker. */
const SANITIZERS = {
  asan: '-fsanitize=address',
  // The checks of virtual tables need run-time type information, without which Node.js is compiled.
  ubsan: '-fsanitize=undefined -fno-sanitize=vptr',
  tsan: '-fsanitize=thread'
}

/** @typedef {keyof typeof SANITIZERS} Sanitizer */

/**
 * @param {Sanitizer} sanitizer
 * @returns {Record<string, string>} for the environment of a build. Node.js's own headers have a gyp variable for
 *   AddressSanitizer, but the configuration of this Node.js resets it.
 */
function sanitizerFlags (sanitizer) {
  const flags = SANITIZERS[sanitizer]
  return {
    CXXFLAGS: `${process.env.CXXFLAGS ?? ''} ${flags} -fno-omit-frame-pointer`,
    LDFLAGS: `${process.env.LDFLAGS ?? ''} ${flags}`
  }
}

/**
 * @typedef {object} OtherPlatform
 * @property {string} name
 * @property {string} cpu
 * @property {string[]} compiler the command of a C++ compiler
 */

/**
 * Compiles the addon in a folder of its own, because build/ belongs to `npm run build`. The folder stays, so that the
 * next build compiles only what has changed.
 *
 * @param {string} node runs here, and has the headers
 * @param {OtherPlatform} [platform] this machine's if not given
 * @param {Sanitizer} [sanitizer]
 * @returns {{ abi: number, folder: string }} folder: with what was built
 * @throws {Error} if it cannot be built
 */
function compileFor (node, platform, sanitizer) {
  const abi = Number(execFileSync(node, ['-p', 'process.versions.modules'], { encoding: 'utf8' }))
  const parts = ['build', platform?.name, sanitizer, `v${abi}`].filter(Boolean)
  const folder = path.join(PACKAGE, '.nodes', parts.join('-'))
  fs.mkdirSync(folder, { recursive: true })
  fs.copyFileSync(path.join(PACKAGE, 'binding.gyp'), path.join(folder, 'binding.gyp'))
  for (const name of ['src', 'scripts']) {
    const link = path.join(folder, name)
    if (!fs.existsSync(link)) fs.symlinkSync(path.join(PACKAGE, name), link, 'junction')
  }
  const forPlatform = platform === undefined ? [] : [`--arch=${platform.cpu}`]
  const { ok, output } = nodeGyp(['configure', 'build', '--jobs=max', '--release', ...forPlatform], {
    node,
    directory: folder,
    quiet: true,
    unity: sanitizer !== undefined,
    variables: {
      ...(platform !== undefined && { CXX: platform.compiler.join(' ') }),
      ...(sanitizer !== undefined && sanitizerFlags(sanitizer))
    }
  })
  if (!ok) throw new Error(`no addon for ${node}\n${output}`)
  return { abi, folder: path.join(folder, 'build', 'Release') }
}

/** @typedef {import('../../lib/addon/native').AddonName} AddonName */

/** The addons, those that are not for each platform, too. */
const ADDON_NAMES = /** @type {AddonName[]} */ (Object.keys(ADDONS))

/**
 * Copies the addons that were compiled, under the names that they have in packages.
 *
 * @param {string} from the folder in which node-gyp has put them
 * @param {string} to
 * @param {string | number} [abi] the version of Node.js's binary interface; default: that of this Node.js
 * @returns {string[]} paths of the copies
 */
function copyAddons (from, to, abi) {
  return copyFiles(ADDON_NAMES.map(name => [path.join(from, `${name}.node`), path.join(to, addonFile(name, abi))]))
}

/**
 * Copies the addons that this Node.js loads in this checkout.
 * @param {string} to
 */
function copyOwnAddons (to) {
  if (!fs.existsSync(path.join(PREBUILDS, addonFile('crash_collector')))) copyAddons(BUILT, to)
  else copyFiles(ADDON_NAMES.map(name => [path.join(PREBUILDS, addonFile(name)), path.join(to, addonFile(name))]))
}

/**
 * Each new file is renamed over the old one, because a process that has mapped the old one must not see it change.
 * @param {[from: string, to: string][]} files those that are missing are left out
 * @returns {string[]} the copies
 */
function copyFiles (files) {
  return files.filter(([from]) => fs.existsSync(from)).map(([from, to]) => {
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.copyFileSync(from, `${to}.new`)
    fs.renameSync(`${to}.new`, to)
    return to
  })
}

/**
 * @param {string} node
 * @returns {string | null} the folder with include/node of exactly this version, for --nodedir
 */
function headersOf (node) {
  const folder = path.join(path.dirname(fs.realpathSync(node)), '..')
  const header = path.join(folder, 'include', 'node', 'node_version.h')
  if (!fs.existsSync(header)) return null
  const text = fs.readFileSync(header, 'utf8')
  const number = (/** @type {string} */ part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1]
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  return version === `v${number('MAJOR')}.${number('MINOR')}.${number('PATCH')}` ? folder : null
}

/**
 * Finds the node-gyp of this repository, or the one inside npm, whose path npm gives to install scripts.
 * @returns {string}
 * @throws {Error} if there is none
 */
function findNodeGyp () {
  try {
    return require.resolve('node-gyp/bin/node-gyp.js')
  } catch (cause) {
    const fromNpm = process.env.npm_config_node_gyp
    if (fromNpm !== undefined && fs.existsSync(fromNpm)) return fromNpm
    throw new Error('node-gyp is not installed', { cause })
  }
}

/**
 * The environment of node-gyp. binding.gyp calls `node`, which must be the one that is built for. npm's setting for the
 * headers is removed, because nodeGyp() has chosen them.
 *
 * @param {string} node
 */
function environment (node) {
  const env = { ...process.env }
  if (node !== process.execPath) env.PATH = `${path.dirname(node)}${path.delimiter}${env.PATH}`
  if (headersOf(node) !== null) delete env.npm_config_nodedir
  return env
}

module.exports = {
  ADDON_NAMES,
  BUILT,
  PACKAGE,
  SANITIZERS,
  compileFor,
  copyAddons,
  copyOwnAddons,
  nodeGyp,
  sanitizerFlags
}
