'use strict'
// Encrypts a file for the owners of private keys, who alone read it. The machine that crashed has only public keys. The
// format is age's (https://age-encryption.org/v1), so that its own tools read what is in a store, too.

const fs = require('node:fs')

/** @typedef {import('./address').Source} Source */

/** How the names of encrypted files end. */
const ENCRYPTED = '.age'
/** How they ended before; such files have a format of their own, which nothing reads any more. */
const FORMER = '.enc'
/** The first line of each file of age. */
const FIRST_LINE = 'age-encryption.org/v1\n'
/** Lines of a file of keys, as `age` and `age-keygen` write it: keys, comments and empty lines. */
const NO_KEY = /^\s*(?:#|$)/
const NO_IDENTITY = /no identity matched/

/** The flag that commands share. @type {[string, string]} */
const RECIPIENT_FLAG = ['--recipient <file>', 'encrypt by age for the owners of these public keys (age1…)']

// The library is a module of the language's own kind, and it is loaded only where something is encrypted.
const loadAge = () => import('age-encryption')

/**
 * @param {string} text
 * @returns {string[]}
 */
function keysIn (text) {
  return text.split(/\r?\n/).filter(line => !NO_KEY.test(line)).map(line => line.trim())
}

/**
 * @param {string[]} keys
 * @param {(key: string) => void} add throws for what is no key
 * @param {(why: string) => Error} wrong
 */
function addKeys (keys, add, wrong) {
  if (keys.length === 0) throw wrong('it is empty')
  for (const key of keys) {
    try {
      add(key)
    } catch (error) {
      throw wrong(messageOf(error))
    }
  }
}

/**
 * @param {Source} source
 * @param {string} text lines with public keys, `age1…`
 * @param {string} name of the file, for errors
 * @returns {Promise<(content: Buffer) => Promise<Buffer>>} encrypts for the owners of these keys
 */
async function readRecipients (source, text, name) {
  const wrong = (/** @type {string} */ why) => source.error(
    'RECIPIENT_WRONG', `${name} has no public key to encrypt for: ${why}`, '`age-keygen -y key.txt` writes it: age1…'
  )
  const keys = keysIn(text)
  if (keys.some(key => key.startsWith('AGE-SECRET-KEY-') || key.includes('PRIVATE KEY'))) {
    throw wrong('it has a private key, which belongs to those who read dumps')
  }
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  addKeys(keys, key => encrypter.addRecipient(key), wrong)
  return async content => Buffer.from(await encrypter.encrypt(content))
}

/**
 * @param {Source} source
 * @param {string} file with public keys
 * @returns {ReturnType<typeof readRecipients>}
 */
async function recipientsIn (source, file) {
  return await readRecipients(source, readText(source, file), file)
}

/**
 * @param {Source} source
 * @param {string} file
 */
function readText (source, file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    throw source.error('KEY_NOT_READ', `the key ${file} cannot be read: ${code ?? message}`)
  }
}

/**
 * @param {Source} source
 * @param {string} text lines with private keys, `AGE-SECRET-KEY-…`
 * @param {string} name of the file, for errors
 * @returns {Promise<(content: Buffer, name: string) => Promise<Buffer>>} decrypts; name: of the file, for errors
 */
async function readIdentities (source, text, name) {
  const wrong = (/** @type {string} */ why) => source.error(
    'PRIVATE_KEY_WRONG', `${name} has no private key: ${why}`, '`age-keygen -o key.txt` makes one'
  )
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  addKeys(keysIn(text), key => decrypter.addIdentity(key), wrong)
  return async (content, name) => {
    if (!content.subarray(0, FIRST_LINE.length).equals(Buffer.from(FIRST_LINE))) {
      throw source.error('DECRYPTION_FAILED', `${name} is not readable: it is not encrypted by age`)
    }
    try {
      return Buffer.from(await decrypter.decrypt(content))
    } catch (error) {
      const why = messageOf(error)
      if (!NO_IDENTITY.test(why)) {
        throw source.error('DECRYPTION_FAILED', `${name} is not readable: it was changed or cut off (${why})`)
      }
      const hint = 'CRASH_COLLECTOR_PRIVATE_KEY names the file of the key'
      throw source.error('KEY_DIFFERS', `${name} is encrypted for another key`, hint)
    }
  }
}

/** @param {string} name of a file @returns {boolean} */
function isEncrypted (name) {
  return name.endsWith(ENCRYPTED) || name.endsWith(FORMER)
}

/**
 * @param {string} name of a file
 * @returns {string} of what is in it
 */
function withoutEnding (name) {
  return isEncrypted(name) ? name.slice(0, -ENCRYPTED.length) : name
}

/** @param {unknown} error */
function messageOf (error) {
  return error instanceof Error ? error.message : String(error)
}

module.exports = {
  ENCRYPTED,
  FORMER,
  RECIPIENT_FLAG,
  isEncrypted,
  readIdentities,
  readRecipients,
  readText,
  recipientsIn,
  withoutEnding
}
