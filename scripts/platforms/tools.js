'use strict'
// Provides the compilers for other platforms than this one, and what runs their programs. What is missing is installed,
// by apt-get on a Debian if this is root, and from PyPI into .platforms/tools; a line says so.

const { execFileSync, spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { OUTPUT, TARGETS } = require('./targets')

const TOOLS = path.join(OUTPUT, 'tools')

/**
 * @typedef {object} Wheel a file of PyPI
 * @property {string} name
 * @property {string} version
 * @property {string} platform
 * @property {string} sha256
 * @property {string} program its path in the file
 */

/** @type {Wheel} */
const ZIG = {
  name: 'ziglang',
  version: '0.17.1',
  platform: 'manylinux_2_12_x86_64',
  program: 'ziglang/zig',
  sha256: 'ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54'
}

/**
 * @param {string} target
 * @returns {string[]} the command of the C++ compiler for it
 */
function provideCompiler (target) {
  const { compiler = 'g++' } = TARGETS[target]
  if (compiler === 'zig') return [path.join(provideWheel(ZIG), ZIG.program), 'c++', '-target', 'x86_64-linux-musl']
  if (compiler !== 'g++') provideDebian(compiler, `g++-${compiler.slice(0, -'-g++'.length)}`)
  return [compiler]
}

/**
 * @param {string} command
 * @param {string} name of Debian's package
 */
function provideDebian (command, name) {
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status === 0) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error(`${command} is missing: on Debian, install the package ${name}`)
  }
  console.log(`installs Debian's package ${name}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const install = ['install', '-q', '-y', '--no-install-recommends', name]
  execFileSync('apt-get', install, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * @param {Wheel} wheel
 * @returns {string} the folder with its files
 */
function provideWheel ({ name, version, platform, sha256, program }) {
  const folder = path.join(TOOLS, `${name}-${version}-${platform}`)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(TOOLS, { recursive: true })
  const scratch = fs.mkdtempSync(path.join(TOOLS, 'fetch-'))
  try {
    provideDebian('pip3', 'python3-pip')
    console.log(`fetches ${name} ${version} from PyPI`)
    const how = ['--no-deps', '--only-binary=:all:', '--platform', platform, '--dest', scratch, '--quiet']
    execFileSync('python3', ['-m', 'pip', 'download', ...how, `${name}==${version}`], {
      stdio: ['ignore', 'ignore', 'inherit']
    })
    const [file] = fs.readdirSync(scratch).map(entry => path.join(scratch, entry))
    const digest = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    if (digest !== sha256) throw new Error(`${name} ${version} is not the one that was pinned: ${digest}`)
    execFileSync('python3', ['-m', 'zipfile', '-e', file, path.join(scratch, 'files')])
    fs.chmodSync(path.join(scratch, 'files', program), 0o755)
    // The folder is renamed when it is complete, so that an interrupted fetch leaves nothing that looks complete.
    fs.renameSync(path.join(scratch, 'files'), folder)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
  return folder
}

module.exports = { TOOLS, provideCompiler, provideDebian, provideWheel }
