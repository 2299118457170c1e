'use strict'
// The preload, as NODE_OPTIONS names it. Its absolute path works in each directory; `--require crash-collector` stops
// every program of Node.js that is started where the package is not installed.

const fs = require('node:fs')
const path = require('node:path')
const { preload } = require('../preload')

/**
 * pnpm keeps each version of a package in a folder of its own, to which `node_modules` has a link. With the path of
 * that folder in its NODE_OPTIONS, no program of a service would start after an update.
 *
 * @returns {string} path of the preload, by the link to it if an application has one in this directory or above it
 */
function preloadFile () {
  const own = preload().preloadFile
  for (let directory = process.cwd(); ; directory = path.dirname(directory)) {
    const installed = path.join(directory, 'node_modules', 'crash-collector', 'index.js')
    try {
      if (fs.realpathSync(installed) === own) return installed
    } catch {} // it is not installed here
    if (directory === path.dirname(directory)) return own
  }
}

/** @returns {string} the path of the preload as a word of NODE_OPTIONS: quoted if it has blanks */
function preloadWord () {
  const file = preloadFile()
  // https://nodejs.org/api/cli.html#node_optionsoptions
  return /[\s"\\]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file
}

/**
 * @param {string} [options] a value of NODE_OPTIONS
 * @returns {'absolute' | 'byName' | null} how the options preload the collector; null if they don't
 */
function preloadIn (options = '') {
  const [, , name] = /(?:^|\s)(-r|--require|--import)[\s=]+("(?:\\.|[^"])*crash-collector[^"]*"|\S*crash-collector\S*)/
    .exec(options) ?? []
  if (name !== undefined) return path.isAbsolute(name.replace(/^"/, '')) ? 'absolute' : 'byName'
  return options.includes(preloadWord()) ? 'absolute' : null
}

/**
 * @param {string} [options] a value of NODE_OPTIONS
 * @returns {string} the same with the preload
 */
function withPreload (options = '') {
  if (preloadIn(options) === 'absolute') return options
  return `${options} --require ${preloadWord()}`.trim()
}

module.exports = { preloadIn, preloadWord, withPreload }
