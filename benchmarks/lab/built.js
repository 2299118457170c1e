'use strict'
// Run by a Node.js that is to be measured: prints why the package would not work there as it does where npm installed
// it, if it would not.

const fs = require('node:fs')

const { BUNDLE, cachePath, compile } = require('../../lib/addon/preload-bundle')
const { loadPrebuilt } = require('../../lib/addon/native')
const { bundleText } = require('../../scripts/bundle')

/** @returns {string | null} */
function problem () {
  if (loadPrebuilt() === null) return `prebuilds/ holds no addon that Node.js ${process.version} loads`
  if (!fs.existsSync(BUNDLE)) return 'prebuilds/ holds no preload.js'
  const text = fs.readFileSync(BUNDLE, 'latin1')
  if (code(text) !== code(bundleText())) return 'prebuilds/preload.js was made from other sources than these'
  const cached = fs.existsSync(cachePath()) && compile(text, fs.readFileSync(cachePath())).cachedDataRejected === false
  return cached ? null : `prebuilds/ holds no code cache that Node.js ${process.version} takes`
}

/** @param {string} bundle @returns {string} without its first line, which holds times of files: a clone has others */
function code (bundle) {
  return bundle.slice(bundle.indexOf('\n'))
}

console.log(problem() ?? '')
