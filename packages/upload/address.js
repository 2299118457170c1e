'use strict'
// Reads an address: of a store, where dumps stay, or of a receiver, which takes a text about each.

const path = require('node:path')
const { fileURLToPath } = require('node:url')

/** @typedef {{ kind: 's3', name: string, bucket: string, prefix: string, options: S3Options }} S3Address */
/** @typedef {{ kind: 'directory', name: string, directory: string }} DirectoryAddress */
/** @typedef {{ kind: 'otlp' | 'sentry', name: string, url: URL }} HttpAddress name: without what may be secret */

/**
 * What crash-collector gives this package, which requires nothing of its command line.
 * @typedef {object} Source
 * @property {string} version
 * @property {(code: string, message: string, hint?: string) => Error} error makes an error for one line
 * @property {(name: string) => { timeMs: number } | null} parseDumpName null: it is not the name of a dump
 * @property {(text: string) => void} note prints a line for people
 */

/**
 * @typedef {object} S3Options
 * @property {string} [endpoint]
 * @property {string} [region]
 * @property {string} [pathStyle] `true` or `false`
 */

const OPTIONS = ['endpoint', 'region', 'pathStyle']

/**
 * @param {Source} source
 * @param {string} text
 * @returns {S3Address | DirectoryAddress | HttpAddress}
 */
function parseAddress (source, text) {
  const [, scheme] = /^([a-z][\w+.-]+):\/\//i.exec(text) ?? []
  switch (scheme?.toLowerCase()) {
    case undefined:
      return { kind: 'directory', name: text, directory: path.resolve(text) }
    case 's3':
      return s3Address(source, text)
    case 'file':
      return { kind: 'directory', name: text, directory: fileURLToPath(text) }
    case 'otlp+http':
    case 'otlp+https':
      return httpAddress(source, text, 'otlp')
    case 'sentry+http':
    case 'sentry+https':
      return httpAddress(source, text, 'sentry')
    default:
      throw source.error(
        'ADDRESS_WRONG', `unknown address ${scheme}://`, 's3://, otlp+https://, sentry+https:// and directories'
      )
  }
}

/**
 * @param {Source} source
 * @param {string} text
 * @returns {S3Address}
 */
function s3Address (source, text) {
  const [, bucket, prefix = '', query = ''] = /^s3:\/\/([\w.-]+)(?:\/([^?]*))?(?:\?(.*))?$/i.exec(text) ?? []
  const hint = 's3://bucket/prefix?endpoint=http://127.0.0.1:9000&region=us-east-1'
  if (bucket === undefined) throw source.error('ADDRESS_WRONG', 'the address has no bucket', hint)
  const options = Object.fromEntries(new URLSearchParams(query))
  const unknown = Object.keys(options).find(name => !OPTIONS.includes(name))
  if (unknown !== undefined) throw source.error('ADDRESS_WRONG', `the address has an unknown option, ${unknown}`, hint)
  if (options.endpoint !== undefined && !/^https?:\/\/./.test(options.endpoint)) {
    throw source.error('ADDRESS_WRONG', 'the endpoint is not an HTTP address', hint)
  }
  const clean = prefix.replace(/^\/+|\/+$/g, '')
  return { kind: 's3', name: `s3://${bucket}${clean === '' ? '' : '/'}${clean}`, bucket, prefix: clean, options }
}

/**
 * @param {Source} source
 * @param {string} text
 * @param {'otlp' | 'sentry'} kind
 * @returns {HttpAddress}
 */
function httpAddress (source, text, kind) {
  const address = text.slice(kind.length + 1)
  if (!URL.canParse(address)) throw source.error('ADDRESS_WRONG', 'that is not an HTTP address')
  const url = new URL(address)
  return { kind, name: url.origin + url.pathname, url }
}

module.exports = { parseAddress }
