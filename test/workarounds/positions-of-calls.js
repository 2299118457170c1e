'use strict'
// V8 gives a call the position of the name before its parenthesis; if no name is there, or one that is a word of the
// language, that of the parenthesis.
// Worked around in packages/inspect/dumps/passed/call-places.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** Calls of a function that throws. `▲` stands before their position. */
const CALLS = [
  '▲f(1)', '▲f /* ( */ (1)', '(f)▲(1)', 'f?.▲(1)', '(() => f)()▲(1)', 'o.▲f(1)', 'o?.▲f(1)', 'o.f?.▲(1)', '(o.f)▲(1)',
  'o["f"]▲(1)', '(0, o.f)▲(1)', 'o.p.▲f(1)', 'o.▲get(1)', 'o.▲of(1)', 'o.delete▲(1)', 'o.class▲(1)', 'o.▲f(...[1])',
  'o.f.▲call(o, 1)', '▲new f(1)', 'f▲`1`'
]

const f = vm.runInThisContext('(function () { throw new Error() })')
const context = vm.createContext({ f, o: { f, get: f, of: f, delete: f, class: f, p: { f } } })
for (const marked of CALLS) {
  let stack = ''
  try {
    vm.runInContext(marked.replace('▲', ''), context, { filename: 'script.js' })
  } catch (error) {
    stack = String(/** @type {Error} */ (error).stack)
  }
  const column = Number(/script\.js:1:(\d+)/.exec(stack)?.[1]) - 1
  assert.equal(column, marked.indexOf('▲'), `another position of ${marked}: callAtPlace() must look for that`)
}
