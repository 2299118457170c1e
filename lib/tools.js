'use strict'
// Loads the package with the tools, which an image for production does without.

/**
 * @param {string} name of the package, or of a module in it
 * @returns {any} its exports
 * @throws {Error} PACKAGE_MISSING: in one line, what to install
 */
function requireTools (name) {
  try {
    return require(name)
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const missing = name.split('/', 1)[0]
    // A module that is missing inside of the package is another matter.
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error
    const text = `this needs the package ${missing} (npm install --save-dev ${missing})`
    throw Object.assign(new Error(text), { code: 'PACKAGE_MISSING' })
  }
}

module.exports = { requireTools }
