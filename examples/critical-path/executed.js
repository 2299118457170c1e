'use strict'
// Tells the current path by lines: `{ 'server.js': [12, 13] }`, in the order in which they first ran.

const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { executionPath } = require('crash-collector')

/** @type {Map<string, string>} */
const texts = new Map()

/** @returns {Record<string, number[]>} line numbers by file */
function executed () {
  /** @type {Record<string, number[]>} */
  const lines = {}
  for (const { url, startOffset } of executionPath()?.steps ?? []) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (file === __filename) continue
    const name = path.relative(__dirname, file)
    const line = textOf(file).slice(0, startOffset).split('\n').length
    lines[name] ??= []
    if (!lines[name].includes(line)) lines[name].push(line)
  }
  return lines
}

/** @param {string} file */
function textOf (file) {
  const text = texts.get(file) ?? fs.readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

module.exports = { executed }
