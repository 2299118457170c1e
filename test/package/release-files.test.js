'use strict'
// What stands beside the packages of a release.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { notesOf, writeReleaseFiles } = require('../../scripts/release/release-files')
const { PACKAGE } = require('./own-files')
const { version } = require('../../package.json')

t.test('notes are what the changelog says of the version', async t => {
  const changelog = '# Changelog\n\n## 1.2.0\n\n- [New](docs/x.md), [told](https://example.com)\n\n## 1.1.0, in May\n\n- Old\n'
  t.equal(notesOf(changelog, '1.2.0'), '# crash-collector 1.2.0\n\n- New, [told](https://example.com)\n\n')
  t.equal(notesOf(changelog, '1.1.0'), '# crash-collector 1.1.0\n\n- Old\n')
  t.throws(() => notesOf(changelog, '1.1'), /says nothing of 1\.1/)
  t.match(notesOf(fs.readFileSync(path.join(PACKAGE, 'CHANGELOG.md'), 'utf8'), version), /A dump/)
})

t.test('checksums and provenance name every file', async t => {
  const folder = t.testdir({ 'crash-collector-1.2.0.tgz': 'a', 'sbom.cdx.json': '{}', addons: {} })
  writeReleaseFiles(folder, { version, targets: ['linux-x64-gnu'] })
  const names = ['crash-collector-1.2.0.tgz', 'notes.md', 'provenance.intoto.json', 'sbom.cdx.json']
  const listed = fs.readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  t.same(listed.map(line => line.split('  ')[1]), names)
  if (process.platform === 'linux') {
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    t.same(checked.trim().split('\n'), names.map(name => `${name}: OK`))
  }
  const { _type, subject, predicateType, predicate } = JSON.parse(
    fs.readFileSync(path.join(folder, 'provenance.intoto.json'), 'utf8')
  )
  t.match([_type, predicateType], [/in-toto\.io\/Statement\/v1$/, /slsa\.dev\/provenance\/v1$/])
  const hashed = subject.map(({ name, digest }) => `${digest.sha256}  ${name}`)
  t.same(hashed, listed.filter(line => !line.includes('provenance')))
  t.match(predicate.buildDefinition.externalParameters, { version, targets: ['linux-x64-gnu'] })
  t.match(predicate.buildDefinition.resolvedDependencies, [{ digest: { gitCommit: /^[\da-f]{40}$/ } }])
})
