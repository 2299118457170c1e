'use strict'
// npm run build, build:debug, build:asan, build:ubsan, build:tsan: builds the addon for the Node.js that runs this
// script.

const fs = require('node:fs')
const path = require('node:path')

const { PREBUILDS, addonFile } = require('../../lib/addon/native')
const { ADDON_NAMES, PACKAGE, SANITIZERS, nodeGyp, sanitizerFlags } = require('./node-gyp')

const sanitizer = /** @type {(keyof typeof SANITIZERS)[]} */ (Object.keys(SANITIZERS)).find(name =>
  process.argv.includes(`--${name}`)
)
const debug = process.argv.includes('--debug') || sanitizer !== undefined

// `bindings` prefers build/Debug to build/Release, and lib/addon/native.js prefers a prebuilt addon to both. Older
// builds of these kinds are removed, so that they don't hide this one.
if (!debug) fs.rmSync(path.join(PACKAGE, 'build', 'Debug'), { recursive: true, force: true })
for (const name of ADDON_NAMES) fs.rmSync(path.join(PREBUILDS, addonFile(name)), { force: true })

const { ok, output } = nodeGyp(['configure', 'build', '--jobs=max', debug ? '--debug' : '--release'], {
  quiet: true,
  unity: true,
  variables: sanitizer === undefined ? {} : sanitizerFlags(sanitizer)
})
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
