'use strict'
// Provides VS Code's JavaScript debugger for the tests, in .js-debug/. Of the npm packages only code-server has it, and
// the tests need nothing else of that package, so it is fetched and unpacked in part instead of being a dependency.

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, '../..', '.js-debug')
const VERSION = '4.139.1'
const INTEGRITY = 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew=='
const EXTENSION = 'package/lib/vscode/extensions/ms-vscode.js-debug'

/**
 * @returns {string} the folder of the extension
 * @throws {Error} if the package can't be fetched, or differs from the pinned one
 */
function jsDebug () {
  const folder = path.join(FOLDER, VERSION)
  if (!fs.existsSync(folder)) fetchExtension(folder)
  return folder
}

/** @param {string} folder */
function fetchExtension (folder) {
  withPackage(EXTENSION, unpacked => fs.renameSync(unpacked, folder))
}

/**
 * Fetches code-server, and unpacks a part of it.
 * @param {string} part its path in the archive
 * @param {(unpacked: string) => void} take moves what was unpacked, so that an interrupted fetch leaves nothing that
 *   looks complete
 */
function withPackage (part, take) {
  fs.mkdirSync(FOLDER, { recursive: true })
  const scratch = fs.mkdtempSync(path.join(FOLDER, 'fetch-'))
  try {
    execFileSync('npm', ['pack', '--silent', `code-server@${VERSION}`], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit']
    })
    const archive = path.join(scratch, `code-server-${VERSION}.tgz`)
    const hash = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
    if (hash !== INTEGRITY) throw new Error(`code-server@${VERSION} is not the one that was pinned: ${hash}`)
    execFileSync('tar', ['xzf', archive, part], { cwd: scratch })
    take(path.join(scratch, part))
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Provides VS Code as a server, for its window in a browser. None of its packages runs a program when it is installed;
 * the window works without the addons that these would compile.
 * @param {string} node the Node.js 24 that runs it
 * @returns {string} its program
 */
function codeServer (node) {
  const folder = path.join(FOLDER, `code-server-${VERSION}`)
  if (!fs.existsSync(folder)) {
    withPackage('package', unpacked => {
      const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
      for (const cwd of [unpacked, path.join(unpacked, 'lib', 'vscode')]) {
        const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
        execFileSync('npm', args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
      }
      fs.renameSync(unpacked, folder)
    })
  }
  return path.join(folder, 'out', 'node', 'entry.js')
}

if (require.main === module) console.log(jsDebug())

module.exports = { codeServer, jsDebug }
