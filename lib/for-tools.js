'use strict'
// What the tools (packages/) use of the preload, on the developer's machine. Nothing here starts a collector.

const { loadNative } = require('./addon/native')
const { PACKAGE } = require('./addon/own-package')
const { addonRemedy } = require('./without-addon/addon-remedy')
const { createRedactor } = require('./redaction')

module.exports = {
  addonRemedy: () => addonRemedy(PACKAGE),
  createRedactor,
  loadNative,
  preloadFile: `${PACKAGE}/index.js`
}
