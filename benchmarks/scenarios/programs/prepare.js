'use strict'
// Makes the files that a program works on, in the directory of the run.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const MODULES = path.join(__dirname, '..', '..', 'node_modules')

/** @type {Record<string, (directory: string) => void>} */
const PREPARE = {
  eslint (directory) {
    // The files are copied, because eslint ignores node_modules.
    fs.cpSync(path.join(MODULES, 'webpack', 'lib', 'util'), path.join(directory, 'src'), { recursive: true })
    fs.writeFileSync(
      path.join(directory, 'eslint.config.js'),
      "module.exports = [{ rules: { 'no-unused-vars': 'warn', 'prefer-const': 'warn', 'no-shadow': 'warn' } }]\n"
    )
  },
  'npm install' (directory) {
    for (const index of [0, 1]) {
      const root = path.join(directory, 'source', 'package')
      fs.mkdirSync(root, { recursive: true })
      fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: `package-${index}`, version: '1.0.0' }))
      fs.writeFileSync(path.join(root, 'index.js'), `module.exports = ${index}\n`)
      execFileSync('tar', [
        '-czf',
        path.join(directory, `package-${index}.tgz`),
        '-C',
        path.join(directory, 'source'),
        'package'
      ])
    }
    fs.writeFileSync(
      path.join(directory, 'package.json'),
      JSON.stringify({ name: 'application', version: '1.0.0', private: true })
    )
  }
}

/**
 * @param {string} name name of the program
 * @param {string} directory
 */
function prepare (name, directory) {
  if (Object.hasOwn(PREPARE, name)) PREPARE[name](directory)
}

module.exports = { prepare }
