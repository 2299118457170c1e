'use strict'
// Installs the command line as npm would where none of the packages is that only some users need.

const fs = require('node:fs')
const path = require('node:path')
const { ROOT } = require('./crash')

/** Packages in packages/, whose dependencies are linked as well. */
const OWN = ['shared', 'inspect']

/**
 * @param {string} directory outside of the checkout, so that no node_modules above it has the packages
 * @returns {string} path of the package crash-collector
 */
function installTools (directory) {
  const modules = path.join(directory, 'node_modules')
  const main = path.join(modules, 'crash-collector')
  for (const part of ['bin', 'lib', 'packages/shared', 'package.json']) {
    fs.cpSync(path.join(ROOT, part), path.join(main, part), { recursive: true })
  }
  for (const name of OWN) {
    fs.cpSync(path.join(ROOT, 'packages', name), path.join(modules, `crash-collector-${name}`), { recursive: true })
    const { dependencies = {} } = require(path.join(ROOT, 'packages', name, 'package.json'))
    for (const each of Object.keys(dependencies).filter(each => !each.startsWith('crash-collector'))) {
      const link = path.join(modules, each)
      fs.mkdirSync(path.dirname(link), { recursive: true })
      if (!fs.existsSync(link)) fs.symlinkSync(path.join(ROOT, 'node_modules', each), link)
    }
  }
  return main
}

module.exports = { installTools }
