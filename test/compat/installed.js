'use strict'
// Provides the package as users get it: packed, and installed by npm into a folder of its own.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { packPlatform, packWithTools } = require('../../scripts/platforms/pack')
const { hostTarget } = require('../../scripts/platforms/targets')
const { installPacked } = require('../../scripts/platforms/try-packed')

/** @returns {Promise<string>} path of the installed package, which is removed when this process ends */
async function installedPackage () {
  const tarballs = fs.mkdtempSync(path.join(os.tmpdir(), 'crash-collector-packed-'))
  try {
    const target = hostTarget()
    const directory = installPacked([packPlatform(target, tarballs), ...(await packWithTools([target], tarballs))])
    process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
    return path.join(directory, 'node_modules', 'crash-collector')
  } finally {
    fs.rmSync(tarballs, { recursive: true, force: true })
  }
}

module.exports = { installedPackage }
