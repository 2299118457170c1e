'use strict'
// A store in a bucket of S3, or of another service that speaks its protocol.

/** @typedef {import('./address').Source} Source */
/** @typedef {{ key: string, bytes: number }} StoredFile key: below the address; '' if it is the address of the file */

/**
 * @typedef {object} Store
 * @property {string} name
 * @property {(key: string, content: Buffer) => Promise<void>} put a file is there as a whole or not at all
 * @property {() => Promise<StoredFile[]>} list
 * @property {(key: string) => Promise<Buffer>} get
 */

/** The client tries again after lost connections and answers of a busy server, with longer and longer waits. */
const MAX_ATTEMPTS = 4
const CONNECTION_MS = 5000
/** Time without a byte. */
const SILENCE_MS = 15_000

/** The codes by which servers refuse credentials that are wrong or too old. */
const CREDENTIALS = new Set([
  'AccessDenied',
  'ExpiredToken',
  'Forbidden',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired'
])
const CREDENTIALS_HINT =
  'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine, and what it may do with the bucket'

/**
 * @param {Source} source
 * @param {import('./address').S3Address} address
 * @returns {Store}
 */
function createS3Store (source, { name, bucket, prefix, options }) {
  // The client would say on stderr, in ten lines, which versions of Node.js its later versions need.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = require('@aws-sdk/client-s3')
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3, AWS_DEFAULT_REGION, AWS_REGION = AWS_DEFAULT_REGION } = process.env
  const endpoint = options.endpoint ?? AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL
  // Stores of others have no regions, and the names of their buckets are in the path.
  const region = options.region ?? AWS_REGION ?? (endpoint === undefined ? undefined : 'us-east-1')
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: options.pathStyle === undefined ? endpoint !== undefined : options.pathStyle === 'true',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECTION_MS, socketTimeout: SILENCE_MS },
    // Stores of others may not know the newer checksums. The signature holds the SHA-256 of the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED'
  })
  const keyOf = (/** @type {string} */ key) => [prefix, key].filter(part => part !== '').join('/')

  /**
   * @template T
   * @param {() => Promise<T>} request
   * @returns {Promise<T>}
   */
  async function asked (request) {
    try {
      return await request()
    } catch (error) {
      throw explained(source, { name, bucket }, error)
    }
  }

  /** @returns {Promise<StoredFile[]>} */
  async function list () {
    const folder = prefix === '' ? '' : `${prefix}/`
    /** @type {StoredFile[]} */
    const files = []
    /** @type {string | undefined} */
    let from
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ContinuationToken: from })
      )
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        files.push({ key: Key.slice(folder.length), bytes: Size })
      }
      from = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (from !== undefined)
    return files
  }

  /** @param {string} key */
  async function get (key) {
    for (let attempt = 1; ; attempt++) {
      const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(key) }))
      try {
        const content = Buffer.from(await /** @type {any} */ (Body).transformToByteArray())
        if (ContentLength === undefined || content.length === ContentLength) return content
        throw new Error(`${content.length} of ${ContentLength} bytes came`)
      } catch (error) {
        // The client itself tries again only until the answer begins.
        if (attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  return {
    name,
    put: (key, content) => asked(async () => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(key), Body: content }))
    }),
    list: () => asked(list),
    get: key => asked(() => get(key))
  }
}

/**
 * @param {Source} source
 * @param {{ name: string, bucket: string }} store
 * @param {any} error of the client
 */
function explained (source, { name, bucket }, error) {
  const status = error?.$metadata?.httpStatusCode
  const said = [status, error?.name, error?.code].filter(each => each !== undefined).join(' ')
  if (error?.name === 'CredentialsProviderError') {
    return source.error('STORE_REFUSED', `there are no credentials for ${name}`, CREDENTIALS_HINT)
  }
  if (CREDENTIALS.has(error?.name) || status === 401 || status === 403) {
    return source.error('STORE_REFUSED', `${name} does not accept these credentials: ${said}`, CREDENTIALS_HINT)
  }
  if (error?.name === 'NoSuchBucket') {
    return source.error('STORE_MISSING', `there is no bucket ${bucket}`, 'make it, or name another one')
  }
  if (status === 404) return source.error('STORED_DUMP_MISSING', `${name} has no such dump`)
  if (/region/i.test(error?.message) && status === undefined) {
    return source.error('STORE_REFUSED', `${name} is in an unknown region`, 'AWS_REGION, or ?region= in the address')
  }
  const why = String(error?.message ?? '').split('\n', 1)[0]
  return status === undefined
    ? source.error('STORE_NOT_REACHED', `${name} does not answer: ${why || said}`)
    : source.error('STORE_NOT_REACHED', `${name} answers with an error: ${said}`)
}

module.exports = { createS3Store }
