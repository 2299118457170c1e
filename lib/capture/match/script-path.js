'use strict'
// V8's debugger names a CommonJS module by a file URL, an error's stack by its path
// (test/workarounds/debugger-file-url.js, Node.js 20 to 26).

const { fileURLToPath } = require('../../safe/node-builtins')

const { StringStartsWith } = require('../../safe/primordials')

/**
 * @param {string} url of a script
 * @returns {string} its path when it is a file, else the URL
 */
function scriptPath (url) {
  if (!StringStartsWith(url, 'file:')) return url
  try {
    return fileURLToPath(url)
  } catch {
    return url // a file URL with a host
  }
}

module.exports = { scriptPath }
