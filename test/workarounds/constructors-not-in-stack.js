'use strict'
// The stack of an error leaves out the constructors of its class, which are running while V8 makes it.
// Worked around in lib/capture/match/find-snapshots.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

class Base extends Error {
  constructor () {
    super('no')
    this.name = 'Base'
  }
}
class Derived extends Base {}
const make = () => new Derived()
const [, first] = `${make().stack}`.split('\n')
assert.match(first, /at make /, 'it has them: withoutConstructors() may go')
