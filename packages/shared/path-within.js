'use strict'
// Says if a file is inside of a directory, by their paths alone.

const path = require('node:path')

/**
 * @param {string} directory absolute path
 * @param {string} file absolute path
 * @returns {boolean} false for the directory itself. True for names in it that begin with two dots, such as `..data`,
 *   to which Kubernetes links what it mounts
 */
function isWithin (directory, file) {
  const relative = path.relative(directory, file)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

module.exports = { isWithin }
