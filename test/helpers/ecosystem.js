'use strict'
// Frameworks, test runners and libraries of others, with which tests run the collector. They have a manifest of their
// own in test/ecosystem, so that a clone is ready without them; `npm run ecosystem:install` installs them. Programs in
// test/fixtures require them by name, through the link that the installation makes there.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const HOME = path.resolve(__dirname, '../ecosystem')

/** Loads a package, or a file of one. */
const requireEcosystem = createRequire(path.join(HOME, 'package.json'))

/**
 * @param {string} name of a package
 * @returns {string} its directory, for links to it and for its files
 */
function ecosystemPath (name) {
  return path.join(HOME, 'node_modules', name)
}

/**
 * @param {string[]} names of packages
 * @returns {string | false} why what needs them is skipped, in one line, as tap's option `skip` takes it
 */
function notInstalled (...names) {
  const missing = names.filter(name => !fs.existsSync(ecosystemPath(name)))
  return missing.length > 0 && `needs ${missing.join(', ')}: npm run ecosystem:install`
}

/**
 * Skips a test, or a whole file, whose other statements must not run then.
 * @param {import('tap').Test} t
 * @param {string[]} names of packages that it needs
 * @returns {boolean} whether it is skipped
 */
function skippedWithout (t, ...names) {
  const reason = notInstalled(...names)
  if (reason !== false) t.plan(0, reason)
  return reason !== false
}

module.exports = { ecosystemPath, notInstalled, requireEcosystem, skippedWithout }
