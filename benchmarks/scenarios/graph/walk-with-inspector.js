'use strict'
// The same walk by Runtime.getProperties, object by object, as debuggers read values. It writes the same records. V8
// makes a new objectId for each answer, so this walk can't tell that two properties hold the same object. It stops
// after `maxObjects` objects.

const inspector = require('node:inspector')

/** @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject */

/**
 * @param {unknown} root
 * @param {{ maxObjects: number, maxDepth: number }} limits
 * @returns {{ records: Buffer, objects: number }}
 */
function walkWithInspector (root, { maxObjects, maxDepth }) {
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
  /** @type {{ objectId: string, members: string, depth: number }[]} */
  const queue = []
  let depth = 0

  /** @param {RemoteObject} remote */
  function value (remote) {
    const { type, subtype, className, objectId, unserializableValue, description } = remote
    if (objectId === undefined) {
      if (unserializableValue !== undefined) return `{"type":"${type}","unserializableValue":"${unserializableValue}"}`
      if (type === 'undefined') return '{"type":"undefined"}'
      if (subtype === 'null') return '{"type":"object","subtype":"null","value":null}'
      return `{"type":"${type}","value":${JSON.stringify(remote.value)}}`
    }
    if (type === 'symbol') return `{"type":"symbol","description":${JSON.stringify(description)}}`
    const kind = subtype === undefined ? '' : `"subtype":"${subtype}",`
    const members = `"type":"${type}",${kind}"className":${JSON.stringify(className)},`
    if (depth <= maxDepth && queue.length < maxObjects) queue.push({ objectId, members, depth })
    return `{${members}"objectId":"${queue.length}"}`
  }

  Object.assign(globalThis, { __graphRoot: root })
  value(post('Runtime.evaluate', { expression: '__graphRoot' }).result)
  const chunks = []
  let next = 0
  for (; next < queue.length; next++) {
    const { objectId, members, depth: objectDepth } = queue[next]
    depth = objectDepth + 1
    const { result, internalProperties = [] } = post('Runtime.getProperties', { objectId, ownProperties: true })
    let json = `{"kind":"object","objectId":"${next + 1}",${members}"depth":${objectDepth},"properties":[`
    for (let i = 0; i < result.length; i++) {
      const property = result[i]
      json += `${i === 0 ? '' : ','}{"name":${JSON.stringify(property.name)}`
      if (property.symbol !== undefined) json += `,"symbol":${value(property.symbol)}`
      if (property.value !== undefined) json += `,"value":${value(property.value)}`
      if (property.get?.objectId !== undefined) json += `,"get":${value(property.get)}`
      if (property.set?.objectId !== undefined) json += `,"set":${value(property.set)}`
      json += property.enumerable ? '}' : ',"enumerable":false}'
    }
    json += '],"internalProperties":['
    for (let i = 0; i < internalProperties.length; i++) {
      if (internalProperties[i].value !== undefined) {
        const { name, value: held } = internalProperties[i]
        json += `${i === 0 ? '' : ','}{"name":"${name}","value":${value(held)}}`
      }
    }
    chunks.push(Buffer.from(json + ']}\n'))
  }
  session.disconnect()
  return { records: Buffer.concat(chunks), objects: next }
}

module.exports = { walkWithInspector }
