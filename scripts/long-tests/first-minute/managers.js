'use strict'
// Knows how each package manager installs a package and starts its commands. The package managers come from npm, but
// for npm itself.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/**
 * @typedef {object} Manager
 * @property {string} title
 * @property {string} [tool] its package, in the newest version for Node.js 20
 * @property {string} [entry] file of the package that is its command
 * @property {string[]} add installs the package whose name, or whose tarball, follows
 * @property {string[]} exec starts a command of an installed package
 * @property {Record<string, string>} [files] of the application; REGISTRY stands for the address of the registry
 * @property {(registry: string) => Record<string, string>} [env]
 */

/** @type {Record<string, Manager>} */
const MANAGERS = {
  npm: {
    title: 'npm',
    add: ['install'],
    exec: ['exec', '--'],
    env: registry => ({ npm_config_registry: registry, npm_config_audit: 'false', npm_config_fund: 'false' })
  },
  pnpm: {
    title: 'pnpm',
    tool: 'pnpm@10.34.9',
    entry: 'bin/pnpm.cjs',
    add: ['add'],
    exec: ['exec'],
    env: registry => ({ npm_config_registry: registry })
  },
  yarn: {
    title: 'Yarn Classic',
    tool: 'yarn@1.22.22',
    entry: 'bin/yarn.js',
    add: ['add'],
    exec: ['--silent'],
    env: registry => ({ npm_config_registry: registry, YARN_REGISTRY: registry })
  },
  pnp: {
    title: "Yarn, Plug'n'Play",
    tool: '@yarnpkg/cli-dist@4.18.1',
    entry: 'bin/yarn.js',
    add: ['add'],
    exec: [],
    // Without a lock file, Yarn takes an application below another one for a part of that.
    files: { 'yarn.lock': '', '.yarnrc.yml': 'unsafeHttpWhitelist: ["127.0.0.1"]\nnpmRegistryServer: "REGISTRY"\n' },
    env: () => ({ YARN_ENABLE_TELEMETRY: '0' })
  }
}

/**
 * @param {Manager} manager
 * @param {string} directory where its package is installed
 * @returns {{ command: string[], version: string }}
 */
function provide ({ tool, entry = '' }, directory) {
  if (tool === undefined) {
    return { command: ['npm'], version: execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim() }
  }
  const name = tool.slice(0, tool.lastIndexOf('@'))
  fs.mkdirSync(directory)
  fs.writeFileSync(path.join(directory, 'package.json'), '{}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tool], { cwd: directory, stdio: 'ignore' })
  const root = path.join(directory, 'node_modules', name)
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  return { command: [process.execPath, path.join(root, entry)], version }
}

module.exports = { MANAGERS, provide }
