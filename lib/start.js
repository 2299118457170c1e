'use strict'
// Starts the one collector of a thread, or returns the one that runs: the preload, the application's own
// `require('crash-collector')` and other copies of the package share it.

const path = require('node:path')

const { startCollector } = require('./collector')
const { readConfig } = require('../packages/shared/config')
const { pruneAtStart } = require('../packages/shared/dump/retention')
const { whyNotWritable } = require('../packages/shared/dump/store')
const { loadNative, loadPrebuilt } = require('./addon/native')
const { PACKAGE } = require('./addon/own-package')
const { say } = require('./stderr')
const { loadPathsDoor, loadWithoutAddon } = require('./parts')
const { isMainThread } = require('./addon/thread')
const { askBeforeUncaught } = require('./triggers/throw-hooks')
const { keepCodeCaches } = require('./addon/v8-flags')

/**
 * Name by which copies of the package recognise each other's `process._fatalException` (src/report/fatal_exception.h)
 */
const FATAL_EXCEPTION_NAME = 'crashCollectorFatalException'
const ASK_FOR_API = Symbol.for('crash-collector.api')

/**
 * @typedef {ReturnType<typeof startCollector>} Collector
 */

/**
 * @param {NodeJS.Module} entry index.js
 * @param {import('./addon/native-functions').Native | null} [loaded] the addon, if index.js has loaded it
 * @returns {Collector} the API
 */
function start (entry, loaded = null) {
  const running = runningCollector()
  if (running !== null) {
    if (running.directory !== PACKAGE) {
      const what = `another copy of the package is running already, from ${running.directory}`
      say(readConfig().config, `${what}: this one (${PACKAGE}) uses it`)
    }
    return running.api
  }
  const before = Object.keys(require.cache).length
  const { config, problems } = readConfig()
  const prebuilt = loaded ?? loadPrebuilt()
  const codeCacheTag = prebuilt?.codeCacheTag()
  const wantsPaths = config.executionPath !== 'off' && config.mode !== 'off'
  const startPaths = wantsPaths ? loadPathsDoor().loadPaths(config) : () => null
  if (config.mode === 'on-demand' && config.uncaughtThrows) askBeforeUncaught(prebuilt)
  const { native: addon, problem } = loadNative(prebuilt)
  const executionPaths = startPaths(addon)
  const native = executionPaths?.native ?? addon
  problems.forEach(problem => say(config, problem))
  // Before the hooks are there, because the look at a directory may make an error.
  if (config.mode !== 'off' && isMainThread(native)) sayIfUnwritable(config)
  if (config.mode !== 'off') pruneAtStart(config.dir, config, isMainThread(native))
  if (native === null && config.mode !== 'off') {
    const remedy = loadWithoutAddon().addonRemedy(PACKAGE)
    say(config, `the addon could not be loaded, so dumps will have no variables: ${remedy} (${problem})`)
  }
  const onFlagsSet = () => {
    if (config.mode === 'on-demand' && native !== null && codeCacheTag !== undefined && isMainThread(native)) {
      keepCodeCaches(native, codeCacheTag)
    }
  }
  const api = startCollector({ config, native, onFlagsSet, executionPaths })
  register(native, api)
  if (entry.isPreloading) forgetModules(before)
  return api
}

/**
 * Prints a line if the directory that was asked for can't be written to. The default directory is not looked at: most
 * processes never write a dump, and nobody asked for one there.
 * @param {import('../packages/shared/config').Config} config
 */
function sayIfUnwritable (config) {
  const { dir, isProjectDir } = config
  const reason = isProjectDir ? null : whyNotWritable(dir)
  if (reason === null) return
  say(config, `no dump can be written to ${dir} (${reason}): dumps go elsewhere, and the line about a dump says where`)
}

/**
 * @returns {{ api: Collector, directory: string } | null} directory: of the package that started it; null when no
 *   collector runs in this thread
 */
function runningCollector () {
  const { _fatalException: fatalException } = /** @type {any} */ (process)
  const asked =
    fatalException?.name === FATAL_EXCEPTION_NAME
      ? fatalException(ASK_FOR_API)
      : process
        .listeners('uncaughtExceptionMonitor')
        .map(listener => /** @type {any} */ (listener)[ASK_FOR_API])
        .find(Boolean)
  return asked ?? null
}

/**
 * Makes the collector known to runningCollector() of any copy of the package.
 * @param {import('./addon/native-functions').Native | null} native
 * @param {Collector} api
 */
function register (native, api) {
  const answer = { api, directory: PACKAGE }
  native?.setApi(answer)
  for (const listener of process.listeners('uncaughtExceptionMonitor')) {
    if (listener.name === FATAL_EXCEPTION_NAME) Object.assign(listener, { [ASK_FOR_API]: answer })
  }
}

/**
 * Removes what the preload has loaded, so that the application's require.cache looks as if nothing had been preloaded.
 * A later require('crash-collector') finds the running collector by register().
 * @param {number} count number of entries before index.js ran
 */
function forgetModules (count) {
  const own = PACKAGE + path.sep
  Object.keys(require.cache).forEach((file, i) => {
    if (i >= count || file.startsWith(own)) delete require.cache[file]
  })
}

module.exports = { start }
