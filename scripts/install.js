'use strict'
// npm's install script: compiles the addon if no package for this platform has one that fits. It never fails, because
// an application must not fail to install over a missing addon: without it, dumps only lack variables.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { ADDON_FOLDERS, PREBUILDS, addonFile } = require('../lib/addon/native')
const { bundlePath } = require('../lib/addon/preload-bundle')
const { makeCodeCaches } = require('./build/code-cache')
const { BUILT, PACKAGE, copyAddons, nodeGyp } = require('./build/node-gyp')

/** @returns {string | null} the reason why there is no addon */
function install () {
  if (ADDON_FOLDERS.some(folder => loads(path.join(folder, addonFile('crash_collector'))))) return null
  // pnpm and Yarn show it, and npm with --foreground-scripts; npm itself shows that it works.
  console.error('crash-collector: no addon for this platform is here, so it is compiled, which may take minutes')
  try {
    const { ok, output } = nodeGyp(['configure', 'build', '--jobs=max', '--release'], { quiet: true, unity: true })
    if (!ok) return reasonOf(output)
    if (!loads(path.join(BUILT, 'crash_collector.node'))) return 'the compiled addon does not load'
    // In a checkout the addons stay where node-gyp renews them. Elsewhere they go to the place that is tried first.
    if (!fs.existsSync(path.join(PACKAGE, '.git'))) copyAddons(BUILT, PREBUILDS)
    return null
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

/**
 * Makes the code caches of the tarball's bundle. In a checkout, makes the bundle as well. Without it, lib/ is loaded.
 */
function makeOwnScripts () {
  if (fs.existsSync(path.join(PACKAGE, '.git'))) {
    for (const name of ['bundle.js', 'bundle-page.js']) {
      spawnSync(process.execPath, [path.join(PACKAGE, 'scripts', 'build', name)])
    }
  } else if (fs.existsSync(bundlePath('preload'))) {
    makeCodeCaches()
  }
}

/** @param {string} addon */
function loads (addon) {
  if (!fs.existsSync(addon)) return false
  try {
    require(addon)
    return true
  } catch {
    return false // built for another C library or Node.js
  }
}

/** Tries an unknown build of Node.js now, so that no application has to wait for the trial when it starts. */
function tryBuild () {
  const { native } = require('../lib/addon/native').loadNative()
  if (native === null) return
  require('../lib/addon/build-trial/try-build').mayReadStack(native.v8Symbols(), { tries: 'atInstall' })
}

/**
 * @param {string} output of node-gyp
 * @returns {string} the reason in it on which a user can act
 */
function reasonOf (output) {
  if (/find Python/.test(output) && /not find any Python|could not be run/i.test(output)) return 'no Python'
  if (/not found: make|make: not found|spawn make ENOENT/i.test(output)) return 'no make'
  if (
    /(g\+\+|c\+\+|clang\+\+|\bCXX\b).*not found|(g\+\+|c\+\+): (No such file|Permission denied)|Error 127/i.test(output)
  ) {
    return 'no C++ compiler'
  }
  if (/Could not find any Visual Studio/.test(output)) return 'no Visual Studio'
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(output)) {
    return 'no headers of this Node.js, and no network to fetch them'
  }
  return 'the compiler failed'
}

const reason = install()
if (reason !== null) {
  console.error(
    `crash-collector: no addon (${reason}), so dumps will have no variables; ` +
      `"npm run build" in ${PACKAGE} shows the details`
  )
}

try {
  if (reason === null) tryBuild()
  makeOwnScripts()
} catch (error) {
  console.error(
    'crash-collector: processes will start some milliseconds later than they could ' +
      `(${/** @type {Error} */ (error).message})`
  )
}
