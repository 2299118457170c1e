'use strict'
// What the tools (packages/) use of the preload, on the developer's machine. Nothing here starts a collector.

const { loadNative } = require('./addon/native')
const { PACKAGE } = require('./addon/own-package')
const { rebuildCommand } = require('./without-addon/rebuild-command')
const { createRedactor } = require('./redaction')

module.exports = { createRedactor, loadNative, preloadFile: `${PACKAGE}/index.js`, rebuild: rebuildCommand(PACKAGE) }
