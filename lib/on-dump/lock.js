'use strict'
// A file that says which process runs commands for a directory, so that no dump is handed over twice.

const fs = require('node:fs')

/** The process of a lock of this age is gone, because a command ends earlier, and each begins with touchLock(). */
const STALE_MS = 10 * 60 * 1000

/**
 * @param {string} lock path
 * @returns {boolean} false if another process has it
 */
function takeLock (lock) {
  for (const isLast of [false, true]) {
    try {
      fs.writeFileSync(lock, identityOf('self', process.pid), { flag: 'wx', mode: 0o600 })
      return true
    } catch {
      if (isLast || !isStale(lock)) return false
      fs.rmSync(lock, { force: true })
    }
  }
  return false
}

/** @param {string} lock path */
function touchLock (lock) {
  const now = new Date()
  fs.utimesSync(lock, now, now)
}

/** @param {string} lock path */
function releaseLock (lock) {
  fs.rmSync(lock, { force: true })
}

/** @param {string} lock path */
function isStale (lock) {
  try {
    if (Date.now() - fs.statSync(lock).mtimeMs > STALE_MS) return true
    const holder = fs.readFileSync(lock, 'utf8')
    const pid = Number.parseInt(holder)
    process.kill(pid, 0)
    // In a container that was started again another process may have that id, and a process that has ended may keep it.
    return identityOf(String(pid), pid) !== holder
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/**
 * @param {string} name of the process in /proc
 * @param {number} pid
 * @returns {string} the id and, on Linux, the time when the process was started; '' if it has ended
 */
function identityOf (name, pid) {
  try {
    // The name of the program, which may hold spaces, stands in parentheses: proc(5).
    const fields = fs.readFileSync(`/proc/${name}/stat`, 'latin1').replace(/^.*\) /s, '').split(' ')
    return fields[0] === 'Z' ? '' : `${pid}-${fields[19]}`
  } catch {
    return String(pid)
  }
}

module.exports = { releaseLock, takeLock, touchLock }
