'use strict'
// npm run test:systemd: does what docs/recipes/systemd.md says. systemd runs the page's unit as the first process of
// new namespaces, in a root directory that is made for it: what it sees of this machine is read-only, and the units
// that systemd starts by default, which would empty /tmp and set sysctls, are left out. Needs root and systemd 252 or
// newer, so it is no part of `npm test`.

const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { machineMounts, makeImage } = require('../../test/helpers/container')
const { blocks, commands, missingIn, readRecipe, writePrograms } = require('../../test/helpers/recipe')

const CLI = path.join(__dirname, '..', '..', 'bin', 'crash-collector.js')
const APPLICATION = '/srv/shop'
const LOG = 'log'
/**
 * What the page does not have: the service needs no other unit, is not started again, and systemd ends with its exit
 * code.
 */
const OF_THIS_RUN = `[Unit]
DefaultDependencies=no
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Restart=no
StandardOutput=file:/${LOG}
StandardError=file:/${LOG}
`
const NAMESPACES = ['--mount', '--pid', '--ipc', '--uts', '--net', '--cgroup', '--fork', '--kill-child']
/** $1: the root directory, $2: read-only mounts. Nothing outside of the root directory stays mounted. */
const BOOT = `
set -e
root=$1
mount --bind "$root" "$root"
cd "$root"
for each in $2; do
  mount --bind "\${each%%:*}" "$root\${each##*:}"
  mount -o remount,bind,ro "$root\${each##*:}"
done
mount -t tmpfs tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for each in null zero full random urandom tty; do
  touch dev/$each
  mount --bind /dev/$each dev/$each
done
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t tmpfs tmpfs run
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 none sys/fs/cgroup
pivot_root . old
umount -l /old
exec /usr/bin/env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd --system \\
  --unit=shop.service --log-target=console --show-status=no
`

/**
 * @param {string} root the directory that becomes systemd's root
 * @param {string} page
 */
function prepare (root, page) {
  writePrograms(page, makeImage(root, APPLICATION))
  for (const directory of ['run', 'old', 'sys', 'var/lib', 'etc/systemd/system/shop.service.d']) {
    fs.mkdirSync(path.join(root, directory), { recursive: true })
  }
  fs.writeFileSync(path.join(root, LOG), '')
  // Without it systemd takes this for the first start of a machine, and enables all units.
  fs.writeFileSync(path.join(root, 'etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`)
  const [unit] = blocks(page, 'ini')
  const units = path.join(root, 'etc/systemd/system')
  fs.writeFileSync(path.join(units, 'shop.service'), unit.replace('/usr/bin/node', '/opt/node/node'))
  fs.writeFileSync(path.join(units, 'shop.service.d/of-this-run.conf'), OF_THIS_RUN)
}

/** @param {string} directory */
function trySystemd (directory) {
  const root = path.join(directory, 'root')
  const page = readRecipe('systemd.md')
  prepare(root, page)
  const mounts = machineMounts().map(({ from, to }) => `${from}:${to}`).join(' ')
  const booted = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', BOOT, 'sh', root, mounts], { encoding: 'utf8' })
  const log = fs.readFileSync(path.join(root, LOG), 'utf8')
  process.stdout.write(booted.stdout + booted.stderr + log)
  assert.strictEqual(booted.status, 1, 'the exit code of the service')
  const [journal, show] = blocks(page, 'console').flatMap(commands)
  assert.strictEqual(missingIn(['...', ...journal.prints, '...'], log), null)

  const env = { ...process.env, CRASH_COLLECTOR_DIR: path.join(root, 'var/lib/private/shop/crashes') }
  const shown = spawnSync(process.execPath, [CLI, 'show'], { cwd: directory, env, encoding: 'utf8' })
  process.stdout.write(shown.stdout)
  assert.strictEqual(missingIn(show.prints, shown.stdout), null)
}

const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'systemd-')))
try {
  fs.chmodSync(directory, 0o755)
  trySystemd(directory)
} finally {
  fs.rmSync(directory, { recursive: true, force: true })
}
