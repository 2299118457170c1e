'use strict'
// Encrypts a file for the owner of a private key, who alone reads it. The machine that crashed has only the public key.
//
// A file is one line of JSON and then chunks of AES-256-GCM. The key of the file is new for each file: derived by HKDF
// from an X25519 key pair of this file and the recipient's public key, or random and encrypted by RSA-OAEP. The nonce
// of a chunk is its number and, in the last byte, whether it is the last one, so that nothing can be cut off, moved or
// put in. Each chunk authenticates the line, too.

const {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes
} = require('node:crypto')

/** @typedef {import('node:crypto').KeyObject} KeyObject */
/** @typedef {import('./address').Source} Source */

const FORMAT = 'crash-collector-encrypted/1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024
const MAX_LINE_BYTES = 10_000
const MIN_RSA_BITS = 2048
const NEW_LINE = 0x0a
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

/**
 * @param {Source} source
 * @param {string} pem
 * @param {string} name of the file, for errors
 * @returns {KeyObject}
 */
function readPublicKey (source, pem, name) {
  const wrong = (/** @type {string} */ why) => source.error(
    'RECIPIENT_WRONG', `${name} is not a public key to encrypt for: ${why}`, 'a PEM file with a key of X25519 or RSA'
  )
  if (/PRIVATE KEY/.test(pem)) throw wrong('it is a private key, which belongs to those who read dumps')
  /** @type {KeyObject} */
  let key
  try {
    key = createPublicKey(pem)
  } catch (error) {
    throw wrong(messageOf(error))
  }
  if (key.asymmetricKeyType === 'x25519') return key
  if (key.asymmetricKeyType !== 'rsa') throw wrong(`its type is ${key.asymmetricKeyType}`)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < MIN_RSA_BITS) throw wrong(`${bits} bits of RSA are too few`)
  return key
}

/**
 * @param {Source} source
 * @param {string} pem
 * @param {string} name of the file, for errors
 * @returns {KeyObject}
 */
function readPrivateKey (source, pem, name) {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const problem = `${name} is not a private key: ${messageOf(error)}`
    throw source.error('PRIVATE_KEY_WRONG', problem, 'a PEM file, unencrypted')
  }
}

/**
 * @param {Buffer} content
 * @param {KeyObject} recipient public key
 * @returns {Buffer}
 */
function encrypt (content, recipient) {
  const { key, ...how } = recipient.asymmetricKeyType === 'rsa' ? wrappedKey(recipient) : agreedKey(recipient)
  const line = Buffer.from(JSON.stringify({ format: FORMAT, recipient: idOf(recipient), ...how }) + '\n')
  const parts = [line]
  const count = Math.max(1, Math.ceil(content.length / CHUNK_BYTES))
  for (let i = 0; i < count; i++) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(i, i === count - 1)).setAAD(line)
    parts.push(cipher.update(content.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES)), cipher.final())
    parts.push(cipher.getAuthTag())
  }
  return Buffer.concat(parts)
}

/**
 * @param {Source} source
 * @param {Buffer} encrypted
 * @param {KeyObject} privateKey
 * @param {string} name of the file, for errors
 * @returns {Buffer}
 */
function decrypt (source, encrypted, privateKey, name) {
  const damaged = (/** @type {string} */ why) => source.error('DECRYPTION_FAILED', `${name} is not readable: ${why}`)
  const end = encrypted.subarray(0, MAX_LINE_BYTES).indexOf(NEW_LINE)
  const line = encrypted.subarray(0, end + 1)
  const how = parseLine(line)
  if (how === undefined) throw damaged('it is not encrypted, or by a later version')
  if (how.recipient !== idOf(createPublicKey(/** @type {any} */ (privateKey)))) {
    const hint = 'CRASH_COLLECTOR_PRIVATE_KEY names the file of the key'
    throw source.error('KEY_DIFFERS', `${name} is encrypted for another key`, hint)
  }
  try {
    const key = how.wrapped === undefined ? keyOfAgreement(privateKey, how) : keyOfWrapped(privateKey, how.wrapped)
    return decryptChunks(encrypted.subarray(line.length), key, line)
  } catch (error) {
    throw damaged(`it was changed or cut off (${messageOf(error)})`)
  }
}

/**
 * @param {Buffer} body
 * @param {Buffer} key
 * @param {Buffer} line
 */
function decryptChunks (body, key, line) {
  const size = CHUNK_BYTES + TAG_BYTES
  const count = Math.max(1, Math.ceil(body.length / size))
  const parts = []
  for (let i = 0; i < count; i++) {
    const chunk = body.subarray(i * size, (i + 1) * size)
    const decipher = createDecipheriv(CIPHER, key, nonceOf(i, i === count - 1), { authTagLength: TAG_BYTES })
    decipher.setAAD(line).setAuthTag(chunk.subarray(-TAG_BYTES))
    parts.push(decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final())
  }
  return Buffer.concat(parts)
}

/** @param {KeyObject} recipient */
function agreedKey (recipient) {
  const own = generateKeyPairSync('x25519')
  const ephemeral = derOf(own.publicKey)
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey: recipient })
  return { key: derived(secret, ephemeral, derOf(recipient)), ephemeral: ephemeral.toString('base64') }
}

/**
 * @param {KeyObject} privateKey
 * @param {{ ephemeral?: string }} how
 */
function keyOfAgreement (privateKey, { ephemeral = '' }) {
  const der = Buffer.from(ephemeral, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return derived(diffieHellman({ privateKey, publicKey }), der, derOf(createPublicKey(/** @type {any} */ (privateKey))))
}

/**
 * @param {Buffer} secret
 * @param {Buffer} ephemeral
 * @param {Buffer} recipient
 */
function derived (secret, ephemeral, recipient) {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([ephemeral, recipient]), FORMAT, KEY_BYTES))
}

/** @param {KeyObject} recipient */
function wrappedKey (recipient) {
  const key = randomBytes(KEY_BYTES)
  return { key, wrapped: publicEncrypt({ key: recipient, ...OAEP }, key).toString('base64') }
}

/**
 * @param {KeyObject} privateKey
 * @param {string} wrapped
 */
function keyOfWrapped (privateKey, wrapped) {
  return privateDecrypt({ key: privateKey, ...OAEP }, Buffer.from(wrapped, 'base64'))
}

/**
 * @param {number} index
 * @param {boolean} isLast
 */
function nonceOf (index, isLast) {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, NONCE_BYTES - 5)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

/**
 * @param {Buffer} line
 * @returns {{ recipient?: string, ephemeral?: string, wrapped?: string } | undefined}
 */
function parseLine (line) {
  try {
    const parsed = JSON.parse(line.toString())
    return parsed?.format === FORMAT ? parsed : undefined
  } catch {
    return undefined
  }
}

/** @param {KeyObject} publicKey */
function derOf (publicKey) {
  return publicKey.export({ format: 'der', type: 'spki' })
}

/** @param {KeyObject} publicKey @returns {string} by which a reader sees whether his key is the right one */
function idOf (publicKey) {
  return createHash('sha256').update(derOf(publicKey)).digest('hex').slice(0, 16)
}

/** @param {unknown} error */
function messageOf (error) {
  return error instanceof Error ? error.message : String(error)
}

module.exports = { decrypt, encrypt, readPrivateKey, readPublicKey }
