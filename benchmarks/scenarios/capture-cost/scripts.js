'use strict'
// Makes as many scripts as real applications load, and sites at which errors are made.

const vm = require('node:vm')

const SCRIPT_BYTES = 3000

/**
 * @param {number} count
 * @returns {Function[]} one function of each script, which keeps the script alive
 */
function loadScripts (count) {
  return Array.from({ length: count }, (_, index) => {
    const source = scriptText(index)
    return new vm.Script(source, {
      filename: `/application/node_modules/package-${index % 300}/lib/file-${index}.js`
    }).runInThisContext()
  })
}

/** @param {number} index */
function scriptText (index) {
  const lines = [`(function module${index} () {`, "  'use strict'"]
  for (let i = 0, length = 0; length < SCRIPT_BYTES; i++) {
    const line =
      `  function method${i} (a, b) { const sum = a + b; return sum > ${i} ? { sum, index: ${index} } : null }`
    lines.push(line)
    length += line.length
  }
  return [...lines, '  return { method0, method1 }', '})'].join('\n')
}

/**
 * @param {number} count
 * @returns {((order: object) => Error)[]} each makes an error at a line of its own, three calls deep
 */
function errorSites (count) {
  const makers = Array.from(
    { length: count },
    (_, index) => `order => {
    const attempt = ${index}
    const check = order => { const reason = 'stock'; return reject(order, reason) }
    const reject = (order, reason) => { const at = Date.now(); return new Error(\`\${reason} \${at} \${attempt}\`) }
    return check(order)
  }`
  )
  return vm.runInThisContext(`[${makers.join(',\n')}]`, { filename: '/application/lib/orders.js' })
}

module.exports = { errorSites, loadScripts }
