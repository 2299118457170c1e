'use strict'
// Makes paths of the URLs of scripts, so that they can be compared: V8's debugger names a CommonJS module by a file
// URL, and an error's stack by its path (test/workarounds/debugger-file-url.js, Node.js 20 to 26).

const { fileURLToPath } = require('../../safe/node-builtins')

const { StringStartsWith } = require('../../safe/primordials')

/**
 * @param {string} url of a script
 * @returns {string} the path for a file URL, else the URL
 */
function scriptPath (url) {
  if (!StringStartsWith(url, 'file:')) return url
  try {
    return fileURLToPath(url)
  } catch {
    return url // for example a file URL with a host
  }
}

module.exports = { scriptPath }
