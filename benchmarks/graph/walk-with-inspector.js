'use strict'
// The other rival: Runtime.getProperties, object by object, as debuggers read values. The answers come as parsed JSON; nothing is
// written. V8 mints a new objectId for each answer, so it can't tell that two properties hold the same object; it reads `maxObjects`
// of them and stops.

const inspector = require('node:inspector')

/**
 * @param {unknown} root
 * @param {{ maxObjects: number }} limits
 * @returns {{ objects: number }}
 */
function walkWithInspector (root, { maxObjects }) {
  const session = new inspector.Session()
  session.connect()
  /** @param {string} method @param {object} params */
  const post = (method, params) => {
    /** @type {any} */
    let answer
    session.post(method, params, (error, result) => {
      if (error) throw new Error(error.message)
      answer = result
    })
    return answer
  }
  Object.assign(globalThis, { __graphRoot: root })
  const queue = [post('Runtime.evaluate', { expression: '__graphRoot' }).result.objectId]
  let next = 0
  for (; next < queue.length && next < maxObjects; next++) {
    const { result, internalProperties = [] } = post('Runtime.getProperties', { objectId: queue[next], ownProperties: true })
    for (const { value, get, set } of [...result, ...internalProperties]) {
      for (const remote of [value, get, set]) {
        if (remote?.objectId !== undefined && queue.length < maxObjects) queue.push(remote.objectId)
      }
    }
  }
  session.disconnect()
  return { objects: next }
}

module.exports = { walkWithInspector }
