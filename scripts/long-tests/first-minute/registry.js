'use strict'
// A registry that has packages which were packed here, and sends all other questions on to npm's. It is a process of
// its own, because the script waits for the package managers.

const { execFileSync, spawn } = require('node:child_process')
const { createHash } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')

/**
 * @param {string[]} tarballs
 * @returns {Promise<{ url: string, close: () => void }>}
 */
async function startRegistry (tarballs) {
  const child = spawn(process.execPath, [__filename, ...tarballs], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { url: url.trim(), close: () => child.kill() }
}

/** @param {string[]} tarballs */
async function serve (tarballs) {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const packages = new Map(tarballs.map(file => [manifestOf(file).name, file]))
  const server = http.createServer((request, response) => {
    const asked = decodeURIComponent(String(request.url).slice(1))
    const named = packages.get(asked)
    const tarball = tarballs.find(each => asked === `-/${path.basename(each)}`)
    if (named !== undefined) response.end(JSON.stringify(packument(named, url)))
    else if (tarball !== undefined) response.end(fs.readFileSync(tarball))
    else response.writeHead(302, { location: new URL(String(request.url).slice(1), upstream).href }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`
  console.log(url)
}

/** @param {string} tarball */
function manifestOf (tarball) {
  return JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))
}

/**
 * What a registry answers about a package with one version.
 * @param {string} tarball
 * @param {string} url of the registry
 */
function packument (tarball, url) {
  const manifest = manifestOf(tarball)
  const bytes = fs.readFileSync(tarball)
  const dist = {
    tarball: `${url}-/${path.basename(tarball)}`,
    shasum: createHash('sha1').update(bytes).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  }
  const { name, version } = manifest
  const hasInstallScript = manifest.scripts?.install !== undefined
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist, ...(hasInstallScript ? { hasInstallScript } : {}) } },
    time: { [version]: '2026-01-01T00:00:00.000Z' }
  }
}

if (require.main === module) serve(process.argv.slice(2))

module.exports = { startRegistry }
