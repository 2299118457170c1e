'use strict'
// Prints, when run by a Node.js that is to be measured, why the package would not work there as npm's installation of
// it does. Prints nothing if it works.

const fs = require('node:fs')

const { bundlePath, compile, readCache, readText } = require('../../../lib/addon/preload-bundle')
const { loadPrebuilt } = require('../../../lib/addon/native')
const { bundleTexts } = require('../../../scripts/build/bundle')

const PARTS = /** @type {const} */ (['preload', 'report'])

/** @returns {Promise<string | null>} */
async function problem () {
  if (loadPrebuilt() === null) return `prebuilds/ holds no addon that Node.js ${process.version} loads`
  const texts = await bundleTexts()
  for (const part of PARTS) {
    if (!fs.existsSync(bundlePath(part))) return `prebuilds/ holds no ${part}.js`
    const text = readText(part)
    if (digestOf(text) !== digestOf(texts[part])) return `prebuilds/${part}.js was made from other sources than these`
    if (readCache(part, text) === undefined) return `prebuilds/ holds no code cache of ${part}.js`
  }
  const text = readText('preload')
  const taken = compile(text, readCache('preload', text)).cachedDataRejected === false
  return taken ? null : `prebuilds/ holds no code cache that Node.js ${process.version} takes`
}

/** @param {string} text @returns {string} the first line; the second has times of files, which differ in a clone */
function digestOf (text) {
  return text.slice(0, text.indexOf('\n'))
}

problem().then(text => console.log(text ?? ''))
