'use strict'
// Makes what stands beside the packages of a release: the notes, where they come from, and their checksums.

const { spawnSync } = require('node:child_process')
const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('../build/node-gyp')

const CHECKSUMS = 'SHA256SUMS'

/** @typedef {{ name: string, sha256: string }} Hashed */

/**
 * @param {string} folder
 * @param {{ version: string, targets: string[] }} released
 */
function writeReleaseFiles (folder, { version, targets }) {
  const changelog = fs.readFileSync(path.join(PACKAGE, 'CHANGELOG.md'), 'utf8')
  fs.writeFileSync(path.join(folder, 'notes.md'), notesOf(changelog, version))
  const statement = provenanceOf(hashesIn(folder), { version, targets, commit: commitHere() })
  fs.writeFileSync(path.join(folder, 'provenance.intoto.json'), `${JSON.stringify(statement, null, 2)}\n`)
  const sums = hashesIn(folder).map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  fs.writeFileSync(path.join(folder, CHECKSUMS), sums.join(''))
}

/**
 * @param {string} changelog
 * @param {string} version
 * @returns {string} what the changelog says of the version
 */
function notesOf (changelog, version) {
  const parts = changelog.split(/^## /m)
  const part = parts.find(each => each.startsWith(`${version}\n`) || each.startsWith(`${version},`))
  if (part === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`)
  // The pages that the changelog links to are not beside the notes.
  const text = part.slice(part.indexOf('\n') + 1).replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
  return `# crash-collector ${version}\n${text}`
}

/**
 * Says from which source the files were made, in the form that SLSA asks for. It is not signed: npm and GitHub sign
 * their own when the workflow publishes.
 *
 * @param {Hashed[]} files
 * @param {{ version: string, targets: string[], commit: string | null }} from
 */
function provenanceOf (files, { version, targets, commit }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { version, targets },
        resolvedDependencies: commit === null ? [] : [{ name: 'crash-collector', digest: { gitCommit: commit } }]
      },
      runDetails: { builder: { id: `Node.js ${process.version}` } }
    }
  }
}

/** @returns {string | null} of the checkout that is packed; null if git does not know */
function commitHere () {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: PACKAGE, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** @param {string} folder @returns {Hashed[]} its files, by name */
function hashesIn (folder) {
  return fs.readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== CHECKSUMS)
    .map(({ name }) => ({
      name,
      sha256: crypto.createHash('sha256').update(fs.readFileSync(path.join(folder, name))).digest('hex')
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

module.exports = { notesOf, provenanceOf, writeReleaseFiles }
