'use strict'

const vm = require('node:vm')

/**
 * @param {number} count
 * @returns {((order: object) => Promise<unknown>)[]} handlers of a service; each throws at a line of its own, after an
 *   await
 */
function handledSites (count) {
  const handlers = Array.from(
    { length: count },
    (_, index) => `async order => {
    const step = await ${index}
    const check = lines => {
      if (lines.length > 0) throw new Error(\`step \${step} of order \${order.orderId} refused\`)
    }
    return check(order.lines)
  }`
  )
  return vm.runInThisContext(`[${handlers.join(',\n')}]`, { filename: '/application/lib/handlers.js' })
}

module.exports = { handledSites }
