'use strict'
// npm run vsix: packs the extension for VS Code, with the part of this package that reads dumps, into
// editors/vscode/crash-collector-<version>.vsix, which is a zip with two lists in front. VS Code's own tool
// (@vscode/vsce 3) brings 293 packages, of which two run programs when they are installed.

const fs = require('node:fs')
const path = require('node:path')
const { strToU8, zipSync } = require('fflate')
const manifest = require('../../package.json')

const PACKAGE = path.join(__dirname, '../..')
const EXTENSION = path.join(PACKAGE, 'editors', 'vscode')
/** The files that read dumps, with the script of the page, which `npm run build` makes. */
const READER = ['bin', 'lib/tools.js', 'LICENSE', 'package.json']
/** The packages with the tools that it brings; those of others follow from them. */
const TOOLS = ['crash-collector-inspect', 'crash-collector-reproduce']
const NEEDED_FILE = /^(?:[^.].*\.(?:js|json|css)|LICENSE(?:\.\w+)?)$/

/** @typedef {Record<string, string>} Files names in the archive, and the files of this machine */

/** @returns {Files} */
function filesOfExtension () {
  const own = fs.readdirSync(EXTENSION).filter(name => /\.(?:js|json|md)$/.test(name))
  /** @type {Files} */
  const files = Object.fromEntries(own.map(name => [name, path.join(EXTENSION, name)]))
  files.LICENSE = path.join(PACKAGE, 'LICENSE')
  for (const name of READER) addTree(files, `crash-collector/${name}`, path.join(PACKAGE, name))
  for (const [name, folder] of dependencies()) addTree(files, `crash-collector/node_modules/${name}`, folder)
  return files
}

/** @returns {Map<string, string>} the folder of each package that reading needs, by its name */
function dependencies () {
  /** @type {Map<string, string>} */
  const found = new Map()
  const add = (/** @type {Record<string, string>} */ names, /** @type {string} */ from) => {
    for (const name of Object.keys(names)) {
      const folder = [from, PACKAGE]
        .map(each => path.join(each, 'node_modules', name))
        .find(each => fs.existsSync(path.join(each, 'package.json')))
      if (folder === undefined) throw new Error(`${name} is not installed: npm ci`)
      // One version of each is enough today; npm would nest a second one.
      if (found.has(name) && found.get(name) !== folder) throw new Error(`there are two versions of ${name}`)
      if (found.has(name)) continue
      found.set(name, folder)
      add(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies ?? {}, folder)
    }
  }
  add(Object.fromEntries(TOOLS.map(name => [name, manifest.version])), PACKAGE)
  return found
}

/**
 * @param {Files} files is added to
 * @param {string} name in the archive
 * @param {string} file or folder
 */
function addTree (files, name, file) {
  if (fs.statSync(file).isDirectory()) {
    for (const each of fs.readdirSync(file).sort()) {
      if (each !== 'node_modules') addTree(files, `${name}/${each}`, path.join(file, each))
    }
  } else if (NEEDED_FILE.test(path.basename(file))) {
    files[name] = file
  }
}

/**
 * The list from which VS Code and its marketplace read what is in the archive.
 * @param {any} extension its package.json
 */
function vsixManifest ({ name, publisher, version, displayName, description, keywords, categories, engines, ...rest }) {
  const properties = { Engine: engines.vscode, ExtensionKind: rest.extensionKind.join() }
  const assets = {
    'Code.Manifest': 'package.json',
    'Services.Content.Details': 'README.md',
    'Services.Content.License': 'LICENSE'
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escapeXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeXml(description)}</Description>
    <Tags>${escapeXml(keywords.join())}</Tags>
    <Categories>${escapeXml(categories.join())}</Categories>
    <Properties>
${Object.entries(properties)
  .map(([id, value]) => `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escapeXml(value)}"/>`)
  .join('\n')}
    </Properties>
    <License>extension/LICENSE</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
${Object.entries(assets)
  .map(([type, file]) =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${file}" Addressable="true"/>`)
  .join('\n')}
  </Assets>
</PackageManifest>
`
}

/** @param {string[]} names of files @returns {string} the type of each kind of file, as the format asks for */
function contentTypes (names) {
  /** @type {Record<string, string>} */
  const types = { '.js': 'application/javascript', '.json': 'application/json', '.vsixmanifest': 'text/xml' }
  const kinds = [...new Set(['.vsixmanifest', ...names.map(name => path.extname(name))])].filter(Boolean).sort()
  const lines = kinds.map(kind => `<Default Extension="${kind}" ContentType="${types[kind] ?? 'text/plain'}"/>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join('')}</Types>
`
}

/** @param {string} text */
function escapeXml (text) {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}

/**
 * @param {string} [folder] where it is written
 * @returns {string} the path of the .vsix
 */
function packVsix (folder = EXTENSION) {
  const extension = JSON.parse(fs.readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'))
  const files = filesOfExtension()
  /** @type {Record<string, Uint8Array>} */
  const entries = {
    'extension.vsixmanifest': strToU8(vsixManifest(extension)),
    '[Content_Types].xml': strToU8(contentTypes(Object.keys(files)))
  }
  for (const [name, file] of Object.entries(files)) entries[`extension/${name}`] = fs.readFileSync(file)
  const vsix = path.join(folder, `${extension.name}-${extension.version}.vsix`)
  // The same files make the same archive.
  fs.writeFileSync(vsix, zipSync(entries, { mtime: new Date(1980, 0, 1), level: 9 }))
  return vsix
}

if (require.main === module) {
  const vsix = packVsix()
  console.log(`${path.relative('', vsix)}  ${(fs.statSync(vsix).size / 1000).toFixed(0)} kB`)
}

module.exports = { packVsix }
