'use strict'
// Brings dumps of a store into a cache on this machine, decrypted, where every command reads them. A stored dump never
// changes, so one that is there already is not fetched again; what is gone from the store goes from the cache.

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { FORMER, isEncrypted, readIdentities, withoutEnding } = require('./encryption')

/** @typedef {import('./address').S3Address | import('./address').DirectoryAddress} StoreAddress */
/** @typedef {import('./s3-store').Store} Store */
/** @typedef {import('./s3-store').StoredFile} StoredFile */
/** @typedef {import('./address').Source} Source */

const AT_ONCE = 8
/** A larger file of a store is none that `upload` has made with its default. */
const MAX_BYTES = 1024 ** 3
const MAX_NAMED = 3

/**
 * @typedef {object} Bring
 * @property {StoreAddress} address
 * @property {(address: StoreAddress) => Store} open
 * @property {string} cache directory
 * @property {{ name: string, text: string }} [privateKey]
 */

/**
 * @param {Source} source
 * @param {Bring} bring
 * @returns {Promise<string>} path of the dump, or of the directory
 */
async function bringStored (source, { address, open, cache, privateKey }) {
  const decrypt = privateKey && await readIdentities(source, privateKey.text, privateKey.name)
  const toDump = (/** @type {string} */ name, /** @type {Buffer} */ content) => {
    if (!isEncrypted(name)) return content
    if (name.endsWith(FORMER)) {
      const hint = 'decrypt it with the version that encrypted it'
      throw source.error('DECRYPTION_FAILED', `${name} is encrypted in the format of versions before age`, hint)
    }
    if (decrypt !== undefined) return decrypt(content, name)
    throw source.error('KEY_MISSING', `${name} is encrypted`, 'CRASH_COLLECTOR_PRIVATE_KEY names the file of the key')
  }
  const { store, files, folder, single } = await filesAt(source, address, open)
  const directory = path.join(cache, cacheName(address), ...folder)
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  /** @type {(Error & { hint?: string })[]} */
  const problems = []
  await eachOf(files, async file => {
    const local = path.join(directory, localName(file.key))
    if (fs.existsSync(local)) return
    try {
      if (file.bytes > MAX_BYTES) throw source.error('DUMP_TOO_LARGE', `${file.key} has ${file.bytes} bytes`)
      writeWhole(local, await toDump(file.key, await store.get(single === undefined ? file.key : single)))
    } catch (error) {
      if (single !== undefined || !isAbout(error)) throw error
      problems.push(error)
    }
  })
  if (single !== undefined) return path.join(directory, localName(files[0].key))
  removeGone(source, directory, new Set(files.map(({ key: each }) => localName(each))))
  if (problems.length > 0 && problems.length === files.length) throw problems[0]
  for (const { message, hint } of problems.slice(0, MAX_NAMED)) {
    source.note(hint === undefined ? message : `${message} (${hint})`)
  }
  if (problems.length > MAX_NAMED) source.note(`${problems.length - MAX_NAMED} more dumps could not be read`)
  return directory
}

/**
 * @param {Source} source
 * @param {StoreAddress} address
 * @param {(address: StoreAddress) => Store} open
 * @returns {Promise<{ store: Store, files: StoredFile[], folder: string[], single?: string }>} folder: in the cache of
 *   the store; single: the key of the one dump that the address names
 */
async function filesAt (source, address, open) {
  const whole = address.kind === 's3' ? address.prefix : address.directory
  const name = whole.split(/[/\\]/).at(-1) ?? ''
  if (dumpOf(source, name) !== null) {
    const folder = address.kind === 's3' ? folderOf(whole.slice(0, -name.length)) : []
    return { store: open(address), files: [{ key: name, bytes: 0 }], folder, single: '' }
  }
  const store = open(address)
  const files = (await store.list()).filter(({ key }) => {
    const parts = safeParts(key)
    return parts !== null && dumpOf(source, parts[parts.length - 1]) !== null
  })
  return { store, files, folder: address.kind === 's3' ? folderOf(whole) : [] }
}

/**
 * @param {Source} source
 * @param {string} name
 * @returns {string | null} name of the dump; null if it is none
 */
function dumpOf (source, name) {
  const dump = withoutEnding(name)
  return source.parseDumpName(dump) === null ? null : dump
}

/**
 * @param {string} key
 * @returns {string[] | null} null if it may lead out of the cache, or cannot be a path everywhere
 */
function safeParts (key) {
  const parts = key.split('/').filter((part, i, all) => part !== '' || i < all.length - 1)
  return parts.every(part => /^[\w=@+-][\w=@+. -]*$/.test(part)) ? parts : null
}

/**
 * @param {string} prefix in a bucket
 * @returns {string[]} its folder in the cache
 */
function folderOf (prefix) {
  return safeParts(prefix) ?? [hashOf(prefix)]
}

/** @param {string} key */
function localName (key) {
  return withoutEnding(key).split('/').join(path.sep)
}

/**
 * @param {StoreAddress} address
 * @returns {string} a name for each bucket of each service, and for each directory
 */
function cacheName (address) {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL } = process.env
  const store = address.kind === 's3'
    ? ['s3', address.options.endpoint ?? AWS_ENDPOINT_URL_S3 ?? '', address.bucket]
    : ['directory', address.directory]
  return hashOf(JSON.stringify(store))
}

/** @param {string} text */
function hashOf (text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * @param {string} file
 * @param {Buffer} content
 */
function writeWhole (file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}.partial`
  fs.writeFileSync(partial, content, { mode: 0o600 })
  fs.renameSync(partial, file)
}

/**
 * @param {Source} source
 * @param {string} directory
 * @param {Set<string>} kept names below it
 */
function removeGone (source, directory, kept) {
  for (const name of /** @type {string[]} */ (fs.readdirSync(directory, { recursive: true }))) {
    const isDump = source.parseDumpName(path.basename(name)) !== null
    if (isDump && !kept.has(name)) fs.rmSync(path.join(directory, name), { force: true })
  }
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => Promise<void>} use several at once
 */
async function eachOf (items, use) {
  const rest = items.values()
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const item of rest) await use(item)
  }))
}

/** The codes of errors that concern one dump, and not the store. */
const OF_ONE_DUMP = ['DECRYPTION_FAILED', 'DUMP_TOO_LARGE', 'KEY_DIFFERS', 'KEY_MISSING', 'STORED_DUMP_MISSING']

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
function isAbout (error) {
  return error instanceof Error && OF_ONE_DUMP.includes(/** @type {{ code?: string }} */ (error).code ?? '')
}

module.exports = { bringStored }
