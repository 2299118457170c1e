'use strict'
// npm run build, build:debug, build:asan, build:ubsan, build:tsan: builds the addon for the Node.js that runs this
// script.

const fs = require('node:fs')
const path = require('node:path')

const { PREBUILDS, addonFile } = require('../../lib/addon/native')
const { ADDON_NAMES, PACKAGE, nodeGyp } = require('./node-gyp')

/** Flags of the compiler and the linker. */
const SANITIZERS = {
  '--asan': '-fsanitize=address',
  // The checks of virtual tables need run-time type information, without which Node.js is compiled.
  '--ubsan': '-fsanitize=undefined -fno-sanitize=vptr',
  '--tsan': '-fsanitize=thread'
}

const [, sanitizer] = Object.entries(SANITIZERS).find(([option]) => process.argv.includes(option)) ?? []
const debug = process.argv.includes('--debug') || sanitizer !== undefined

// `bindings` prefers build/Debug to build/Release, and lib/addon/native.js prefers a prebuilt addon to both. Older
// builds of these kinds are removed, so that they don't hide this one.
if (!debug) fs.rmSync(path.join(PACKAGE, 'build', 'Debug'), { recursive: true, force: true })
for (const name of ADDON_NAMES) fs.rmSync(path.join(PREBUILDS, addonFile(name)), { force: true })

// Node.js's own headers have a gyp variable for AddressSanitizer, but the configuration of this Node.js resets it.
if (sanitizer !== undefined) {
  process.env.CXXFLAGS = `${process.env.CXXFLAGS ?? ''} ${sanitizer} -fno-omit-frame-pointer`
  process.env.LDFLAGS = `${process.env.LDFLAGS ?? ''} ${sanitizer}`
}
const { ok, output } = nodeGyp(['configure', 'build', '--jobs=max', debug ? '--debug' : '--release'], { quiet: true })
if (!ok) console.error(output)
else if (/\bwarning:/.test(output)) {
  console.error(
    output
      .split('\n')
      .filter(line => !line.startsWith('gyp '))
      .join('\n')
  )
}
process.exitCode = ok ? 0 : 1
// The bundle is not made with a sanitized addon: making it runs the addon, which needs a preloaded sanitizer library.
// An installed package has its bundle, and nothing to make one with.
if (ok && sanitizer === undefined && fs.existsSync(path.join(__dirname, 'bundle.js'))) {
  require('./bundle-page').makePage()
  require('./bundle')
    .makeBundle()
    .catch((/** @type {Error} */ error) => {
      console.error(error)
      process.exitCode = 1
    })
}
