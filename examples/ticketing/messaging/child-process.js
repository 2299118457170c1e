'use strict'
// A carrier in a child process, which is started again when it dies. Searches that it had not answered by then fail;
// those that come while it starts wait for it.

const { fork } = require('node:child_process')
const path = require('node:path')

const MAIN = path.join(__dirname, 'child-main.js')
/** So that a carrier that cannot even start does not keep the machine busy with it. */
const PAUSE_MS = 1000

/**
 * @typedef {{ resolve: (offers: import('../carriers').Offer[]) => void, reject: (error: Error) => void }} Pending
 */

/**
 * @param {string} name
 * @returns {import('./index').Connection}
 */
function connect (name) {
  /** @type {Map<number, Pending>} */
  const pending = new Map()
  let lastId = 0
  let closed = false
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = start()
  return { search, close }

  function start () {
    const started = fork(MAIN, [name])
    let hasAnswered = false
    started.on('message', message => {
      const { id, offers, error } =
        /** @type {{ id: number, offers?: import('../carriers').Offer[], error?: string }} */ (message)
      const waiting = pending.get(id)
      hasAnswered = true
      pending.delete(id)
      if (offers !== undefined) waiting?.resolve(offers)
      else waiting?.reject(new Error(error))
    })
    started.on('error', error => console.error(`${name}: ${error.message}`))
    started.on('exit', (exitCode, signal) => {
      child = null
      for (const { reject } of pending.values()) reject(new Error(`${name} died: ${signal ?? `exit code ${exitCode}`}`))
      pending.clear()
      if (closed) return
      if (hasAnswered) child = start()
      else {
        setTimeout(() => {
          if (!closed) child = start()
        }, PAUSE_MS)
      }
    })
    return started
  }

  /** @type {import('../carriers').Carrier} */
  function search (search) {
    return new Promise((resolve, reject) => {
      if (child === null) return reject(new Error(`${name} is being started again`))
      const id = ++lastId
      pending.set(id, { resolve, reject })
      child.send({ id, search }, error => {
        if (error !== null && pending.delete(id)) reject(error)
      })
    })
  }

  function close () {
    closed = true
    child?.kill()
  }
}

module.exports = { connect }
