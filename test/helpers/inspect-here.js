'use strict'
// Calls V8's inspector for the process in which it runs, and lets a test look at each pause. All calls are synchronous.

const { Session } = require('node:inspector')

/**
 * @typedef {(method: string, params?: object) => any} Post returns the result, or `{ error }`
 * @typedef {(paused: any, post: Post) => void} Look
 */

/**
 * @param {Look} [look] called at each pause; the program continues when it returns
 * @returns {{ session: Session, post: Post }}
 */
function inspectHere (look) {
  const session = new Session()
  session.connect()
  /** @type {Post} */
  const post = (method, params = {}) => {
    /** @type {unknown} */
    let answer
    session.post(method, params, (error, result) => {
      answer = error === null ? result : { error }
    })
    return answer
  }
  if (look !== undefined) {
    session.on('Debugger.paused', ({ params }) => look(params, post))
    post('Debugger.enable')
  }
  return { session, post }
}

module.exports = { inspectHere }
