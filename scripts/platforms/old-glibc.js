'use strict'
// Links an addon so that it loads with glibc 2.28 and with any C++ library, whatever the compiler's machine has.
//
// A linker takes the newest version of each function that the C library before it offers, so an addon that is linked
// on Debian 12 asks for glibc 2.34. Here the linker sees a stand-in instead: an empty library with the names of the
// same C library, each in the newest version that glibc 2.28 has already. A function that 2.28 lacks is missing there,
// and must be one of old_glibc.cc. libstdc++ is linked into the addon, without exporting its names.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { compareVersions, dynamicSymbols } = require('./elf-needs')

/** Node.js's own executables need it, from 20 to 26. */
const GLIBC = '2.28'

const LIBRARIES = {
  x64: ['libc.so.6', 'libm.so.6', 'ld-linux-x86-64.so.2'],
  arm64: ['libc.so.6', 'libm.so.6', 'ld-linux-aarch64.so.1']
}

/** What Node.js looks up in an addon. */
const EXPORTS = '{ global: napi_register_module_v1; node_api_module_get_api_version_v1; local: *; };\n'

/**
 * The dynamic linker finds all functions at once and then protects the table of their addresses. It never unloads an
 * addon (binding.gyp says why).
 */
const HARDENED = '-Wl,-z,relro,-z,now,-z,noexecstack,-z,nodelete'

/**
 * @typedef {object} Link
 * @property {string[]} compiler the command
 * @property {'x64' | 'arm64'} cpu
 * @property {string[]} objects
 * @property {string} scratch a folder for what is needed on the way
 * @property {string} addon path of the result
 */

/**
 * @param {Link} link
 * @throws {Error} if the addon calls a function that glibc 2.28 lacks
 */
function linkForOldGlibc ({ compiler, cpu, objects, scratch, addon }) {
  fs.mkdirSync(scratch, { recursive: true })
  const inScratch = (/** @type {string} */ name) => path.join(scratch, name)
  const [command, ...first] = compiler
  const provided = (/** @type {string} */ name) =>
    execFileSync(command, [...first, `-print-file-name=${name}`], { encoding: 'utf8' }).trim()
  const run = (/** @type {string[]} */ ...args) => execFileSync(command, [...first, ...args], { stdio: 'inherit' })

  /** @type {string[]} */
  const newer = []
  const standIns = LIBRARIES[cpu].map(name => {
    const { assembler, map, missing } = standIn(provided(name))
    newer.push(...missing)
    fs.writeFileSync(inScratch(`${name}.s`), assembler)
    fs.writeFileSync(inScratch(`${name}.map`), map)
    const script = `-Wl,-soname,${name},--version-script,${inScratch(`${name}.map`)}`
    run('-shared', '-nostdlib', script, '-o', inScratch(name), inScratch(`${name}.s`))
    return inScratch(name)
  })
  const flags = ['-std=c++17', '-O2', '-fPIC', '-fvisibility=hidden', '-fno-exceptions', '-fno-threadsafe-statics']
  run(...flags, '-c', '-o', inScratch('old_glibc.o'), path.join(__dirname, 'old_glibc.cc'))
  fs.writeFileSync(inScratch('exports.map'), EXPORTS)
  run(
    ...['-shared', '-pthread', '-nodefaultlibs', '-s'],
    ...['-Wl,--gc-sections', HARDENED, `-Wl,--version-script,${inScratch('exports.map')}`],
    // The libraries of the compiler's machine may need a newer glibc; on another machine there are others.
    '-Wl,--allow-shlib-undefined',
    ...['-o', addon],
    ...objects,
    inScratch('old_glibc.o'),
    ...[provided('libstdc++.a'), '-lgcc'],
    ...['-Wl,--push-state,--as-needed', '-lgcc_s', ...standIns, '-Wl,--pop-state'],
    provided('libc_nonshared.a')
  )
  // A linker lets a library ask for names that it has not found, because Node.js has most of them.
  const asked = dynamicSymbols(addon).filter(({ isDefined, name }) => !isDefined && newer.includes(name))
  if (asked.length > 0) {
    fs.rmSync(addon)
    const names = asked.map(({ name }) => name).join(', ')
    throw new Error(`glibc ${GLIBC} has no ${names}, which scripts/platforms/old_glibc.cc must have instead`)
  }
}

/**
 * @param {string} library
 * @returns {{ assembler: string, map: string, missing: string[] }} the source of a library with the same symbols, as
 *   far as glibc 2.28 has them, the linker's script with their versions, and the names that 2.28 lacks
 */
function standIn (library) {
  /** @type {Map<string, Required<import('./elf-needs').DynamicSymbol>>} */
  const newest = new Map()
  /** @type {Set<string>} */
  const names = new Set()
  for (const symbol of /** @type {Required<import('./elf-needs').DynamicSymbol>[]} */ (dynamicSymbols(library))) {
    const { isDefined, type, name, set, version } = symbol
    if (!isDefined || set !== 'GLIBC' || type === 'TLS') continue
    names.add(name)
    if (compareVersions(version, GLIBC) > 0) continue
    const known = newest.get(name)
    if (known === undefined || compareVersions(version, known.version) > 0) newest.set(name, symbol)
  }
  const lines = [...newest.values()].flatMap(({ name, version, type, bytes }, index) => [
    `.globl s${index}`,
    `.type s${index}, %${type === 'OBJECT' ? 'object' : 'function'}`,
    `.size s${index}, ${bytes}`,
    `.symver s${index}, ${name}@@GLIBC_${version}, remove`,
    `s${index}: .byte 0`
  ])
  const versions = [...new Set([...newest.values()].map(({ version }) => version))]
  return {
    assembler: ['.text', ...lines, ''].join('\n'),
    map: versions.map(version => `GLIBC_${version} {};\n`).join(''),
    missing: [...names].filter(name => !newest.has(name))
  }
}

module.exports = { EXPORTS, GLIBC, HARDENED, linkForOldGlibc }
