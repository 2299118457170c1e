'use strict'
// A small server that speaks as much of S3's protocol as dumps need: it puts, gets and lists objects, which it keeps in
// memory, and checks every signature. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

const { createHash, createHmac } = require('node:crypto')
const { once } = require('node:events')
const http = require('node:http')

const PAGE = 1000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/**
 * @typedef {object} Options
 * @property {string} accessKeyId
 * @property {string} secretAccessKey
 * @property {string[]} buckets
 * @property {number} [port] any one if there is none
 * @property {number} [pageSize] number of objects that one answer lists
 * @property {(request: http.IncomingMessage, response: http.ServerResponse) => boolean} [fault] for tests: true if it
 *   has done with the request what a broken server or connection would do
 */

/** @typedef {{ endpoint: string, objects: Map<string, Buffer>, close: () => Promise<void> }} S3Server */

/**
 * @param {Options} options
 * @returns {Promise<S3Server>} objects: by bucket and key
 */
async function startS3Server (options) {
  /** @type {Map<string, Buffer>} */
  const objects = new Map()
  const server = http.createServer((request, response) => {
    if (options.fault?.(request, response) === true) return
    answer(request, { ...options, objects }).then(
      ({ status, body, type }) => {
        response.writeHead(status, { 'content-type': type ?? 'application/xml', 'content-length': body.length })
        response.end(request.method === 'HEAD' ? undefined : body)
      },
      () => response.destroy() // the client is gone, and what it has sent of an object with it
    )
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { endpoint: `http://127.0.0.1:${port}`, objects, close }
}

/**
 * @param {http.IncomingMessage} request
 * @param {Options & { objects: Map<string, Buffer> }} store
 * @returns {Promise<{ status: number, body: Buffer | string, type?: string }>}
 */
async function answer (request, { objects, buckets, pageSize = PAGE, ...keys }) {
  const body = await bodyOf(request)
  const refusal = refusalOf(request, body, keys)
  if (refusal !== null) return failure(403, refusal)
  const url = new URL(String(request.url), 'http://localhost')
  const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  if (!buckets.includes(bucket)) return failure(404, 'NoSuchBucket')
  const name = `${bucket}/${key}`
  if (request.method === 'PUT') {
    objects.set(name, body)
    return { status: 200, body: '' }
  }
  if (request.method !== 'GET') return failure(405, 'MethodNotAllowed')
  if (key === '') return list(objects, bucket, { query: url.searchParams, pageSize })
  const found = objects.get(name)
  return found === undefined
    ? failure(404, 'NoSuchKey')
    : { status: 200, body: found, type: 'application/octet-stream' }
}

/**
 * @param {http.IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
async function bodyOf (request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * @param {Map<string, Buffer>} objects
 * @param {string} bucket
 * @param {{ query: URLSearchParams, pageSize: number }} how
 */
function list (objects, bucket, { query, pageSize }) {
  const start = `${bucket}/${query.get('prefix') ?? ''}`
  const after = query.get('continuation-token') ?? ''
  const all = [...objects.keys()].filter(name => name.startsWith(start) && name > after).sort()
  const page = all.slice(0, pageSize)
  const contents = page.map(name => {
    const key = escaped(name.slice(bucket.length + 1))
    return `<Contents><Key>${key}</Key><Size>${objects.get(name)?.length}</Size></Contents>`
  })
  const isCut = all.length > page.length
  const next = isCut ? `<NextContinuationToken>${escaped(page[page.length - 1])}</NextContinuationToken>` : ''
  const body = `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  return { status: 200, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` }
}

/**
 * @param {number} status
 * @param {string} code
 */
function failure (status, code) {
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>` }
}

/** @param {string} text */
function escaped (text) {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`)
}

/**
 * @param {http.IncomingMessage} request
 * @param {Buffer} body
 * @param {{ accessKeyId: string, secretAccessKey: string }} keys
 * @returns {string | null} null if the request is signed as it should be
 */
function refusalOf ({ method, url = '', headers }, body, { accessKeyId, secretAccessKey }) {
  const [, id, scope = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, search } = new URL(url, 'http://localhost')
  const canonical = [
    method,
    pathname,
    search.slice(1).split('&').map(pair => (pair === '' || pair.includes('=') ? pair : `${pair}=`)).sort().join('&'),
    ...names.split(';').map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${scope}/aws4_request`, sha256(canonical)].join('\n')
  const key = [...scope.split('/'), 'aws4_request'].reduce(
    (/** @type {string | Buffer} */ secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`
  )
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** @param {string | Buffer} data */
function sha256 (data) {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * @param {string | Buffer} key
 * @param {string} data
 */
function hmac (key, data) {
  return createHmac('sha256', key).update(data).digest()
}

module.exports = { startS3Server }
