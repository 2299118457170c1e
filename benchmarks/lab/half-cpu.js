'use strict'
// Half a CPU for a process, as a container has it: by a control group of Linux, or else by stopping it half of the
// time.

const fs = require('node:fs')
const path = require('node:path')

const GROUPS = '/sys/fs/cgroup'
const PERIOD_US = 100_000
const HALF_US = PERIOD_US / 2
/** Of the stops, where there are no control groups. */
const SLICE_MS = 50

/**
 * @typedef {object} HalfCpu
 * @property {string} how
 * @property {string[]} prefix of a command that is to be held from its start on
 * @property {(pid: number) => void} hold a process that runs already
 * @property {() => void} release when the process is gone
 */

let made = 0

/**
 * @param {string} [groups] where the system has its control groups
 * @returns {HalfCpu}
 */
function halfCpu (groups = GROUPS) {
  const name = `crash-collector-bench-${process.pid}-${++made}`
  const directory = oldGroup(path.join(groups, 'cpu', name)) ?? newGroup(groups, name)
  if (directory === null) return stopped()
  const members = path.join(directory, 'cgroup.procs')
  return {
    how: 'control group',
    // A shell puts itself into the group and becomes the command.
    prefix: ['/bin/sh', '-c', `echo $$ > ${members} && exec "$@"`, 'sh'],
    hold: () => {},
    release: () => attempt(() => fs.rmdirSync(directory))
  }
}

/**
 * @param {string} directory
 * @returns {string | null} it, as a group of the first version of control groups; null when that is not to be had
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
 * @returns {string | null} the same of the second version
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
 * @returns {T | null} null when the system refuses it
 */
function attempt (action) {
  try {
    return action()
  } catch {
    return null
  }
}

module.exports = { halfCpu }
