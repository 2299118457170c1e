'use strict'
// Runs programs as a container engine does, by Linux' own means: in namespaces, as the first process, with another root
// directory, as another user without capabilities.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { PREBUILDS } = require('../../lib/addon/native')
const { copyOwnAddons } = require('../../scripts/build/node-gyp')
const { installCopy } = require('../package/installed-copy')
const { NODE } = require('./run-node')

const ROOT = path.join(__dirname, '..', '..')
/** What comes from this machine, in place of a base image. */
const OF_MACHINE = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives', '/etc/ld.so.cache']
/** Where Node.js is in the image. */
const NODE_BIN = '/opt/node'
const USER = { name: 'node', uid: 1000, gid: 1000 }

/**
 * The words of the script come as its arguments, so nothing in them is read by the shell.
 * $1: the image, $2: `ro` or `rw`, $3: mounts of files and directories, $4: volumes; then the command.
 */
const ENTER = `
set -e
image=$1 mode=$2 machine=$3 volumes=$4
shift 4
mount --bind "$image" "$image"
for each in $machine; do
  from=\${each%%:*} to=$image\${each##*:}
  mount --rbind "$from" "$to"
  mount -o remount,bind,ro "$to"
done
mount --rbind /dev "$image/dev"
mount -t proc proc "$image/proc"
for each in $volumes; do mount --bind "\${each%%:*}" "$image\${each##*:}"; done
[ "$mode" = rw ] || mount -o remount,bind,ro "$image"
exec chroot "$image" "$@"
`

/**
 * @typedef {object} ContainerOptions
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {boolean} [readOnly]
 * @property {Record<string, string>} [volumes] directories of this machine by their paths in the container
 * @property {boolean} [isRoot]
 */

/** The reason to skip a test. In CI no test is skipped that can be run. */
const WITHOUT_NAMESPACES = canIsolate() ? false : 'this user may not make namespaces'

function canIsolate () {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const script = 'mount -t tmpfs tmpfs /mnt && mount -t proc proc /proc && exec setpriv --reuid=1000 true'
  return spawnSync('unshare', [...NAMESPACES(), 'sh', '-c', script]).status === 0
}

function NAMESPACES () {
  return ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
}

/**
 * Makes a root directory with the user `node`, the Node.js under test and an application's node_modules.
 * @param {string} image directory that is made
 * @param {string} workdir the application's directory
 * @returns {string} that directory, outside of the container
 */
function makeImage (image, workdir) {
  const application = path.join(image, workdir)
  for (const directory of ['dev', 'proc', 'etc', 'tmp', 'var', NODE_BIN, workdir]) {
    fs.mkdirSync(path.join(image, directory), { recursive: true })
  }
  fs.chmodSync(path.join(image, 'tmp'), 0o1777)
  fs.writeFileSync(path.join(image, 'etc/passwd'), `${USER.name}:x:${USER.uid}:${USER.gid}::/home/node:/bin/sh\n`)
  fs.writeFileSync(path.join(image, 'etc/group'), `${USER.name}:x:${USER.gid}:\n`)
  for (const { from, to } of machineMounts()) {
    const target = path.join(image, to)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    if (fs.statSync(from).isDirectory()) fs.mkdirSync(target, { recursive: true })
    else fs.writeFileSync(target, '')
  }
  installApplication(application)
  return application
}

/** @param {string} application a directory that gets the package, with its addons and its dependencies */
function installApplication (application) {
  const copy = installCopy(application)
  copyOwnAddons(path.join(copy, path.relative(ROOT, PREBUILDS)))
  const modules = path.join(application, 'node_modules')
  for (const name of fs.readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(modules, name)
    if (!fs.lstatSync(file).isSymbolicLink()) continue
    const real = fs.realpathSync(file)
    fs.unlinkSync(file)
    fs.cpSync(real, file, { recursive: true })
  }
  fs.mkdirSync(path.join(modules, '.bin'))
  fs.symlinkSync('../crash-collector/bin/crash-collector.js', path.join(modules, '.bin', 'crash-collector'))
}

/** @returns {{ from: string, to: string }[]} */
function machineMounts () {
  const there = OF_MACHINE.filter(file => fs.existsSync(file)).map(file => ({ from: file, to: file }))
  return [...there, { from: path.dirname(NODE), to: NODE_BIN }]
}

/**
 * @param {string} image as makeImage() has made it
 * @param {string[]} command
 * @param {ContainerOptions} options
 * @returns {{ exitCode: number | null, stdout: string, stderr: string }}
 */
function runContainer (image, command, { cwd, env, readOnly = false, volumes = {}, isRoot = false }) {
  const bound = (/** @type {[string, string][]} */ pairs) => pairs.map(([from, to]) => `${from}:${to}`).join(' ')
  const ids = [`--reuid=${USER.uid}`, `--regid=${USER.gid}`, '--clear-groups']
  const privileges = ['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs']
  const become = isRoot ? [] : ['/usr/bin/setpriv', ...ids, ...privileges]
  const variables = Object.entries({ PATH: `${NODE_BIN}:/usr/bin:/bin`, ...env })
  const { status, stdout, stderr } = spawnSync('unshare', [
    ...NAMESPACES(),
    'sh', '-c', ENTER, 'sh',
    image,
    readOnly ? 'ro' : 'rw',
    bound(machineMounts().map(({ from, to }) => [from, to])),
    bound(Object.entries(volumes).map(([to, from]) => [from, to])),
    ...become,
    '/usr/bin/env', '-i', `--chdir=${cwd}`, ...variables.map(([name, value]) => `${name}=${value}`),
    ...command
  ], { encoding: 'utf8', env: { PATH: process.env.PATH }, maxBuffer: 2 ** 26 })
  return { exitCode: status, stdout, stderr }
}

module.exports = { WITHOUT_NAMESPACES, machineMounts, makeImage, runContainer }
