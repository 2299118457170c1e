'use strict'
// Tells what an ELF file asks of the dynamic linker, by readelf, which comes with each compiler.

const { execFileSync } = require('node:child_process')

/**
 * @typedef {object} Needs
 * @property {string} machine `x64` or `arm64`, or what readelf calls it
 * @property {string[]} libraries
 * @property {Record<string, string>} versions of each set of versioned symbols the newest that is needed:
 *   `{ GLIBC: '2.17' }`
 * @property {string[]} exports
 * @property {string[]} imports
 * @property {boolean} isStripped
 * @property {string[]} unprotected what the file lacks of the linker's protection: `nodelete`, `now`, `relro`,
 *   `noexecstack`
 */

/** @type {Record<string, string>} */
const MACHINES = { 'Advanced Micro Devices X86-64': 'x64', AArch64: 'arm64' }

/**
 * @typedef {object} DynamicSymbol
 * @property {number} bytes
 * @property {string} type `FUNC`, `OBJECT`, …
 * @property {boolean} isDefined
 * @property {string} name
 * @property {string} [set] `GLIBC`
 * @property {string} [version] `2.17`
 */

/** Number, value, bytes, type, binding, visibility, section, name and version. */
const SYMBOL =
  /^\s*\d+: [\da-f]+\s+(\d+) (\w+)\s+(?:GLOBAL|WEAK|UNIQUE)\s+DEFAULT\s+(\w+) ([^@\s]+)(?:@@?(\w+?)_([\d.]+))?/gm

/**
 * @param {string} file
 * @returns {DynamicSymbol[]} what the dynamic linker finds in the file, and what it looks for elsewhere
 */
function dynamicSymbols (file) {
  return [...readelf(file, '--dyn-syms').matchAll(SYMBOL)].map(([, bytes, type, section, name, set, version]) => ({
    bytes: Number(bytes),
    type,
    isDefined: section !== 'UND',
    name,
    set,
    version
  }))
}

/**
 * @param {string} file
 * @returns {Needs}
 */
function readNeeds (file) {
  const symbols = dynamicSymbols(file)
  const namesOf = (/** @type {boolean} */ exported) =>
    symbols.filter(({ isDefined }) => isDefined === exported).map(({ name }) => name).sort()
  /** @type {Record<string, string>} */
  const versions = {}
  for (const { isDefined, set, version } of symbols) {
    if (isDefined || set === undefined || version === undefined) continue
    if (versions[set] === undefined || compareVersions(version, versions[set]) > 0) versions[set] = version
  }
  const segments = readelf(file, '--program-headers')
  const protection = {
    relro: / GNU_RELRO /.test(segments),
    nodelete: /Flags:.* NODELETE\b/.test(readelf(file, '--dynamic')),
    now: /BIND_NOW|Flags:.* NOW\b/.test(readelf(file, '--dynamic')),
    noexecstack: / GNU_STACK .* RW /.test(segments)
  }
  const [, machine] = /^ +Machine: +(.+)$/m.exec(readelf(file, '--file-header')) ?? []
  return {
    machine: MACHINES[machine] ?? machine,
    libraries: [...readelf(file, '--dynamic').matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name).sort(),
    versions,
    exports: namesOf(true),
    imports: namesOf(false),
    isStripped: !/ SYMTAB /.test(readelf(file, '--section-headers')),
    unprotected: Object.entries(protection).flatMap(([name, isThere]) => (isThere ? [] : name))
  }
}

/**
 * @param {string} file
 * @param {string} part
 */
function readelf (file, part) {
  return execFileSync('readelf', ['--wide', part, file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit']
  })
}

/**
 * @param {string} left
 * @param {string} right
 * @returns {number} below 0 if the left version is the older one
 */
function compareVersions (left, right) {
  return left.localeCompare(right, 'en', { numeric: true })
}

module.exports = { compareVersions, dynamicSymbols, readNeeds }
