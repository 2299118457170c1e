'use strict'
// Does what docs/recipes/docker.md and kubernetes.md say, without a container engine (test/helpers/container.js), and
// lets systemd check the unit of systemd.md.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { BY_PAUSE, PATIENT, temporaryDirectory } = require('../helpers/crash')
const { WITHOUT_NAMESPACES, makeImage, runContainer } = require('../helpers/container')
const { blocks, commands, missingIn, readRecipe, writePrograms } = require('../helpers/recipe')
const { runCli } = require('../helpers/run-cli')
const { NODE } = require('../helpers/run-node')

const DOCKER = readRecipe('docker.md')
const KUBERNETES = readRecipe('kubernetes.md')
/** What Kubernetes takes from the end of a log. */
const MESSAGE = { lines: 80, bytes: 2048 }

/** @typedef {{ image: string, cwd: string, env: Record<string, string>, command: string[], isRoot: boolean }} Built */

/**
 * Builds the image of the page's Dockerfile. The lines FROM, and RUN with npm, are not run.
 * @param {string} directory
 * @returns {Built}
 */
function build (directory) {
  const [dockerfile] = blocks(DOCKER, 'dockerfile')
  const instructions = dockerfile.split('\n').filter(line => /^[A-Z]/.test(line))
  const lines = instructions.map(line => /** @type {[string, string]} */ (line.split(/ (.*)/s)))
  const of = (/** @type {string} */ instruction) =>
    lines.filter(([name]) => name === instruction).map(([, rest]) => rest)
  const image = path.join(directory, 'image')
  const [cwd] = of('WORKDIR')
  const application = makeImage(image, cwd)
  writePrograms(DOCKER, application)
  for (const each of of('RUN').filter(each => !each.startsWith('npm '))) {
    const command = each.replace('npx ', 'node_modules/.bin/') // there is no npm
    const { exitCode, stdout, stderr } = runContainer(image, ['sh', '-c', command], { cwd, env: {}, isRoot: true })
    if (exitCode !== 0) throw new Error(`RUN ${command}: ${stdout}${stderr}`)
  }
  const env = Object.fromEntries(of('ENV').map(line => {
    const [, name, value] = /** @type {RegExpExecArray} */ (/^(\w+)="?(.*?)"?$/.exec(line))
    return [name, value]
  }))
  const isRoot = of('USER')[0] !== 'node'
  return { image, cwd, env: { ...PATIENT, ...env }, command: JSON.parse(of('CMD')[0]), isRoot }
}

/** @param {string} image @param {string} directory in it; its owner and mode are those of the volume, as in Docker */
function newVolume (image, directory) {
  const volume = fs.mkdtempSync(path.join(image, '..', 'volume-'))
  const { uid, gid, mode } = fs.statSync(path.join(image, directory))
  fs.chownSync(volume, uid, gid)
  fs.chmodSync(volume, mode & 0o7777)
  return volume
}

const SKIP = BY_PAUSE || WITHOUT_NAMESPACES
const directory = fs.realpathSync(temporaryDirectory(t))
const built = SKIP === false ? build(directory) : undefined

t.test('Docker', { skip: SKIP }, async t => {
  const { image, command, ...defaults } = /** @type {Built} */ (built)
  /** @type {Record<string, string>} */
  const volumes = {}
  for (const { text, prints } of blocks(DOCKER, 'console').flatMap(commands)) {
    const [, options = '', own = ''] = /^docker run (.*?) shop\b ?([^>]*?)(?: ?>.*)?$/.exec(text) ?? []
    if (/^docker build/.test(text)) continue
    if (/^npx crash-collector/.test(text)) {
      const input = fs.readFileSync(path.join(directory, 'shop.log'), 'utf8')
      const shown = await runCli(text.split(' ').slice(2, 4), { cwd: directory, input })
      t.equal(missingIn(prints, shown.stdout), null, text, shown)
      continue
    }
    const [, name, place] = /--volume (\w+):(\S+)/.exec(options) ?? []
    if (name !== undefined) volumes[name] ??= newVolume(image, place)
    const ended = runContainer(image, own === '' ? command : own.split(' '), {
      ...defaults,
      readOnly: options.includes('--read-only'),
      volumes: name === undefined ? {} : { [place]: volumes[name] }
    })
    t.equal(ended.exitCode, own === '' ? 1 : 0, text, ended)
    t.equal(missingIn(prints, ended.stdout + ended.stderr), null, text, ended)
    fs.writeFileSync(path.join(directory, 'shop.log'), ended.stdout + ended.stderr)
  }
  t.equal(fs.readdirSync(volumes.crashes).length, 1, 'the volume has the dump')
})

t.test('Kubernetes', { skip: SKIP }, async t => {
  const { image, command, env, ...defaults } = /** @type {Built} */ (built)
  const [yaml] = blocks(KUBERNETES, 'yaml')
  for (const line of ['runAsUser: 1000', 'runAsGroup: 1000', 'fsGroup: 1000', 'readOnlyRootFilesystem: true']) {
    t.ok(yaml.includes(line), `${line}, as here`)
  }
  const [, settings] = /** @type {RegExpExecArray} */ (/name: CRASH_COLLECTOR_DIR, value: (\S+) /.exec(yaml))
  const [, place] = /** @type {RegExpExecArray} */ (/mountPath: (\S+) /.exec(yaml))
  const emptyDir = newVolume(image, '/')
  fs.chownSync(emptyDir, 0, 1000)
  fs.chmodSync(emptyDir, 0o2777)
  const options = {
    ...defaults,
    env: { ...env, CRASH_COLLECTOR_DIR: settings },
    readOnly: true,
    volumes: { [place]: emptyDir }
  }
  const died = runContainer(image, command, options)
  t.equal(died.exitCode, 1)
  const log = (died.stdout + died.stderr).trimEnd().split('\n').slice(-MESSAGE.lines).join('\n')
  const message = Buffer.from(log).subarray(-MESSAGE.bytes).toString()
  const [wanted] = blocks(KUBERNETES, 'text')
  t.equal(missingIn(['...', ...wanted.trim().split('\n')], message), null, 'the termination message', { message })

  const [{ text, prints }] = blocks(KUBERNETES, 'console').flatMap(commands)
  const sidecar = runContainer(image, text.replace(/^.* -- /, '').split(' '), options)
  t.equal(missingIn(prints, sidecar.stdout), null, text, sidecar)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
t.test('systemd accepts the unit', { skip: !hasSystemd && 'there is no systemd-analyze' }, async t => {
  const file = path.join(directory, 'shop.service')
  fs.writeFileSync(file, blocks(readRecipe('systemd.md'), 'ini')[0].replace('/usr/bin/node', NODE))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  t.same([status, stderr], [0, ''])
})
