'use strict'
// Takes dumps to where all of them are kept, by way of a spool, and brings them back. `crash-collector upload` starts
// the first after a crash, in a process of its own; commands that get the address of a store start the second.

const fs = require('node:fs')
const path = require('node:path')
const { parseAddress } = require('./address')
const { bringStored } = require('./bring-stored')
const { createDirectoryStore } = require('./directory-store')
const { ENCRYPTED, isEncrypted, readText, recipientsIn } = require('./encryption')
const { createHttpReceiver } = require('./http-receiver')
const { createS3Store } = require('./s3-store')
const { keep, keyOf, spoolBeside, waitingIn } = require('./spool')

/** @typedef {import('./address').Source} Source */
/** @typedef {'dump' | 'otlp' | 'sentry'} Form */

/**
 * The part of a dump that leaves the machine, and the place where it goes.
 * @typedef {object} Upload
 * @property {string} dump path
 * @property {string} to address
 * @property {string} [recipient] file of public keys
 * @property {number} maxBytes
 * @property {(form: Form) => Promise<Buffer>} read makes what leaves, before encryption
 */

/** @typedef {{ key: string, bytes: number }} Sent */
/** @typedef {{ name: string, put: (key: string, content: Buffer) => Promise<void> }} Receiver */
/** @typedef {(content: Buffer) => Promise<Buffer>} Encrypt */

/** The rest of the spool is sent for so long; what is left then has its turn after the next dump. */
const REST_MS = 20_000

/** Ends of names. */
const ENDS = { dump: '', otlp: '.otlp.json', sentry: '.sentry-envelope' }

/**
 * @param {Source} source
 * @param {Upload} upload
 * @returns {Promise<{ to: string, sent: Sent[], waiting: number }>} sent: the dump itself, and what had waited before
 */
async function upload (source, { dump, to, recipient, maxBytes, read }) {
  const address = parseAddress(source, to)
  const form = address.kind === 'otlp' || address.kind === 'sentry' ? address.kind : 'dump'
  if (recipient !== undefined && form !== 'dump') {
    throw source.error('ADDRESS_WRONG', `${address.name} takes no encrypted dumps`)
  }
  const encrypt = recipient === undefined ? undefined : await recipientsIn(source, recipient)
  const receiver = receiverAt(source, address)
  const spool = spoolBeside(dump, form)
  const key = await keepDump(source, { dump, encrypt, maxBytes, form, read, spool })
  // The dump itself comes first: the caller wants to know of this one.
  const sent = await send(path.join(spool, key), { key, receiver, encrypt }).catch(error => {
    throw error.code === undefined
      ? error
      : source.error(error.code, `${error.message}; the dump waits in ${spool}`, error.hint)
  })
  const start = Date.now()
  for (const { key: waiting, file } of waitingIn(spool)) {
    if (Date.now() - start > REST_MS) break
    try {
      sent.push(...await send(file, { key: waiting, receiver, encrypt }))
    } catch {
      break // it waits, as before
    }
  }
  return { to: receiver.name, sent, waiting: waitingIn(spool).length }
}

/**
 * Puts what will be sent of a dump into the spool.
 * @param {Source} source
 * @param {Omit<Upload, 'to' | 'recipient'> & { encrypt?: Encrypt, form: Form, spool: string }} upload
 * @returns {Promise<string>} key
 */
async function keepDump (source, { dump, encrypt, maxBytes, form, read, spool }) {
  const key = keyOf(source, path.basename(dump)) + ENDS[form] + (encrypt === undefined ? '' : ENCRYPTED)
  const content = await read(form)
  if (content.length > maxBytes) {
    throw source.error('DUMP_TOO_LARGE', `${dump} has ${content.length} bytes, more than ${maxBytes}`)
  }
  keep(source, spool, key, encrypt === undefined ? content : await encrypt(content))
  return key
}

/**
 * @param {string} file in the spool
 * @param {{ key: string, receiver: Receiver, encrypt?: Encrypt }} how
 * @returns {Promise<Sent[]>} empty if another process has sent it meanwhile
 */
async function send (file, { key, receiver, encrypt }) {
  const kept = contentOf(file)
  if (kept === null) return []
  // It may have waited since a time when the machine had no recipient.
  const isOpen = encrypt !== undefined && !isEncrypted(key)
  const content = isOpen ? await encrypt(kept) : kept
  const sent = { key: isOpen ? key + ENCRYPTED : key, bytes: content.length }
  await receiver.put(sent.key, content)
  // Its folder stays, because another process may be about to put a file there.
  fs.rmSync(file, { force: true })
  return [sent]
}

/**
 * @param {string} file
 * @returns {Buffer | null} null: another process has sent it meanwhile
 */
function contentOf (file) {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null
    throw error
  }
}

/**
 * @param {Source} source
 * @param {ReturnType<typeof parseAddress>} address
 * @returns {Receiver}
 */
function receiverAt (source, address) {
  return address.kind === 's3' || address.kind === 'directory'
    ? storeAt(source, address)
    : createHttpReceiver(source, address)
}

/**
 * @param {Source} source
 * @param {import('./address').S3Address | import('./address').DirectoryAddress} address
 */
function storeAt (source, address) {
  return address.kind === 's3' ? createS3Store(source, address) : createDirectoryStore(source, address)
}

/**
 * Brings what an address names into a directory of this machine.
 * @param {Source} source
 * @param {{ from: string, cache: string, privateKey?: string }} what cache: a directory; privateKey: a file
 * @returns {Promise<string>} path of the dump, or of the directory
 */
async function bring (source, { from, cache, privateKey }) {
  const address = parseAddress(source, from)
  if (address.kind !== 's3' && address.kind !== 'directory') {
    throw source.error('ADDRESS_WRONG', `${address.name} is not a store of dumps`)
  }
  return bringStored(source, {
    address,
    open: each => storeAt(source, each),
    cache,
    ...(privateKey !== undefined && { privateKey: { name: privateKey, text: readText(source, privateKey) } })
  })
}

module.exports = { bring, upload }
