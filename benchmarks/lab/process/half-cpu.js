'use strict'
// Gives a process half a CPU, as a container does: by a control group of Linux, or else by stopping it half of the
// time.

const fs = require('node:fs')
const path = require('node:path')

const GROUPS = '/sys/fs/cgroup'
const PERIOD_US = 100_000
const HALF_US = PERIOD_US / 2
/** How long a process is stopped at a time if there are no control groups. */
const SLICE_MS = 50

/**
 * @typedef {object} HalfCpu
 * @property {string} how
 * @property {string[]} prefix of a command, which then has half a CPU from its start on
 * @property {(pid: number) => void} hold gives half a CPU to a process that already runs
 * @property {() => void} release must be called when the process has ended
 */

let made = 0

/**
 * @param {string} [groups] path of the system's control groups
 * @returns {HalfCpu}
 */
function halfCpu (groups = GROUPS) {
  const name = `crash-collector-bench-${process.pid}-${++made}`
  const directory = oldGroup(path.join(groups, 'cpu', name)) ?? newGroup(groups, name)
  if (directory === null) return stopped()
  const members = path.join(directory, 'cgroup.procs')
  return {
    how: 'control group',
    // A shell joins the group and then becomes the command.
    prefix: ['/bin/sh', '-c', `echo $$ > ${members} && exec "$@"`, 'sh'],
    hold: () => {},
    release: () => attempt(() => fs.rmdirSync(directory))
  }
}

/**
 * @param {string} directory
 * @returns {string | null} the directory of a new control group, version 1; null if it can't be made
 */
function oldGroup (directory) {
  return attempt(() => {
    fs.mkdirSync(directory)
    fs.writeFileSync(path.join(directory, 'cpu.cfs_period_us'), String(PERIOD_US))
    fs.writeFileSync(path.join(directory, 'cpu.cfs_quota_us'), String(HALF_US))
    return directory
  })
}

/**
 * @param {string} groups
 * @param {string} name
 * @returns {string | null} the directory of a new control group, version 2; null if it can't be made
 */
function newGroup (groups, name) {
  return attempt(() => {
    const directory = path.join(groups, name)
    if (!fs.readFileSync(path.join(groups, 'cgroup.subtree_control'), 'utf8').split(/\s+/).includes('cpu')) return null
    fs.mkdirSync(directory)
    fs.writeFileSync(path.join(directory, 'cpu.max'), `${HALF_US} ${PERIOD_US}`)
    return directory
  })
}

/** @returns {HalfCpu} */
function stopped () {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  return {
    how: 'SIGSTOP and SIGCONT',
    prefix: [],
    hold (pid) {
      let running = true
      timer = setInterval(() => {
        running = !running
        if (attempt(() => process.kill(pid, running ? 'SIGCONT' : 'SIGSTOP')) === null) clearInterval(timer)
      }, SLICE_MS)
    },
    release: () => clearInterval(timer)
  }
}

/**
 * @template T
 * @param {() => T} action
 * @returns {T | null} null if the system refuses the action
 */
function attempt (action) {
  try {
    return action()
  } catch {
    return null
  }
}

module.exports = { halfCpu }
