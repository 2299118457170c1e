'use strict'
// inspector.Session answers within post(), and calls listeners within the pause that it tells of.
// Worked around in lib/fallback/pause.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { Session } = require('node:inspector')

/** @type {string[]} */
const order = []
const session = new Session()
session.connect()
session.on('Debugger.paused', () => order.push('paused'))
session.post('Debugger.enable', () => order.push('answered'))
order.push('posted')
debugger // eslint-disable-line no-debugger
order.push('resumed')
const message = 'it comes later: pause() cannot read the stack'
assert.deepEqual(order, ['answered', 'posted', 'paused', 'resumed'], message)
