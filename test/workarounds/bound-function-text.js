'use strict'
// The text of a bound function is that of a native function, whatever it is bound to.
// Worked around in lib/safe/data-property.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const application = () => {}
const text = Function.prototype.toString.call(application.bind(null))
assert.equal(text, 'function () { [native code] }', 'the text tells: isBuiltinGetter() need not look at the name')
