'use strict'
// Asks V8's inspector of the process that runs, and looks at it while it is paused. All of it is synchronous.

const { Session } = require('node:inspector')

/**
 * @typedef {(method: string, params?: object) => any} Post returns the result, or `{ error }`
 * @typedef {(paused: any, post: Post) => void} Look
 */

/**
 * @param {Look} [look] at each pause; the program goes on when it returns
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
