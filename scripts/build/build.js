'use strict'
// npm run build, build:debug, build:asan: builds the addon for the Node.js that runs this script.

const fs = require('node:fs')
const path = require('node:path')

const { PREBUILT } = require('../../lib/addon/native')
const { PACKAGE, nodeGyp } = require('./node-gyp')

const debug = process.argv.includes('--debug') || process.argv.includes('--asan')
const asan = process.argv.includes('--asan')

// `bindings` prefers build/Debug to build/Release, and lib/addon/native.js prefers a prebuilt addon to both. Older
// builds of these kinds are removed, so that they don't hide this one.
if (!debug) fs.rmSync(path.join(PACKAGE, 'build', 'Debug'), { recursive: true, force: true })
fs.rmSync(PREBUILT, { force: true })

// Node.js's own headers have a gyp variable for AddressSanitizer, but the configuration of this Node.js resets it.
if (asan) {
  process.env.CXXFLAGS = `${process.env.CXXFLAGS ?? ''} -fsanitize=address -fno-omit-frame-pointer`
  process.env.LDFLAGS = `${process.env.LDFLAGS ?? ''} -fsanitize=address`
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
if (ok && !asan && fs.existsSync(path.join(__dirname, 'bundle.js'))) {
  require('./bundle-page').makePage()
  require('./bundle')
    .makeBundle()
    .catch((/** @type {Error} */ error) => {
      console.error(error)
      process.exitCode = 1
    })
}
