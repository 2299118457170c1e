'use strict'
// Compiles a shared object that a test loads before the C library, so that its functions take their place.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

/** @type {Map<string, string | null>} */
const built = new Map()

/**
 * @param {string} source path of a file of C
 * @returns {string | null} path of the shared object, for LD_PRELOAD; null where there is no compiler, or another
 *   system than Linux
 * @throws {Error} with the compiler's output, if it refuses the file
 */
function sharedObject (source) {
  if (!built.has(source)) built.set(source, process.platform === 'linux' ? compile(source) : null)
  return built.get(source) ?? null
}

/** @param {string} source */
function compile (source) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shared-object-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  const library = path.join(folder, 'test.so')
  const [compiler, ...first] = (process.env.CC ?? 'cc').split(' ')
  const { error, status, stderr } = spawnSync(
    compiler,
    [...first, '-shared', '-fPIC', '-O1', '-Wall', '-Wextra', '-Werror', '-o', library, source],
    { encoding: 'utf8' }
  )
  if (error !== undefined) return null
  if (status !== 0) throw new Error(stderr)
  return library
}

module.exports = { sharedObject }
